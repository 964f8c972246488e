"""How times are shown to people: in the time zone of this machine, to the minute."""

from datetime import datetime


def minute(time: datetime) -> str:
    return time.astimezone().strftime("%Y-%m-%d %H:%M")
