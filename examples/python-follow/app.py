"""A Flask application: login by one-time code, and appointments with a reminder on the day before.

POST /login/code {phone}       sends a code
POST /login {phone, code}      200 when the code is right and at most five minutes old
POST /appointments {phone, at} books, and sends a reminder 24 hours before
"""

import os
import secrets
import threading
from datetime import datetime, timedelta, timezone

from flask import Flask, request
from werkzeug.serving import make_server

from messaging import MessagingClient

CODE_LIFETIME = timedelta(minutes=5)
REMINDER = timedelta(hours=24)

client = MessagingClient(os.environ["MESSAGING_URL"], os.environ["MESSAGING_ACCOUNT_KEY"])
application = Flask(__name__)
codes = {}


@application.post("/login/code")
def send_code():
    phone = request.json["phone"]
    code = f"{secrets.randbelow(1_000_000):06}"
    codes[phone] = code, datetime.now(timezone.utc)
    client.send(phone, "DEMO", f"{code} is your code to log in.")
    return {}, 202


@application.post("/login")
def log_in():
    code, sent_at = codes.get(request.json["phone"], (None, None))
    if code is None or code != request.json["code"]:
        return {"error": "wrong_code"}, 401
    if datetime.now(timezone.utc) - sent_at > CODE_LIFETIME:
        return {"error": "expired_code"}, 410
    return {}


@application.post("/appointments")
def book():
    at = datetime.fromisoformat(request.json["at"])
    left = at - REMINDER - datetime.now(timezone.utc)
    text = f"Your appointment is on {at:%d %B} at {at:%H:%M}."
    threading.Timer(left.total_seconds(), client.send, [request.json["phone"], "DEMO", text]).start()
    return {}, 201


if __name__ == "__main__":
    server = make_server("127.0.0.1", int(os.environ.get("PORT", "0")), application, threaded=True)
    print(f"http://127.0.0.1:{server.server_port}", flush=True)
    server.serve_forever()
