"""Sends messages over plain HTTP."""

import json
import urllib.error
import urllib.parse
import urllib.request


class MessagingError(Exception):
    """The service refused a request. `code` is its error code, such as `insufficient_credits`."""

    def __init__(self, status, body):
        error = body.get("error", {})
        self.status = status
        self.code = error.get("code")
        super().__init__(f"{status} {self.code}: {error.get('message')}")


def call(method, url, body=None, timeout=70):
    """Makes one JSON call and returns the parsed response."""
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(url, data, {"content-type": "application/json"}, method=method)
    try:
        with urllib.request.urlopen(request, timeout=timeout) as response:
            return json.load(response)
    except urllib.error.HTTPError as error:
        with error:
            raise MessagingError(error.code, _json_or_empty(error.read())) from None


def _json_or_empty(text):
    try:
        return json.loads(text)
    except ValueError:
        return {}


class MessagingClient:
    """The part of the public API that the application uses."""

    def __init__(self, url, key):
        self._url = url.rstrip("/")
        self._query = urllib.parse.urlencode({"key": key})

    def send(self, to, sender, body, send_at=None):
        """Queues one message and returns it with its `messageUuid`. `send_at` is an aware datetime."""
        message = {"to": to, "from": {"type": "custom", "value": sender}, "body": body}
        if send_at is not None:
            message["send_at"] = send_at.isoformat()
        return call("POST", f"{self._url}/message?{self._query}", {"messages": [message]})["messages"][0]

    def cancel(self, batch_uuid):
        """Cancels a scheduled message. Its `batchUuid` names it."""
        call("DELETE", f"{self._url}/batch/{batch_uuid}?{self._query}")
