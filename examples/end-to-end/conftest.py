"""Starts the emulator and, for each test, the application in a process that follows the clock of a sandbox."""

import json
import os
import secrets
import subprocess
import urllib.error
import urllib.request
from http.cookiejar import CookieJar
from pathlib import Path

import pytest
from emulator import Sandbox, running_emulator

HERE = Path(__file__).resolve().parent


@pytest.fixture(scope="session")
def emulator_url():
    with running_emulator() as url:
        yield url


@pytest.fixture
def sandbox(emulator_url):
    sandbox = Sandbox(emulator_url)
    yield sandbox
    sandbox.close()


class Browser:
    """Calls the application and keeps its cookies."""

    def __init__(self, url):
        self._url = url
        self._opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(CookieJar()))

    def request(self, method, path, body=None):
        headers = {"content-type": "application/json"}
        data = None if method == "GET" else json.dumps(body or {}).encode()
        request = urllib.request.Request(f"{self._url}{path}", data, headers, method=method)
        try:
            with self._opener.open(request, timeout=30) as response:
                return response.status, json.load(response)
        except urllib.error.HTTPError as error:
            with error:
                return error.code, json.load(error)


@pytest.fixture
def browser(sandbox):
    secret = secrets.token_urlsafe()
    env = {
        **os.environ,
        "PORT": "0",
        "MESSAGING_BASE_URL": sandbox.url,
        "MESSAGING_ACCOUNT_KEY": sandbox.account["apiKey"],
        "MESSAGING_WEBHOOK_SECRET": secret,
        "MESSAGING_EMULATOR_URL": sandbox.control_url,
    }
    command = ["node", "--import", "@messaging-service/emulator/follow-clock", "main.ts"]
    with subprocess.Popen(command, cwd=HERE, env=env, stdout=subprocess.PIPE, text=True) as process:
        try:
            url = process.stdout.readline().strip()
            sandbox.set_webhook(f"{url}/webhook", secret)
            yield Browser(url)
        finally:
            process.terminate()
