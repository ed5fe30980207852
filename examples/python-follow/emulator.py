"""Finds or starts the emulator, and calls its control API."""

import json
import os
import shlex
import subprocess
import urllib.parse
from contextlib import contextmanager
from pathlib import Path

from messaging import call


@contextmanager
def running_emulator():
    """Yields the URL of the emulator in MESSAGING_EMULATOR_URL, or starts one on a free port and stops it at the end."""
    url = os.environ.get("MESSAGING_EMULATOR_URL")
    if url:
        yield url.rstrip("/")
        return
    command = [*emulator_command(), "--port", "0", "--json"]
    with subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True) as process:
        try:
            line = process.stdout.readline()
            if not line:
                raise RuntimeError(f"The emulator did not start: {shlex.join(command)}")
            yield json.loads(line)["url"]
        finally:
            process.terminate()


def emulator_command():
    """MESSAGING_EMULATOR_COMMAND, or the command that npm installed here or in a folder above."""
    command = os.environ.get("MESSAGING_EMULATOR_COMMAND")
    if command:
        return shlex.split(command)
    for folder in Path(__file__).resolve().parents:
        installed = folder / "node_modules" / ".bin" / "messaging-emulator"
        if installed.exists():
            return [str(installed)]
    raise RuntimeError("Install the emulator (npm install @messaging-service/emulator) or set MESSAGING_EMULATOR_URL.")


class Sandbox:
    """A complete service of one test: own keys, own messages, own clock."""

    def __init__(self, url, **options):
        self.url = url
        created = call("POST", f"{url}/_emulator/sandboxes", {"clock": "virtual", **options})
        self.control_url = f"{url}/_emulator/sandboxes/{created['id']}"
        self.organization = created["organization"]
        self.account = created["account"]

    def close(self):
        call("DELETE", self.control_url)

    def wait_for_message(self, **query):
        """Returns the latest message that matches, or the next one. With `pattern`, `match` has its groups."""
        return call("GET", f"{self.control_url}/messages/wait?{urllib.parse.urlencode(query)}")

    def messages(self, **query):
        return call("GET", f"{self.control_url}/messages?{urllib.parse.urlencode(query)}")["messages"]

    def webhooks(self):
        return call("GET", f"{self.control_url}/webhooks")["deliveries"]

    def advance(self, by):
        """Moves time. Returns when everything that became due has happened, webhooks included."""
        return call("POST", f"{self.control_url}/clock/advance", {"by": by})

    def settle(self):
        """Returns when everything that is due now has happened, webhooks included."""
        return call("POST", f"{self.control_url}/settle")

    def reply(self, phone, to, message):
        """Sends a text from a handset. Returns the payload of the inbound webhook."""
        return call("POST", f"{self.control_url}/inbound", {"from": phone, "to": to, "message": message})

    def add_fault(self, **fault):
        return call("POST", f"{self.control_url}/faults", fault)

    def set_webhook(self, url, secret):
        """Sets where replies go, by the public API."""
        key = urllib.parse.urlencode({"key": self.organization["apiKey"]})
        settings = {"mo": {"mo_webhook_url": url, "mo_webhook_secret": secret}}
        call("PATCH", f"{self.url}/account/{self.account['identifier']}?{key}", settings)
