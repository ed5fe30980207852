"""One emulator for the test run, and for each test a sandbox and an application in a process of its own."""

import json
import os
import subprocess
import sys
import urllib.error
import urllib.request
from pathlib import Path

import pytest

from emulator import Sandbox, running_emulator

FOLDER = Path(__file__).parent


@pytest.fixture(scope="session")
def emulator_url():
    with running_emulator() as url:
        yield url


@pytest.fixture
def sandbox(emulator_url):
    sandbox = Sandbox(emulator_url, now="2026-01-01T09:00:00Z")
    yield sandbox
    sandbox.close()


@pytest.fixture
def application(sandbox):
    """A function that calls the application, which follows the clock of the sandbox."""
    environment = {
        **os.environ,
        "MESSAGING_EMULATOR_URL": sandbox.url,
        "MESSAGING_EMULATOR_SANDBOX": sandbox.control_url.rsplit("/", 1)[1],
        "MESSAGING_URL": sandbox.url,
        "MESSAGING_ACCOUNT_KEY": sandbox.account["apiKey"],
    }
    command = [sys.executable, str(FOLDER / "follow_clock.py"), str(FOLDER / "app.py")]
    with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True) as process:
        url = process.stdout.readline().strip()

        def call(path, body):
            headers = {"content-type": "application/json"}
            request = urllib.request.Request(f"{url}{path}", json.dumps(body).encode(), headers)
            try:
                with urllib.request.urlopen(request, timeout=30) as response:
                    return response.status
            except urllib.error.HTTPError as error:
                with error:
                    return error.code

        yield call
        process.kill()
