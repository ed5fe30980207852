"""The verifier accepts and rejects the same requests as the verifier of the packages."""

import base64
import json
import os
from pathlib import Path

from webhook import verify

CASES = os.environ.get("MESSAGING_WEBHOOK_CASES") or Path(__file__).with_name("webhook-cases.json")


def test_every_case_of_the_corpus_has_the_verdict_of_the_packages():
    with open(CASES, encoding="utf-8") as file:
        corpus = json.load(file)
    verdicts = {True: 0, False: 0}
    for case in corpus["cases"]:
        body = base64.b64decode(case["body"])
        accepted = verify(body, case["headers"], corpus["secret"], corpus["now"], corpus["tolerance"]) is not None
        assert accepted == case["accepted"], case["title"]
        verdicts[accepted] += 1
    assert min(verdicts.values()) > 10
