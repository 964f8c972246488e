"""A described game from a file is an environment like the others."""

from support.paths import ROOT

from arena.learn import aec_env


def test_a_file_is_an_environment():
    file = ROOT / "Game" / "recycle" / "games" / "agram.gdl"
    env = aec_env(str(file), players="2")
    env.reset(seed=1)
    named = aec_env("agram", players="2")
    named.reset(seed=1)
    seen = [each.observe("seat_0")["observation"].tolist() for each in (env, named)]
    assert seen[0] == seen[1]
    assert len(env.agents) == 2
