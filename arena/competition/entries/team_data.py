"""The data of a team: its members, an address, and whether it belongs to the university.

The names of the members are public: they are on the certificate. The address is private.
"""

import re
from dataclasses import dataclass
from typing import Self

from arena.common.errors import ArenaError
from arena.common.name_looks import why_unreadable
from arena.guest.protocol.safe_text import plain
from arena.store.store import Team

MOST_MEMBERS = 12
LONGEST_MEMBER = 60  # characters
LONGEST_CONTACT = 100
ADDRESS = re.compile(r"[^@\s]+@[^@\s]+")


@dataclass(frozen=True)
class TeamData:
    """The data that a team gives. A field that is None stays unchanged."""

    members: tuple[str, ...] | None = None
    contact: str | None = None
    university: bool | None = None  # does at least one member belong to it?

    def check(self) -> Self:
        """Return this data. A mistake in it raises an `ArenaError`."""
        if self.members is not None:
            _check_members(self.members)
        if self.contact and (
            not ADDRESS.fullmatch(self.contact)
            or plain(self.contact) != self.contact
            or len(self.contact) > LONGEST_CONTACT
        ):
            raise ArenaError(
                f"{plain(self.contact)!r:.120} is no mail address: write one such as "
                f"ana@example.org, at most {LONGEST_CONTACT} characters"
            )
        return self

    def added_to(self, team: Team) -> Team:
        """The team with this data."""
        return team._replace(
            members=team.members if self.members is None else self.members,
            contact=team.contact if self.contact is None else self.contact,
            university=team.university if self.university is None else self.university,
        )


NO_DATA = TeamData()


def _check_members(members: tuple[str, ...]) -> None:
    if len(members) > MOST_MEMBERS:
        raise ArenaError(f"A team has at most {MOST_MEMBERS} members, and these are {len(members)}")
    for number, name in enumerate(members):
        shown = f"{plain(name)!r:.80}"
        if not name.strip() or plain(name) != name or len(name) > LONGEST_MEMBER:
            raise ArenaError(
                f"{shown} is not possible as the name of a member: write one line of text, at most "
                f"{LONGEST_MEMBER} characters"
            )
        if reason := why_unreadable(name):
            raise ArenaError(
                f"The member {number + 1} has a name that nobody can read: {reason}. Write it in "
                f"letters"
            )
        if name in members[:number]:
            raise ArenaError(f"The member {shown} is there twice: leave one out")
