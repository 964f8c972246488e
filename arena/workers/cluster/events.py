"""What happens in a cluster, as the engine hears it."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Begun:
    """A machine begins a block."""

    key: str
    address: str


@dataclass(frozen=True)
class LateOutcome:
    """A machine that was lost has come back, with the result of a block."""

    data: bytes


@dataclass(frozen=True)
class MachineLeft:
    """A machine is gone."""

    address: str
    keys: frozenset[str]  # the blocks that it had
    expected: bool  # did it say so before?


@dataclass(frozen=True)
class BlockEnd:
    """A block is over: its outcome, or why there is none."""

    key: str
    data: bytes | None
    error: BaseException | None = None


Event = Begun | LateOutcome | MachineLeft | BlockEnd
