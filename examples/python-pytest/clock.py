"""The application asks one function for the time, so that tests can decide what it returns."""

from datetime import datetime, timezone

from messaging import call


def system_clock():
    """Returns the machine's time, for production."""
    return datetime.now(timezone.utc)


def emulator_clock(control_url):
    """Returns a function that reads the time of an emulator or of a sandbox."""

    def now():
        text = call("GET", f"{control_url}/clock")["now"]
        return datetime.fromisoformat(text.replace("Z", "+00:00"))

    return now
