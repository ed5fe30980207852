"""The shortest program, as it is shown in the guide."""

import os
import subprocess
import sys
from pathlib import Path

PROGRAM = Path(__file__).with_name("first_code.py")


def test_the_program_prints_the_code_on_the_phone(emulator_url):
    environment = {**os.environ, "MESSAGING_EMULATOR_URL": emulator_url}
    printed = subprocess.run([sys.executable, PROGRAM], env=environment, check=True, capture_output=True, text=True)
    assert printed.stdout == "482913\n"
