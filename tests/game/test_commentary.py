from collections import Counter

import pytest
from support.cases import case
from support.remarks import CHECKS, Said, is_true, played_at_random, sentences

from arena.guest.protocol.verdict import Verdict
from Game import registry
from Game.core.commentary import Moment
from Game.core.picture import Fact, sentence
from Game.core.stream import Stream
from Game.core.words import LANGUAGES, read_words

# How many random games of each kind: enough for each sentence to be said.
GAMES = {"brisca": 40, "boerenbridge": 5, "tarot": 40, "agram": 10}
FEW = 2  # of every other game
OPTIONS = {"tarot": {"deals": "2"}}
# Random games hardly ever come to these. They are tested by positions of their own below.
RARE = {"remark.drawn", "remark.shared", "remark.slam", "remark.defence_won"}


def everything_said(name: str, games: int) -> list[Said]:
    game = registry.find(name)(**OPTIONS.get(name, {}))
    said = []
    for number in range(games):
        said += sentences(game, *played_at_random(game, Stream(number)))
    return said


@pytest.fixture(scope="module")
def said() -> dict[str, list[Said]]:
    return {name: everything_said(name, GAMES.get(name, FEW)) for name in registry.names()}


def test_every_sentence_is_true_in_its_position(said):
    for name, some in said.items():
        for each in some:
            if not is_true(each):
                words = each.game.words("en")
                seats = [f"seat {seat}" for seat in range(each.game.seats)]
                pytest.fail(f"{name}, position {each.at}: {sentence(words, each.fact, seats)}")


def test_every_sentence_of_the_words_has_a_check_and_is_said(said):
    keys = {each.fact.key for some in said.values() for each in some}
    for package, checks in CHECKS.items():
        remarks = {key for key in read_words(package, "en") if key.startswith("remark.")}
        of_faults = {key for key in remarks if key.startswith("remark.fault.")}
        assert remarks - of_faults == {f"remark.{key}" for key in checks}
        assert remarks - of_faults - RARE <= keys


def test_in_a_tarot_of_one_deal_the_defence_wins_and_the_game_is_no_draw():
    game = registry.find("tarot")(deals="1")
    endings = Counter()
    for number in range(12):
        states, seats = played_at_random(game, Stream(number))
        last = [each for each in sentences(game, states, seats) if each.at == len(states) - 1]
        assert all(map(is_true, last))
        winners = game.outcome(states[-1]).ranks.count(0)
        endings[winners] += 1
        assert (last[0].fact.key == "remark.defence_won") == (winners == 2)
        assert (last[0].fact.key == "remark.drawn") == (winners == 3)
    assert endings[1]
    assert endings[2]


def test_a_sentence_is_said_in_every_language(said):
    for some in said.values():
        kinds = {each.fact.key: each for each in some}
        for each in kinds.values():
            for language in LANGUAGES:
                text = sentence(each.game.words(language), each.fact, ["A", "B", "C", "D"])
                assert text
                assert "{" not in text


def test_a_sentence_never_looks_ahead(said):
    # The same moves and cards so far, and other cards in the deck: the table says the same.
    game = registry.find("brisca")()
    commentary = game.commentary()
    states, seats = played_at_random(game, Stream(3))
    for at in range(1, len(states)):
        before, after = states[at - 1].clone(), states[at].clone()
        here = commentary.remarks(Moment(game, before, after, seats[at - 1]))
        if before.deck_left():
            before.set_deck(
                [*before.deck_left()[:4], *before.deck_left()[4:-1][::-1], before.trump]
            )
            after.set_deck(before.deck_left()[len(before.deck_left()) - len(after.deck_left()) :])
            assert commentary.remarks(Moment(game, before, after, seats[at - 1])) == here


def test_every_fault_has_a_sentence():
    game = registry.find("brisca")()
    states, seats = played_at_random(game, Stream(1))
    for verdict in Verdict.__args__:
        with case(verdict):
            moment = Moment(game, states[0], states[1], seats[0], verdict)
            fact = game.commentary().remarks(moment)[0].fact
            assert fact == Fact(f"remark.fault.{verdict}", (), seats[0])
            for language in LANGUAGES:
                assert "Ana" in sentence(game.words(language), fact, ["Ana"] * 4)


def test_sentences_are_not_too_many(said):
    positions = Counter(id(each.states) for some in said.values() for each in some)
    for some in said.values():
        for each in some:
            assert positions[id(each.states)] < 2 * len(each.states)
