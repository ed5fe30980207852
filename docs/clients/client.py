"""Calls the service with the Python classes that quicktype generates, over the standard library."""

import json
import os
import sys
import urllib.error
import urllib.parse
import urllib.request

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "generated"))

import messaging  # noqa: E402

URL, KEY = os.environ["MESSAGING_BASE_URL"], os.environ["MESSAGING_ACCOUNT_KEY"]


def call(method, path, body=None, **query):
    address = f"{URL}{path}?{urllib.parse.urlencode({**query, 'key': KEY})}"
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(address, data, {"content-type": "application/json"}, method=method)
    try:
        with urllib.request.urlopen(request, timeout=30) as response:
            return json.load(response)
    except urllib.error.HTTPError as error:
        with error:
            return json.load(error)


batch = messaging.BatchRequest.from_dict(
    {"from": "DEMO", "message": "Hello", "destinations": ["447700900123"], "at": "2099-01-01T09:00Z"}
)
sent = messaging.BatchResponse.from_dict(call("POST", "/batch", batch.to_dict()))

listed = messaging.PendingBatchesResponse.from_dict(call("GET", "/batch"))
assert [pending.identifier for pending in listed.batches] == [sent.identifier]
receipts = messaging.ReceiptSummary.from_dict(call("GET", f"/batch/{sent.identifier}", details="true"))
assert receipts.details[0].destination == "+447700900123"
call("DELETE", f"/batch/{sent.identifier}")

error = messaging.ErrorBody.from_dict(call("DELETE", f"/batch/{sent.identifier}"))
assert error.error.code == "batch_not_found"
message = {"to": "447700900123", "from": {"type": "shared"}, "body": "Hello"}
queued = messaging.AddMessageResponse.from_dict(call("POST", "/message", {"messages": [message]}))
assert queued.messages[0].scheduled is False
