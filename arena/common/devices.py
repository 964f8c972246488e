"""Names that Windows reserves for devices, such as CON. No file or folder can have such a name
there."""

DEVICES = frozenset(
    ["con", "prn", "aux", "nul", *[f"{port}{n}" for port in ("com", "lpt") for n in range(10)]]
)


def is_device(name: str) -> bool:
    """Does Windows refuse a file or folder of this name? It looks only at the part before a dot."""
    return name.casefold().partition(".")[0].rstrip() in DEVICES
