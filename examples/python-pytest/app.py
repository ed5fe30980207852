"""A web application: login by one-time code, and appointments with reminders.

POST /login/code {phone}           sends a code
POST /login {phone, code}          opens a session
POST /appointments {phone, at}     books; needs the session as a bearer token
GET  /appointments                 lists; needs the session
POST /webhook                      receives replies from the messaging service
"""

import json
import os
import re
import secrets
import urllib.parse
from datetime import datetime, timezone
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from appointments import Appointments
from clock import emulator_clock, system_clock
from login import LoginCodes
from messaging import MessagingClient, MessagingError
from webhook import verify

LARGEST_BODY = 100_000


class Application:
    """Everything behind the HTTP interface."""

    def __init__(self, client, sender, webhook_secret, now):
        self.client = client
        self.sender = sender
        self.webhook_secret = webhook_secret
        self.now = now
        self.codes = LoginCodes(now)
        self.appointments = Appointments(client, sender, now)
        self.sessions = {}

    def send_code(self, body):
        phone = read_phone(body.get("phone"))
        if phone is None:
            return 400, {"error": "invalid_phone"}
        try:
            self.client.send(phone, self.sender, f"{self.codes.issue(phone)} is your code to log in.")
        except MessagingError:
            return 503, {"error": "not_sent"}
        return 202, {}

    def log_in(self, body):
        phone = read_phone(body.get("phone"))
        if phone is None or not self.codes.redeem(phone, str(body.get("code"))):
            return 401, {"error": "invalid_code"}
        session = secrets.token_urlsafe(32)
        self.sessions[session] = phone
        return 200, {"session": session}

    def book(self, phone, body):
        try:
            at = datetime.fromisoformat(str(body.get("at")))
        except ValueError:
            return 400, {"error": "invalid_time"}
        if at.tzinfo is None:
            at = at.replace(tzinfo=timezone.utc)
        if at <= self.now():
            return 400, {"error": "invalid_time"}
        return 201, self.appointments.book(phone, at)

    def receive(self, raw, headers):
        signed = verify(raw, headers, self.webhook_secret, self.now().timestamp())
        if signed is None:
            return 401, {"error": "not_genuine"}
        self.appointments.receive(json.loads(signed))
        return 200, {}


def read_phone(value):
    """Returns a number as the service writes it, or None when it is not a phone number."""
    digits = re.sub(r"^\+|[\s()-]", "", value) if isinstance(value, str) else ""
    return digits if re.fullmatch(r"[1-9][0-9]{6,14}", digits) else None


class Handler(BaseHTTPRequestHandler):
    """Translates HTTP into calls of the application."""

    protocol_version = "HTTP/1.1"

    def do_POST(self):
        length = int(self.headers.get("content-length") or 0)
        if length > LARGEST_BODY:
            self.close_connection = True
            return self.respond(413, {"error": "too_large"})
        raw = self.rfile.read(length)
        if self.path == "/webhook":
            return self.respond(*self.server.application.receive(raw, self.headers))
        try:
            body = json.loads(raw)
        except ValueError:
            body = None
        if not isinstance(body, dict):
            return self.respond(400, {"error": "invalid_json"})
        application = self.server.application
        if self.path == "/login/code":
            return self.respond(*application.send_code(body))
        if self.path == "/login":
            return self.respond(*application.log_in(body))
        if self.path == "/appointments":
            phone = self.session_phone()
            return self.respond(*((401, {}) if phone is None else application.book(phone, body)))
        return self.respond(404, {})

    def do_GET(self):
        if urllib.parse.urlsplit(self.path).path == "/appointments":
            phone = self.session_phone()
            if phone is None:
                return self.respond(401, {})
            return self.respond(200, {"appointments": self.server.application.appointments.list(phone)})
        return self.respond(404, {})

    def session_phone(self):
        token = (self.headers.get("authorization") or "").removeprefix("Bearer ")
        return self.server.application.sessions.get(token)

    def respond(self, status, body):
        text = json.dumps(body).encode()
        self.send_response(status)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(text)))
        self.end_headers()
        self.wfile.write(text)

    def log_message(self, *_):
        """Keeps phone numbers in paths out of the log."""


def serve(application, host="127.0.0.1", port=0):
    """Returns a server that is bound but does not run yet."""
    server = ThreadingHTTPServer((host, port), Handler)
    server.daemon_threads = True
    server.application = application
    return server


if __name__ == "__main__":
    emulator_url = os.environ.get("MESSAGING_EMULATOR_URL")
    running = serve(
        Application(
            MessagingClient(os.environ["MESSAGING_BASE_URL"], os.environ["MESSAGING_ACCOUNT_KEY"]),
            os.environ.get("MESSAGING_SENDER", "DEMO"),
            os.environ["MESSAGING_WEBHOOK_SECRET"],
            system_clock if emulator_url is None else emulator_clock(f"{emulator_url}/_emulator"),
        ),
        os.environ.get("HOST", "127.0.0.1"),
        int(os.environ.get("PORT", "8000")),
    )
    print(f"http://{running.server_address[0]}:{running.server_address[1]}", flush=True)
    running.serve_forever()
