"""Verifies the signature of a webhook: SIG-2 and SIG-7 of the behavior reference."""

import base64
import hashlib
import hmac
import re

TOLERANCE_SECONDS = 300

# A string, or a run of white space outside strings.
_STRING_OR_SPACE = re.compile(rb'("(?:[^"\\]|\\.)*(?:"|\\?$))|[ \t\r\n]+', re.DOTALL)


def verify(body, headers, secret, now, tolerance=TOLERANCE_SECONDS):
    """Returns the bytes that the signature covers, or None when the request is not genuine.

    body: the bytes as received, before any parser.
    headers: an object with `get`, whose names are lower case or ignore case.
    now: the current time, in seconds since the epoch.
    """
    signature = headers.get("signature") or ""
    timestamp = headers.get("timestamp") or ""
    environment = headers.get("environment")
    if environment is None or not re.fullmatch(r"[0-9]{1,15}", timestamp):
        return None
    sent_at = int(timestamp)
    if sent_at >= 100_000_000_000:  # The unit is milliseconds.
        sent_at /= 1000
    if abs(now - sent_at) > tolerance:
        return None
    # The service signs minified JSON. A service that minifies before sending signs the body as received.
    for candidate in (body, minify(body)):
        text = b".".join([base64.b64encode(candidate), environment.encode("latin-1"), timestamp.encode()])
        expected = base64.b64encode(hmac.new(secret.encode(), text, hashlib.sha256).digest())
        if hmac.compare_digest(expected, signature.encode("latin-1", "replace")):
            return candidate
    return None


def minify(body):
    """Removes white space outside strings. Parsing and serializing again would change numbers and escapes."""
    return _STRING_OR_SPACE.sub(lambda match: match.group(1) or b"", body)
