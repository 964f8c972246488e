"""The options of `arena serve`, as its two services get them."""

from pathlib import Path

from msgspec import Struct


class Options(Struct, frozen=True):
    folder: str
    host: str = "127.0.0.1"
    port: int = 8000
    proxy: str = ""  # the address of the proxy that is trusted to name the client's address
    url: str = ""  # the address that people know
    workers: str = "auto"  # of games
    on: str = ""  # a cluster that plays
    keys: str = ""
    trusted: bool = False
    parent: int | None = None  # the process with which the service ends

    @property
    def place(self) -> Path:
        return Path(self.folder)
