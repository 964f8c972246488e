"""The cards with the codes of the teams, as a page to print."""

from collections.abc import Sequence
from typing import NamedTuple

import segno
from markupsafe import Markup

from arena.competition.config.folder import Competition
from arena.competition.results.page_facts import words_for
from arena.pages.site.data.scene import display_name
from arena.pages.site.render import Pages

SIGN_IN = "sign-in"  # the page at which the link of a card arrives
STYLE = "cards.css"


class CodeCard(NamedTuple):
    team: str
    code: str


class ShownCard(NamedTuple):
    team: str
    code: str
    picture: Markup  # the QR code, as SVG that we have made


def card_page(competition: Competition, cards: Sequence[CodeCard], url: str) -> str:
    """The page with a card for each team. The code is in the link's fragment (decision 49)."""
    words, name = words_for(competition, None), display_name(competition.settings.name)
    address = f"{url.rstrip('/')}/{SIGN_IN}"
    shown = [
        ShownCard(display_name(each.team), each.code, _picture(f"{address}#{each.code}"))
        for each in cards
    ]
    title = words("site.cards.title")
    return Pages(words, name).alone("cards.html", title, (STYLE,), cards=shown, address=address)


def _picture(link: str) -> Markup:
    svg = segno.make(link, error="m", micro=False).svg_inline(scale=4, border=2, omitsize=True)
    return Markup(svg)
