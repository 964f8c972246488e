"""The check of a seat's number, for compiled positions."""


def check_seat(seat: int, seats: int) -> None:
    """Refuse a seat that does not exist: a bot can give any number, and compiled code would read
    other memory."""
    if not 0 <= seat < seats:
        raise ValueError(f"there is no seat {seat}: the seats are 0 to {seats - 1}")
