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


def test_features_tell_stored_texts_apart():
    """In Kuhn poker, only a stored text says whether the other player has checked already."""
    env = aec_env("kuhn")
    env.reset(seed=3)
    first = env.observe("seat_0")["observation"]
    env.step(int(env.observe("seat_0")["action_mask"].argmax()))  # check
    second = env.observe("seat_1")["observation"]
    place = 0
    for block in env.encoder.blocks:
        if block.name == "texts":
            assert (first[place : place + block.size] != second[place : place + block.size]).any()
            return
        place += block.size
    raise AssertionError("there is no block of texts")
