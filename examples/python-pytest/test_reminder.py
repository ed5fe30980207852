"""A reminder that is sent tomorrow, and the reply to it."""

import base64
import hashlib
import hmac
import json
import urllib.error
import urllib.request

import pytest

from test_login import PHONE, request_code


@pytest.fixture
def user(browser, sandbox):
    assert browser.log_in(PHONE, request_code(browser, sandbox)) == 200
    return browser


def book(user):
    """Books an appointment in two days, so that its reminder is due tomorrow at 09:00."""
    status, appointment = user.request("POST", "/appointments", {"at": "2026-01-03T09:00:00+00:00"})
    assert status == 201
    return appointment


def state_of(user):
    return user.request("GET", "/appointments")[1]["appointments"][0]["state"]


def test_the_reminder_goes_out_one_day_before_the_appointment(user, sandbox):
    book(user)
    sandbox.advance("23h")
    assert [message["state"] for message in sandbox.messages(to=PHONE)] == ["delivered", "scheduled"]
    sandbox.advance("1h")
    reminder = sandbox.messages(to=PHONE)[-1]
    assert (reminder["state"], reminder["sentAt"]) == ("delivered", "2026-01-02T09:00:00.000Z")
    assert reminder["body"].startswith("Your appointment is on 03 January at 09:00.")


@pytest.mark.parametrize("text, state", [("YES", "confirmed"), (" no ", "cancelled"), ("Who is this?", "booked")])
def test_a_reply_to_the_reminder_changes_the_appointment(user, sandbox, text, state):
    book(user)
    sandbox.advance("1d")
    sandbox.reply(PHONE, "DEMO", text)
    sandbox.settle()
    assert [webhook["state"] for webhook in sandbox.webhooks()] == ["succeeded"]
    assert state_of(user) == state


def test_a_reply_that_was_not_signed_with_the_secret_changes_nothing(user, sandbox):
    reminder = book(user)["reminder"]
    payload = {"message": "NO", "message_uuid": reminder, "mo_uuid": "1"}
    assert post_webhook(user, payload, b"another secret", "1767258000") == 401
    assert state_of(user) == "booked"


def test_a_signed_reply_is_refused_when_it_is_replayed_later(user, sandbox):
    reminder = book(user)["reminder"]
    payload = {"message": "NO", "message_uuid": reminder, "mo_uuid": "1"}
    sandbox.advance("6m")
    assert post_webhook(user, payload, b"a secret for tests", "1767258000") == 401
    assert post_webhook(user, payload, b"a secret for tests", "1767258360") == 200
    assert state_of(user) == "cancelled"


def post_webhook(user, payload, secret, timestamp):
    body = json.dumps(payload, separators=(",", ":")).encode()
    text = base64.b64encode(body) + f".emulator.{timestamp}".encode()
    signature = base64.b64encode(hmac.new(secret, text, hashlib.sha256).digest()).decode()
    headers = {"signature": signature, "timestamp": timestamp, "environment": "emulator"}
    request = urllib.request.Request(f"{user.url}/webhook", body, headers, method="POST")
    try:
        with urllib.request.urlopen(request, timeout=30) as response:
            return response.status
    except urllib.error.HTTPError as error:
        with error:
            return error.code
