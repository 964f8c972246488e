"""What is announced at a table of BoerenBridge, move by move: the lines of its message box.

The sentences, and the names of the seats, are those of the program that the game comes from.
Everything here is public: it is told from what each seat's view says alike.
"""

from Game.boerenbridge.deck import RANKS, SEATS
from Game.boerenbridge.tricks import players
from Game.boerenbridge.view import BoerenBridgeView, Past
from Game.core.cards import FRENCH
from Game.core.picture import Fact, sentence
from Game.core.turn import OVER

PLACES = ("North", "East", "South", "West")  # what the seats are called, clockwise

WORDS: dict[str, dict[str, str]] = {
    "North": {"en": "North", "es": "Norte", "nl": "Noord"},
    "East": {"en": "East", "es": "Este", "nl": "Oost"},
    "South": {"en": "South", "es": "Sur", "nl": "Zuid"},
    "West": {"en": "West", "es": "Oeste", "nl": "West"},
    "suit C": {"en": "Clubs", "es": "Tréboles", "nl": "Klaveren"},
    "suit D": {"en": "Diamonds", "es": "Diamantes", "nl": "Ruiten"},
    "suit H": {"en": "Hearts", "es": "Corazones", "nl": "Harten"},
    "suit S": {"en": "Spades", "es": "Picas", "nl": "Schoppen"},
    "rank J": {"en": "Jack", "es": "Jota", "nl": "Boer"},
    "rank Q": {"en": "Queen", "es": "Reina", "nl": "Vrouw"},
    "rank K": {"en": "King", "es": "Rey", "nl": "Heer"},
    "rank A": {"en": "Ace", "es": "As", "nl": "Aas"},
    "say round": {"en": "Round {0} starts, number of cards: {1}",
                  "es": "Empieza la ronda {0}, número de cartas: {1}",
                  "nl": "Ronde {0} begint, aantal kaarten: {1}"},
    "say trump": {"en": "Trump is {0}, {seat} has to open the game",
                  "es": "El triunfo es {0}, {seat} tiene que abrir el juego",
                  "nl": "Troef is {0}, {seat} moet het spel openen"},
    "say bid": {"en": "Player {seat} guesses {0} wins",
                "es": "El jugador {seat} apuesta por {0} bazas",
                "nl": "Speler {seat} gokt op {0} slagen"},
    "say change": {"en": "Player {seat} changes to guessing {0} wins",
                   "es": "El jugador {seat} cambia su apuesta a {0} bazas",
                   "nl": "Speler {seat} verandert zijn gok in {0} slagen"},
    "say suit": {"en": "Trick suit is {0}", "es": "El palo de la baza es {0}",
                 "nl": "De kleur van de slag is {0}"},
    "say plays": {"en": "Public Announcement: Player {seat} plays {0} of {1}",
                  "es": "Anuncio público: el jugador {seat} juega {0} de {1}",
                  "nl": "Openbare aankondiging: speler {seat} speelt {1} {0}"},
    "say void": {"en": "Public Announcement: Player {seat} does not have suit {0}",
                 "es": "Anuncio público: el jugador {seat} no tiene el palo {0}",
                 "nl": "Openbare aankondiging: speler {seat} heeft niet de kleur {0}"},
    "say takes": {"en": "Player {seat} wins the trick", "es": "El jugador {seat} gana la baza",
                  "nl": "Speler {seat} wint de slag"},
    "say round over": {"en": "Round {0} has ended", "es": "La ronda {0} ha terminado",
                       "nl": "Ronde {0} is afgelopen"},
    "say game over": {"en": "The game has ended", "es": "La partida ha terminado",
                      "nl": "De partij is afgelopen"},
}  # fmt: skip


def latest(view: BoerenBridgeView) -> tuple[Fact, ...]:
    """What is announced as this position comes about."""
    if not view.said and view.past:
        before = _of_round(len(view.past) - 1, view.past[-1])
        return (*before[-1], *_of_round(view.round, _current(view))[0])
    said = _of_round(view.round, _current(view))[-1]
    return (*said, Fact("say game over")) if view.turn == OVER else said


def announcements(view: BoerenBridgeView) -> list[str]:
    """All that was announced so far, in English, from the start of the game."""
    rounds = [*view.past, _current(view)]
    facts = [
        fact
        for number, each in enumerate(rounds)
        for move in _of_round(number, each)
        for fact in move
    ]
    if view.turn == OVER:
        facts.append(Fact("say game over"))
    return [sentence(WORDS, "en", fact, PLACES) for fact in facts]


def _current(view: BoerenBridgeView) -> Past:
    """The round that is being played, as if it were one to look back on."""
    return Past(view.cards, view.trump, view.opener, view.said, view.played, view.won)


def _of_round(number: int, this: Past) -> list[tuple[Fact, ...]]:
    """What is announced at the start of a round, and with each of its moves."""
    story: list[tuple[Fact, ...]] = [
        (
            Fact("say round", (number + 1, this.cards)),
            Fact("say trump", (_suit(this.trump),), this.opener),
        )
    ]
    for place, bid in enumerate(this.said):
        changed = place == SEATS
        seat = (this.opener + min(place, SEATS - 1)) % SEATS
        story.append((Fact("say change" if changed else "say bid", (bid,), seat),))
    seats = players(this.played, this.opener, this.trump)
    for place, card in enumerate(this.played):
        seat, suit, rank = seats[place], card // RANKS, FRENCH.suits[0].ranks[card % RANKS]
        led = this.played[place - place % SEATS] // RANKS
        said = [Fact("say plays", (_rank(rank), _suit(suit)), seat)]
        if place % SEATS == 0:
            said.append(Fact("say suit", (_suit(suit),)))
        elif suit != led:
            said.append(Fact("say void", (_suit(led),), seat))
        if place % SEATS == SEATS - 1:
            said.append(Fact("say takes", (), seats[place + 1]))
        story.append(tuple(said))
    if len(this.played) == SEATS * this.cards:
        story[-1] = (*story[-1], Fact("say round over", (number + 1,)))
    return story


def _suit(suit: int) -> str:
    return f"suit {FRENCH.suits[suit].letter}"


def _rank(rank: str) -> str | int:
    """A rank as its word, or as the number that it is."""
    return int(rank) if rank.isdecimal() else f"rank {rank}"
