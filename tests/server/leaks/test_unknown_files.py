"""Files that no rule names are shown to nobody, wherever they lie."""

import pytest
from support import planted as p
from support.cases import case
from support.crawling import addresses, walk

from arena.competition.config.folder import open_competition
from arena.server.engine.live.lane import LiveLane
from arena.server.web.app import make_app
from arena.server.web.core.site import Site

CANARY = "canary of a file that no rule names"
FILES = (
    "notes.txt", "standings.json.new", "other.json", "other.csv", "other.html", "index.htm",
    "standings.jsonl", "1.txt", "mine.py", ".hidden", "records.jsonl", "newest.json",
)  # fmt: skip
# A killed command of an older version has left these, or an organiser has put them there.
FOLDERS = ("qualifying.new", "qualifying.old", "other", "live", "sealed", "house", "teams")
KNOWN = ("standings.json", "index.html", "records.jsonl.gz", "matches/1.html", "teams/ada.html")
PLACES = ("public", "live", "new", "new/published/public")


def plant(out):
    """Put unknown files and folders into every folder that is there; returns their addresses."""
    found = set()
    for place in PLACES:
        (out / place).mkdir(parents=True, exist_ok=True)
        for folder in [out / place, *(out / place).rglob("*/")]:
            unknown = [each for each in FOLDERS if not (folder / each).exists()]
            names = [*FILES, *[f"{each}/{known}" for each in unknown for known in KNOWN]]
            for path in (folder / name for name in names):
                of_team = place == "live" and folder.name == "teams" and path.suffix == ".html"
                if path.exists() or of_team:  # the engine writes pages of teams that have just come
                    continue
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(f'"{CANARY}"')
                found |= {
                    path.relative_to(out / place).as_posix(),
                    path.relative_to(out).as_posix(),
                }
    return sorted(found)


@pytest.mark.slow
def test_a_file_or_folder_that_no_rule_names_is_shown_to_nobody(cup):
    with open_competition(cup.folder) as competition:
        app = make_app(Site(cup.folder, competition.store, "http://cup.example.org"))
        for state in ("open", "sealed results", "published"):
            p.set_state(cup, competition, state)
            LiveLane().look(competition, competition.now()[0])
            planted = plant(competition.out)
            assert len(planted) > 100
            values = dict.fromkeys(("phase", "receipt", "number", "page", "game", "name", "id"), ())
            starts = addresses(app, values | {"path": planted})
            for role in p.ROLES:
                with case((state, role)):
                    seen = walk(app, [*starts, "/"], p.headers_of(cup, role))
                    assert [each.target for each in seen if CANARY in str(each.texts)] == []
