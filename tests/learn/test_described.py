"""A described game from a file is an environment like the others."""

from support.paths import ROOT

from arena.learn import SeatEnv, aec_env
from Game.core.stream import Stream
from Game.recycle.user_game import UserGame


def test_a_file_is_an_environment():
    file = ROOT / "Game" / "recycle" / "games" / "agram.gdl"
    env = aec_env(str(file), players="2")
    env.reset(seed=1)
    named = aec_env("agram", players="2")
    named.reset(seed=1)
    seen = [each.observe("seat_0")["observation"].tolist() for each in (env, named)]
    assert seen[0] == seen[1]
    assert len(env.agents) == 2
    assert SeatEnv(str(file), opponents=["random"], players="2").reset(seed=1)


def test_features_tell_stored_texts_apart():
    """In Kuhn poker, only a stored text says whether the other player has checked already."""
    env = aec_env("kuhn")
    env.reset(seed=3)
    first = env.observe("seat_0")["observation"]
    env.step(int(env.observe("seat_0")["action_mask"].argmax()))  # check
    second = env.observe("seat_1")["observation"]
    place = 0
    for block in env.encoder.blocks:
        if block.name.startswith("text_"):
            assert (first[place : place + block.size] != second[place : place + block.size]).any()
            return
        place += block.size
    raise AssertionError("there is no block of texts")


TEXTS = """(game (setup (create players 2) (create deck (game vloc ROW) (deck (SUIT (X, Y)))))
 (choice ((set (game str TRUMP) X) (set (game str TRUMP) (cardatt SUIT (top (game vloc ROW))))
          (set ((current player) str TRUMP) X) (turn pass)))
 (do ((set ((1 player) str SAID) (game str TRUMP)))) (choice ((turn pass))) (scoring max 0))"""


def test_a_learner_sees_the_stored_texts():
    game = UserGame(text=TEXTS, file="texts.rcy")
    encoder = game.make_encoder("")
    first, place = {}, 0
    for block in encoder.blocks:
        first[block.name] = place
        place += block.size
    seen = []
    for option in range(4):
        state = game.deal(Stream(1))
        state.play(option)
        row = list(encoder.row(state, 0))
        texts = [
            place - first["text_TRUMP"]
            for place in range(first["text_TRUMP"], first["turn"])
            if row[place]
        ]
        seen.append(texts)
    # Owners: the game, the seat, the other seat, two teams. Texts: X, Y. Then the same for SAID.
    assert seen == [[0, 10 + 4], [1, 10 + 5], [2], []]
