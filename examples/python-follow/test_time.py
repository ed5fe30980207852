"""Time moves for the application and the emulated service together."""

import pytest

PHONE = "447700900123"


@pytest.mark.parametrize("wait, status", [("5m", 200), ("6m", 410)])
def test_a_code_expires_after_five_minutes(application, sandbox, wait, status):
    assert application("/login/code", {"phone": PHONE}) == 202
    code = sandbox.wait_for_message(to=PHONE, pattern=r"(\d{6})")["match"][1]
    sandbox.advance(wait)
    assert application("/login", {"phone": PHONE, "code": code}) == status


def test_a_reminder_is_sent_exactly_one_day_before_the_appointment(application, sandbox):
    assert application("/appointments", {"phone": PHONE, "at": "2026-01-03T10:30:00+00:00"}) == 201
    sandbox.advance("25h")
    assert sandbox.messages(to=PHONE) == []
    sandbox.advance("1h")
    [reminder] = sandbox.messages(to=PHONE)
    assert (reminder["body"], reminder["queuedAt"]) == (
        "Your appointment is on 03 January at 10:30.",
        "2026-01-02T10:30:00.000Z",
    )


def test_many_timers_run_in_order_at_their_own_times(application, sandbox):
    for hour in (15, 12, 18, 9):
        application("/appointments", {"phone": PHONE, "at": f"2026-01-05T{hour:02}:00:00+00:00"})
    sandbox.advance("7d")
    assert [message["queuedAt"] for message in sandbox.messages(to=PHONE)] == [
        f"2026-01-04T{hour:02}:00:00.000Z" for hour in (9, 12, 15, 18)
    ]
