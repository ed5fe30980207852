"""The journey of journey.spec.ts, from Python."""

import pytest

PHONE = "447700900123"


def request_code(browser, sandbox, **after):
    assert browser.request("POST", "/login/code", {"phone": PHONE})[0] == 202
    message = sandbox.wait_for_message(to=PHONE, pattern=r"\d{6}", **after)
    return message["match"][0], message["messageUuid"]


def log_in(browser, code):
    return browser.request("POST", "/login", {"phone": PHONE, "code": code})[0]


@pytest.mark.parametrize("answer", ["YES", "NO"])
def test_a_customer_logs_in_is_reminded_tomorrow_and_replies(browser, sandbox, answer):
    expired, uuid = request_code(browser, sandbox)
    sandbox.advance("6m")
    assert log_in(browser, expired) == 401
    code, _ = request_code(browser, sandbox, after=uuid)
    assert log_in(browser, code) == 200
    assert browser.request("POST", "/appointments")[0] == 201
    sandbox.advance("1d")
    assert "tomorrow" in sandbox.messages(to=PHONE)[-1]["body"]
    sandbox.reply(PHONE, "DEMO", answer)
    sandbox.settle()
    assert [webhook["state"] for webhook in sandbox.webhooks()] == ["succeeded"]
    assert browser.request("GET", "/replies") == (200, {"replies": [answer]})
