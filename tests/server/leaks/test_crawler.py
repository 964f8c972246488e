"""Nobody gets a secret by any address of the site, in any state of a phase."""

import pytest
from sqlalchemy import text
from support import planted as p
from support.cases import case
from support.crawling import Unknown, addresses, walk

from arena.competition.config.folder import open_competition
from arena.server.engine.live.lane import LiveLane
from arena.server.engine.show.staging import open_live_show
from arena.server.web.app import make_app
from arena.server.web.core import site as core_site
from arena.server.web.core.site import Site
from arena.store.live.own_games import own_games

SHOWN = ("open", "live", "published")  # states in which everybody sees results
OWN_SEALED = "sealed results"  # the state in which a team does not see its own games
KINDS = {"seed", "sign-in", "place", "contact", "code", "upload", "practice", "log", "house",
         "result", "hands", "game", "desk"}  # fmt: skip


def may_see(kind: str, owner: str, role: str, state: str) -> bool:
    """What the rules of the house say about a secret, without asking the code."""
    if kind in ("seed", "sign-in"):
        return False
    if kind == "desk":
        return role == "organiser"
    if kind == "place":  # the log of organisers names files of the server
        return role == "organiser"
    if role == "organiser":
        return True
    if kind in ("contact", "code", "upload", "practice"):
        return role == owner
    if kind == "log":
        return role == owner and state not in ("open", OWN_SEALED)
    if kind == "house":
        return state == "published"
    if kind == "hands":
        is_known = role in p.TEAMS and state not in ("open", OWN_SEALED)
        return is_known or state in ("live", "published")
    if kind == "game":  # the id: it depends on the hashes of the bots
        return state == "published"
    assert kind == "result"
    return state in SHOWN or (role == owner and state != OWN_SEALED)


def values_of(planted, role="public"):
    """The values that parameters of routes may have. Of many files of a kind, there are two.

    Ways out of a folder do not depend on the role: one tries them.
    """
    out, kinds = planted.folder / "Out", {}
    for path in sorted(out.rglob("*")):
        if path.is_file():
            kinds.setdefault((path.parent, path.suffix), []).append(path)
    inside = [path.relative_to(out).as_posix() for some in kinds.values() for path in some[:2]]
    paths = [path.partition("/")[2] for path in inside if path.startswith(("public/", "live/"))]
    if role == "public":
        paths += [f"{way}{path}" for path in inside for way in ("../", "..%2f")]
    return {
        "path": paths,
        "phase": [p.PHASE, "final", "nothing"],
        "receipt": planted.receipts,
        "number": ["1", "2", "3"],
        "page": ["1", "2"],
        "game": [game for games in planted.games.values() for game in games[:2]],
        "name": [*planted.practices, "area.css", "area.js", "show.css", "show.js"],
        "id": ["0" * 12],  # of a scene: `test_show.py` has shows
    }


def leaks(planted, app, state, roles=p.ROLES):
    """The secrets that these roles get in this state, with the addresses at which they do."""
    found = set()
    for role in roles:
        starts = addresses(app, values_of(planted, role))
        for seen in walk(app, starts, p.headers_of(planted, role)):
            assert seen.status != 500, seen.target
            for kind, owner in planted.found(seen.texts):
                if not may_see(kind, owner, role, state):
                    found.add((kind, owner, role, seen.target))
    return found


@pytest.mark.slow
def test_no_address_gives_a_secret_to_somebody_whose_it_is_not(cup):
    assert {kind for kind, _ in cup.marks.values()} >= KINDS - {"hands", "result"}
    with open_competition(cup.folder) as competition:
        app = make_app(Site(cup.folder, competition.store, "http://cup.example.org"))
        for state in p.STATES:
            p.set_state(cup, competition, state)
            with case(state):
                assert leaks(cup, app, state) == set()


