"""RoboBrisca positions for the tests: made from text, shown as text, played at random."""

from Game.brisca.game import Brisca
from Game.brisca.state import BriscaState
from Game.Card import Card
from Game.CardCollection import CardCollection
from Game.core.stream import Stream
from Game.GameState import GameState
from Game.Observation import Observation


def card(text: str) -> Card:
    return Card(text[0], int(text[1:]))


def cards(texts: str | list[str]) -> CardCollection:
    words = texts.split() if isinstance(texts, str) else texts
    collection = CardCollection()
    collection.add_cards([card(word) for word in words])
    return collection


def observation(
    hands: str,
    *,
    table: str = "",
    trump: str = "O2",
    deck: str = "",
    won: str = "| | |",
    turn: int = 0,
) -> Observation:
    """An observation from text such as hands="O7 E1 C12 | E2 | C3 | B4".

    It comes from the constructor that bots use.
    """
    return Observation(
        cards(deck),
        [cards(hand) for hand in hands.split("|")],
        card(deck.split()[-1] if deck else trump),
        [cards(pile) for pile in won.split("|")],
        turn,
        4,
        cards(table),
        -1,
    )


def game_state(state: BriscaState) -> GameState:
    position = GameState()
    position.lay_out(state)
    return position


def after(seed: int, moves: int) -> BriscaState:
    """The state after this number of random moves."""
    state, dice = Brisca().deal(Stream(seed), seed % 4), Stream(seed)
    for _ in range(moves):
        state.play(dice.choice(state.legal()))
    return state


def seen(seed: int, moves: int) -> Observation:
    """The observation of the seat to play, after this number of random moves."""
    state = after(seed, moves)
    return Observation.of(Brisca(), state.view(state.turn), Stream(seed))


def row(collection: CardCollection) -> list[str]:
    return [str(held) for held in collection.get_cards()]


def snapshot(position: Observation | GameState) -> dict[str, object]:
    """All that can be read from a position."""
    return {
        "hands": [row(hand) for hand in position.hands],
        "deck": row(position.main_deck),
        "trump": str(position.trump_card),
        "won": [row(pile) for pile in position.won_cards],
        "turn": position.turn,
        "table": row(position.playing_cards),
        "actions": [str(action) for action in position.get_list_actions()],
        "over": position.is_terminal(),
    }


def spoil(position: Observation) -> None:
    """Change an observation in all the ways in which a careless bot may change it."""
    for collection in [*position.hands, *position.won_cards]:
        collection.clear()
        collection.add_card(card("O1"))
    position.playing_cards.add_card(card("O3"))
    position.main_deck.l_cards.reverse()
    position.main_deck = CardCollection()
    position.hands[1] = cards("E1 E2 E3")
    position.won_cards.reverse()
    position.trump_card = card("B7")
    position.turn = 3
    position.winner = 1
