"""The token with which a projector opens the show. The database has only its hash.

It stands in the fragment of the address, which browsers send to no server. The page sends it in the
header of each request, and only /show looks at it. So it opens the show, and nothing else.
"""

import hmac
import secrets
from hashlib import sha256

from arena.store.store import Store

NOTE = "show token"
SCHEME = "show "  # of the header Authorization
ADDRESS = "/show#"


def new_address(store: Store) -> str:
    """A new address of the projector page. The one before ends."""
    token = secrets.token_urlsafe(18)
    store.set_note(NOTE, _hash(token))
    return ADDRESS + token


def end_address(store: Store) -> None:
    """End the address of the projector page, and make no other one."""
    store.set_note(NOTE, "")


def opens_show(store: Store, header: str) -> bool:
    """Does this header Authorization have the token?"""
    known = store.note(NOTE)
    is_ours = header[: len(SCHEME)].lower() == SCHEME
    given = _hash(header[len(SCHEME) :].strip()) if is_ours else ""
    return bool(known) and hmac.compare_digest(given, known)


def _hash(token: str) -> str:
    return sha256(token.encode()).hexdigest()
