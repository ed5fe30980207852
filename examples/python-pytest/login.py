"""One-time codes: six digits, valid for five minutes, for five guesses and for one login."""

import hashlib
import hmac
import secrets
from datetime import timedelta
from threading import Lock

LIFETIME = timedelta(minutes=5)
GUESSES = 5


class LoginCodes:
    """Issues and redeems codes. Keeps a keyed hash of each code, never the code."""

    def __init__(self, now):
        self._now = now
        self._key = secrets.token_bytes(32)
        self._issued = {}
        self._lock = Lock()

    def issue(self, phone):
        """Returns a new code. It replaces the previous one of this phone."""
        code = f"{secrets.randbelow(1_000_000):06}"
        issued = {"hash": self._hash(phone, code), "expires_at": self._now() + LIFETIME, "guesses_left": GUESSES}
        with self._lock:
            self._issued[phone] = issued
        return code

    def redeem(self, phone, guess):
        """Returns whether the guess is the valid code of this phone."""
        now = self._now()
        with self._lock:
            issued = self._issued.get(phone)
            if issued is None or now >= issued["expires_at"] or issued["guesses_left"] == 0:
                return False
            issued["guesses_left"] -= 1
            if not hmac.compare_digest(issued["hash"], self._hash(phone, guess)):
                return False
            del self._issued[phone]
            return True

    def _hash(self, phone, code):
        return hmac.new(self._key, f"{phone} {code}".encode(), hashlib.sha256).digest()
