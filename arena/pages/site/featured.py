"""The page of the game that is being shown: a viewer that keeps to the move of the moment."""

import msgspec

from arena.pages.site.data.featured import FILE, FeaturedGame
from arena.pages.site.data.scene import display_name, player_name
from arena.pages.site.output import Output
from arena.pages.site.render import FEATURED
from arena.pages.viewer.document import SiteFrame, featured_page
from arena.pages.viewer.frames import DrawnGame
from arena.pages.viewer.packing import PackedGames, Packer
from arena.pages.words import Words

SCRIPTS = ("stream.js", "featured.js")


def write_featured(
    output: Output,
    words: Words,
    names: tuple[str, str],
    drawn: DrawnGame,
    match: int,
    game: FeaturedGame,
) -> None:
    """Write the page, and the same for programs.

    `names` are those of the competition and of the phase. The readers count matches from 1.
    """
    competition, phase = map(display_name, names)
    packer, games = Packer(words, phase), PackedGames()
    packer.add(drawn, games, game.number, match + 1)
    frame = SiteFrame(
        " \u2013 ".join(player_name(words, name) for name in game.names),
        "../",
        [(competition, "../index.html"), (phase, "index.html")],
        "matches.html",
        SCRIPTS,
    )
    shown = {"started_at": game.started_at.isoformat(), "pace": game.pace, "file": FILE}
    output.write(FEATURED, featured_page(packer, games, frame, shown))
    output.write(FILE, msgspec.json.encode(game).decode() + "\n")
