"""Makes a Python application follow the clock of an emulator.

    MESSAGING_EMULATOR_URL=http://127.0.0.1:4010 python3 follow_clock.py app.py

The time of `datetime` and `time` is that of the emulator, and each `threading.Timer` runs when the emulator's clock reaches
it. `time.sleep` and the timeouts of connections stay on the machine's time.
"""

import heapq
import itertools
import json
import os
import runpy
import sys
import threading
import urllib.request
from datetime import datetime, timedelta

from freezegun import freeze_time


class FollowedClock:
    """The clock of an emulator or of a sandbox, with the timers that wait for it."""

    def __init__(self, control_url, name):
        self._control_url = control_url
        self._timers = []
        self._order = itertools.count()
        self._lock = threading.RLock()
        joined = self._call("/followers", {"name": name})
        self._path = f"/followers/{joined['id']}"
        self.now = parse(joined["now"])
        self._time = freeze_time(self.now).start()

    def follow(self):
        """Opens the stream of events. Moves of time wait for this process from now on."""
        stream = urllib.request.urlopen(f"{self._control_url}{self._path}/events")
        threading.Thread(target=self._listen, args=[stream], daemon=True).start()

    def add(self, seconds, function):
        """Runs a function after some time of the emulator. Returns the entry, which `remove` takes."""
        with self._lock:
            entry = [self.now + timedelta(milliseconds=round(seconds * 1000)), next(self._order), function]
            heapq.heappush(self._timers, entry)
            self._report(0)
            return entry

    def remove(self, entry):
        with self._lock:
            if entry in self._timers:
                self._timers.remove(entry)
                heapq.heapify(self._timers)

    def _listen(self, stream):
        for line in stream:
            if line.startswith(b"data: "):
                self._reach(json.loads(line[len(b"data: ") :]))

    def _reach(self, event):
        """Sets the clock. Until the application is quiet, it also runs the timers that are due."""
        now = parse(event["now"])
        with self._lock:
            if event["jump"]:  # Time was replaced: timers keep the time that was left.
                for entry in self._timers:
                    entry[0] += now - self.now
            self.now = now
            self._time.move_to(now)
        requests = 0
        while event["until"] == "quiet" and (function := self._take_due()):
            requests += 1  # It may have called another application, which then has work at this instant, too.
            try:
                function()
            except Exception:  # As in a thread of its own, the error of one timer does not stop the others.
                sys.excepthook(*sys.exc_info())
        self._report(event["tick"], requests)

    def _take_due(self):
        with self._lock:
            if self._timers and self._timers[0][0] <= self.now:
                return heapq.heappop(self._timers)[2]
        return None

    def _report(self, tick, requests=0):
        with self._lock:
            next_timer = f"{self._timers[0][0].isoformat(timespec='milliseconds')}Z" if self._timers else None
            self._call(f"{self._path}/reached", {"tick": tick, "nextTimerAt": next_timer, "requests": requests})

    def _call(self, path, body):
        data = json.dumps(body).encode()
        with urllib.request.urlopen(f"{self._control_url}{path}", data) as response:
            return json.load(response)


def parse(instant):
    """The emulator's time as freezegun takes it: in UTC, without a zone."""
    return datetime.fromisoformat(instant.replace("Z", "+00:00")).replace(tzinfo=None)


def followed_timer(clock):
    """Returns a `threading.Timer` that waits for a followed clock."""

    class Timer(threading.Timer):
        _entry = None

        def start(self):
            self._entry = clock.add(self.interval, lambda: self.function(*self.args, **self.kwargs))

        def cancel(self):
            clock.remove(self._entry)

    return Timer


def follow_clock(control_url, name="python"):
    """Makes this process follow a clock, from now until its end."""
    clock = FollowedClock(control_url, name)
    threading.Timer = followed_timer(clock)
    clock.follow()
    return clock


def control_url_of(environment):
    """The control address of MESSAGING_EMULATOR_URL, and of MESSAGING_EMULATOR_SANDBOX if it is set."""
    sandbox = environment.get("MESSAGING_EMULATOR_SANDBOX")
    control_url = f"{environment['MESSAGING_EMULATOR_URL'].rstrip('/')}/_emulator"
    return f"{control_url}/sandboxes/{sandbox}" if sandbox else control_url


if __name__ == "__main__":
    sys.argv = sys.argv[1:]
    sys.path[0] = os.path.dirname(os.path.abspath(sys.argv[0]))
    follow_clock(control_url_of(os.environ), name=os.path.basename(sys.argv[0]))
    runpy.run_path(sys.argv[0], run_name="__main__")
