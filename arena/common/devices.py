"""Names that Windows reserves for devices, such as CON: there, no file or folder can have them."""

DEVICES = frozenset(
    ["con", "prn", "aux", "nul", *[f"{port}{n}" for port in ("com", "lpt") for n in range(10)]]
)


def is_device(name: str) -> bool:
    """Does Windows refuse a file or folder of this name? What follows the first dot is free."""
    return name.casefold().partition(".")[0].rstrip() in DEVICES
