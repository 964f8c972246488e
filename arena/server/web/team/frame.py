"""What all pages of a team share: who has signed in, and the links at the top."""

from starlette.requests import HTTPConnection

from arena.pages.site.render import Nav
from arena.server.facts import SiteFacts
from arena.server.web.core.pages import words_of
from arena.server.web.core.refused import Refused
from arena.server.web.core.site import viewer_of

SIGN_IN = "/sign-in"
PAGES = {"/team/": "own", "/team/games": "games", "/team/practice": "practice"}


def require_team(connection: HTTPConnection) -> str:
    """The key of the team that has signed in. All others are sent to the sign-in."""
    viewer = viewer_of(connection)
    if not viewer.team:
        raise Refused(303, "Sign in with the code of your team.", {"Location": SIGN_IN})
    return viewer.team


def area_nav(facts: SiteFacts, here: str) -> list[Nav]:
    words = words_of(facts)
    return [Nav(words(f"site.area.nav.{key}"), path, path == here) for path, key in PAGES.items()]