def test_the_walk_reaches_what_each_role_may_see(cup):
    """Otherwise the test above would prove nothing."""
    reached = {}
    with open_competition(cup.folder) as competition:
        app = make_app(Site(cup.folder, competition.store, "http://cup.example.org"))
        for state in ("open", "live", "published"):
            p.set_state(cup, competition, state)
            for role in ("ada", "public"):
                starts = addresses(app, values_of(cup, "ada"))
                for seen in walk(app, starts, p.headers_of(cup, role)):
                    kinds = {kind for kind, _ in cup.found(seen.texts)}
                    reached.setdefault((state, role), set()).update(kinds)
        for target in ("/desk", "/desk/everything"):
            for seen in walk(app, [target], p.headers_of(cup, "organiser")):
                reached.setdefault(target, set()).update(k for k, _ in cup.found(seen.texts))
    assert reached["/desk"] >= {"desk"}
    assert reached["/desk/everything"] >= {"desk", "code", "contact", "log", "hands"}
    own = {"code", "upload", "practice"}
    assert reached["open", "ada"] >= own
    assert reached["live", "ada"] >= own | {"log", "hands"}
    assert reached["published", "ada"] >= own | {"log", "hands", "house", "result"}
    assert reached["published", "public"] >= {"hands", "house", "result", "game"}
    assert not reached["open", "public"] & {"hands", "log", "code"}


def test_it_finds_the_leak_if_everything_is_visible(cup, monkeypatch):
    monkeypatch.setattr(core_site, "visible", lambda *_: True)
    with open_competition(cup.folder) as competition:
        app = make_app(Site(cup.folder, competition.store, "http://cup.example.org"))
        for state in ("open", "sealed"):
            p.set_state(cup, competition, state)
            found = {kind for kind, *_ in leaks(cup, app, state, ["ada"])}
            with case(state):
                assert found >= {"upload", "practice"} | (
                    {"log", "hands"} if state == "open" else set()
                )


def test_a_route_with_an_unknown_parameter_is_an_error(cup):
    with open_competition(cup.folder) as competition:
        app = make_app(Site(cup.folder, competition.store))
        with pytest.raises(Unknown, match="tell the crawler the values of 'receipt'"):
            addresses(app, {name: [] for name in values_of(cup) if name != "receipt"})


@pytest.mark.parametrize("state", ["delayed", "frozen", "sealed", OWN_SEALED])
def test_hidden_results_change_no_byte_of_any_answer(cup, state):
    """The law of the games holds for the site: what a viewer may not know changes nothing."""
    roles = ("public", "bob") if state == OWN_SEALED else ("public", "ada", "dan")
    with open_competition(cup.folder) as competition:
        app = make_app(Site(cup.folder, competition.store, "http://cup.example.org"))
        p.set_state(cup, competition, "open")
        token = open_live_show(competition, p.PHASE).partition("#")[2]
        p.set_state(cup, competition, state)
        LiveLane().look(competition, competition.now()[0])
        starts = addresses(app, values_of(cup, "ada"))
        projector = {"authorization": f"Show {token}"}
        assert walk(app, ["/show/live"], projector)[0].status == 200

        def answers():
            seen_by = {role: walk(app, starts, p.headers_of(cup, role)) for role in roles}
            seen_by["projector"] = walk(app, ["/show/live"], projector)
            return {
                (role, seen.target): (seen.status, seen.texts)
                for role, some in seen_by.items()
                for seen in some
            }

        before = answers()
        _change_results_of_bob(competition)
        LiveLane().look(competition, competition.now()[0])
        after = answers()
        assert {at for at in before if before[at] != after.get(at)} == set()


def _change_results_of_bob(competition):
    """Bob wins where he lost, has more faults, and one game less."""
    ids = [game.id for game in own_games(competition.store, p.PHASE, "Bob")]
    with competition.store.database.writing() as connection:
        swap = "UPDATE game SET result = replace(replace(replace(result, '[0,1]', '[x]'), "
        swap += "'[1,0]', '[0,1]'), '[x]', '[1,0]') WHERE id = :id"
        for id in ids[1:]:
            connection.execute(text(swap), {"id": id})
        connection.execute(text("DELETE FROM game WHERE id = :id"), {"id": ids[0]})
