"""The projector page of a show, and the files that it needs. Web imports it."""

from functools import cache
from importlib.resources import files

from arena.pages.site.render import Pages, asset
from arena.pages.words import Words

SCRIPT, STYLE = "show.js", "show.css"
# The parts of the replay viewer that draw a table, and then the show.
VIEWER_SCRIPTS = ("frames.js", "table.js", "parts.js", "messages.js")
VIEWER_STYLES = ("viewer.css", "parts.css", "cards.css")
SCENES = ("match.js", "scenes.js", "stage.js")
POLICY = (
    "default-src 'none'; style-src 'self'; img-src data:; connect-src 'self'; base-uri 'none'; "
    "form-action 'none'"
)
TEXTS = {  # the texts that the scripts of the page use
    key.rpartition(".")[2]: key
    for key in (
        "site.show.soon",
        "site.show.away",
        "site.show.next",
        "site.show.match",
        "site.show.chance",
        "site.show.turning",
        "site.show.counting",
        "site.show.table",
        "site.show.bracket",
        "site.show.end",
        "site.show.seal",
        "site.show.team",
        "site.show.points",
        "site.show.games",
        "site.show.bye",
        "site.show.by_margin",
        "site.show.by_seed",
    )
}
REMOTE_TEXTS = {
    key.rpartition(".")[2]: key
    for key in (
        "site.show.remote.play",
        "site.show.remote.pause",
        "site.show.remote.on",
        "site.show.remote.paused",
        "site.show.remote.waits",
        "site.show.remote.away",
        "site.show.remote.whole",
        "site.show.remote.count",
        "site.show.remote.leave_out",
        "site.show.remote.take_in",
        "site.show.remote.earlier",
        "site.show.remote.later",
        "site.show.remote.counted",
        "site.show.remote.sure",
        "site.show.remote.sure_rehearsal",
        "site.show.remote.revealing",
        "site.show.remote.revealed",
        "site.show.remote.unseen",
    )
}


def show_page(words: Words, competition: str) -> str:
    """The page without any scene: it is the same for everybody, before and after a show."""
    texts = {name: words(key) for name, key in TEXTS.items()}
    return Pages(words, competition).page(
        "show.html", competition, "/", script=f"assets/{SCRIPT}", policy=POLICY, texts=texts
    )


@cache
def show_files() -> dict[str, str]:
    """The style and the script of the page: name -> content."""
    viewer = files("arena.pages").joinpath("viewer", "static")
    read = [viewer.joinpath(name).read_text("utf-8") for name in VIEWER_SCRIPTS]
    styles = [viewer.joinpath(name).read_text("utf-8") for name in VIEWER_STYLES]
    return {
        SCRIPT: "\n".join([*read, *(asset(f"show/{name}") for name in SCENES)]),
        STYLE: "\n".join([*styles, asset(f"show/{STYLE}")]),
    }
