"""One emulator for the test run, one sandbox and one application for each test."""

import json
import threading
import urllib.error
import urllib.request

import pytest

from app import Application, serve
from clock import emulator_clock
from emulator import Sandbox, running_emulator
from messaging import MessagingClient

SECRET = "a secret for tests"


@pytest.fixture(scope="session")
def emulator_url():
    with running_emulator() as url:
        yield url


@pytest.fixture
def sandbox(emulator_url):
    sandbox = Sandbox(emulator_url, now="2026-01-01T09:00:00Z")
    yield sandbox
    sandbox.close()


class Browser:
    """Calls the application as a browser does."""

    def __init__(self, url):
        self.url = url
        self.session = None

    def request(self, method, path, body=None):
        headers = {"content-type": "application/json"}
        if self.session:
            headers["authorization"] = f"Bearer {self.session}"
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(f"{self.url}{path}", data, headers, method=method)
        try:
            with urllib.request.urlopen(request, timeout=30) as response:
                return response.status, json.load(response)
        except urllib.error.HTTPError as error:
            with error:
                return error.code, json.load(error)

    def log_in(self, phone, code):
        status, body = self.request("POST", "/login", {"phone": phone, "code": code})
        self.session = body.get("session")
        return status


@pytest.fixture
def browser(sandbox):
    client = MessagingClient(sandbox.url, sandbox.account["apiKey"])
    server = serve(Application(client, "DEMO", SECRET, emulator_clock(sandbox.control_url)))
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    url = f"http://127.0.0.1:{server.server_address[1]}"
    sandbox.set_webhook(f"{url}/webhook", SECRET)
    yield Browser(url)
    server.shutdown()
    server.server_close()
    thread.join()
