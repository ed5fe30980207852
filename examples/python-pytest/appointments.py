"""Appointments with a reminder one day ahead. The customer replies YES or NO."""

from datetime import timedelta
from threading import Lock


class Appointments:
    """Books appointments, schedules their reminders and takes replies."""

    def __init__(self, client, sender, now):
        self._client = client
        self._sender = sender
        self._now = now
        self._booked = {}
        self._seen = set()
        self._lock = Lock()

    def book(self, phone, at):
        """Books an appointment. The reminder is sent 24 hours before it, or now if that time has passed."""
        text = f"Your appointment is on {at:%d %B at %H:%M}. Reply YES to confirm or NO to cancel."
        send_at = at - timedelta(days=1)
        message = self._client.send(phone, self._sender, text, send_at if send_at > self._now() else None)
        appointment = {"phone": phone, "at": at.isoformat(), "state": "booked", "reminder": message["messageUuid"]}
        with self._lock:
            self._booked[message["messageUuid"]] = appointment
        return appointment

    def list(self, phone):
        """Returns the appointments of a phone."""
        with self._lock:
            return [dict(one) for one in self._booked.values() if one["phone"] == phone]

    def receive(self, inbound):
        """Takes an inbound message. A retry of the same webhook has no effect."""
        answer = {"YES": "confirmed", "NO": "cancelled"}.get(inbound["message"].strip().upper())
        with self._lock:
            appointment = self._booked.get(inbound["message_uuid"])
            if inbound["mo_uuid"] in self._seen:
                return
            self._seen.add(inbound["mo_uuid"])
            if appointment is not None and answer is not None:
                appointment["state"] = answer
