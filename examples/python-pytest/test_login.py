"""Login by one-time code, as a browser does it."""

import pytest

PHONE = "447700900123"
CODE = r"^(\d{6}) is your code"


def request_code(browser, sandbox, phone=PHONE):
    """Asks for a code and reads it from the phone. `after` excludes older codes."""
    earlier = sandbox.messages(to=phone)
    assert browser.request("POST", "/login/code", {"phone": phone})[0] == 202
    after = {"after": earlier[-1]["messageUuid"]} if earlier else {}
    return sandbox.wait_for_message(to=phone, pattern=CODE, **after)["match"][1]


def test_the_code_on_the_phone_opens_a_session(browser, sandbox):
    assert browser.log_in(PHONE, request_code(browser, sandbox)) == 200
    assert browser.request("GET", "/appointments") == (200, {"appointments": []})


def test_a_code_opens_one_session_only(browser, sandbox):
    code = request_code(browser, sandbox)
    assert [browser.log_in(PHONE, code), browser.log_in(PHONE, code)] == [200, 401]


@pytest.mark.parametrize("wait, status", [("4m59s", 200), ("5m", 401)])
def test_a_code_expires_after_five_minutes(browser, sandbox, wait, status):
    code = request_code(browser, sandbox)
    for part in wait.replace("m", "m ").split():
        sandbox.advance(part)
    assert browser.log_in(PHONE, code) == status


def test_a_new_code_replaces_the_previous_one(browser, sandbox):
    old = request_code(browser, sandbox)
    new = request_code(browser, sandbox)
    assert [browser.log_in(PHONE, old), browser.log_in(PHONE, new)] == [401 if old != new else 200, 200]


def test_five_wrong_guesses_use_up_a_code(browser, sandbox):
    code = request_code(browser, sandbox)
    wrong = f"{(int(code) + 1) % 1_000_000:06}"
    assert [browser.log_in(PHONE, wrong) for _ in range(5)] == [401] * 5
    assert browser.log_in(PHONE, code) == 401


def test_a_code_of_another_phone_does_not_open_a_session(browser, sandbox):
    code = request_code(browser, sandbox)
    assert browser.log_in("447700900124", code) == 401


def test_a_browser_without_a_session_sees_no_appointments(browser):
    assert browser.request("GET", "/appointments")[0] == 401


def test_the_application_reports_that_a_code_was_not_sent(browser, sandbox):
    sandbox.add_fault(method="POST", path="/message", status=503)
    assert browser.request("POST", "/login/code", {"phone": PHONE}) == (503, {"error": "not_sent"})
    assert sandbox.messages() == []


def test_an_invalid_phone_number_is_refused_before_anything_is_sent(browser, sandbox):
    assert browser.request("POST", "/login/code", {"phone": "12 ab"})[0] == 400
    assert sandbox.messages() == []
