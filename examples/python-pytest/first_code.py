"""Sends a code to a phone of the emulator, and reads it there."""

import json
import os
import urllib.parse
import urllib.request

URL = os.environ.get("MESSAGING_EMULATOR_URL", "http://127.0.0.1:4010")
KEY = "decade00decade00decade00decade00"


def call(path, body=None):
    data = None if body is None else json.dumps(body).encode()
    with urllib.request.urlopen(URL + path, data) as response:
        return json.load(response)


sender = {"type": "custom", "value": "DEMO"}
message = {"to": "447700900123", "from": sender, "body": "Your code is 482913"}
call(f"/message?key={KEY}", {"messages": [message]})

query = urllib.parse.urlencode({"to": "447700900123", "pattern": r"code is (\d{6})"})
print(call(f"/_emulator/messages/wait?{query}")["match"][1])
