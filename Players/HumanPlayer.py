import sys
from typing import ClassVar

from Game.core import Refusal
from Players.Player import Player
from Players.terminal.board import Board
from Players.terminal.help import help_text
from Players.terminal.hint import hint
from Players.terminal.labels import drop_word, label_choices, list_labels, order_choices, say_labels
from Players.terminal.screen import Screen


class Left(KeyboardInterrupt):
    """The person has left the table. The arena stops. This does not count as a fault."""


class HumanPlayer(Player):
    """You, at the terminal. You see the view of your seat, and have no time limit."""

    on_the_clock = False
    # The command that runs the game writes on this board. All persons at this terminal share it,
    # so each message is read once.
    board: ClassVar[Board] = Board()

    def __init__(self):
        self.screen = None
        self.planned = []  # the texts of further choices that were typed in the same line

    def think(self, observation, budget):
        if self.screen is None:
            picture = observation.game.picture()
            self.screen = Screen(picture.deck if picture else "", sys.stdout)
        choices = self.sorted_choices(observation)
        if len(choices) == 1:
            self.board.add(f"your only choice is {choices[0]}: it is played for you")
            return choices[0]
        return self.next_planned_choice(choices) or self.ask(observation, choices)

    def sorted_choices(self, observation):
        actions = observation.get_list_actions()
        return [actions[i] for i in order_choices(self.screen.faces, [*map(str, actions)])]

    def labels(self, choices):
        """What stands before the bracket of each choice."""
        return label_choices(self.screen.faces, [*map(str, choices)])

    def drop_word(self, answer, choices):
        """The number alone, if the answer is a bid with its word."""
        return drop_word(self.screen.faces, [*map(str, choices)], answer)

    def next_planned_choice(self, choices):
        """The next choice of the line that was typed before, if it is still possible."""
        if not self.planned:
            return None
        text, *rest = self.planned
        action = next((each for each in choices if str(each) == text), None)
        self.planned = rest
        if action is None or self.board.has_shown_cards:
            self.board.add(f"not played, because the game has changed: {', '.join([text, *rest])}")
            self.planned = []
            return None
        return action

    def ask(self, observation, choices):
        """Show the position, and ask until the answer is a choice."""
        try:
            self.show_position(observation, choices)
            while not (action := self.ask_once(observation, choices)):
                pass
        except (BrokenPipeError, EOFError):  # the terminal is gone, or Ctrl-D
            raise Left from None
        return action

    def show_position(self, observation, choices):
        """Print the messages since you were last asked, the position, and the choices."""
        show = self.screen.show
        if lines := self.board.take():
            print(f"\n{self.screen.rule('Messages')}")
            print(show("\n".join(lines)))
            print(self.screen.rule())
        print(f"\n{show(observation.table_text())}")
        labelled = map("{}) {}".format, self.labels(choices), choices)
        print(self.screen.row(["Your choice:", *labelled]))

    def ask_once(self, observation, choices):
        """Ask once. None if the answer was not a choice."""
        # `input` loses a Ctrl-C that comes while it writes, so everything is written before.
        print(f"{list_labels(self.labels(choices))}, ? for help: ", end="", flush=True)
        try:
            answer = input().strip()
        except UnicodeDecodeError:
            answer = "that"  # cannot be read
        if action := self.find_action(answer, observation, choices):
            return action
        if answer.lower() == "q":
            raise Left
        if answer.lower() == "h":
            print(self.screen.show(hint(observation)))
        elif answer == "?":
            print(help_text(observation, choices, self.screen))
        else:
            return self.take_several(answer, observation, choices)
        return None

    def find_action(self, answer, observation, choices):
        """The action that the answer means: its label in the list, or a text that the game reads.

        None if the answer means no action.
        """
        answer = self.drop_word(answer, choices)
        for label, action in zip(self.labels(choices), choices, strict=True):
            face = self.screen.faces.find(str(action))
            names = (face.sign, face.letters) if face else ()
            if answer.upper() in (label.upper(), f"{label.upper()})", str(action).upper(), *names):
                return action
        try:
            number = observation.game.read_action(observation.world(), answer)
        except Refusal:
            return None
        return observation.action(number)

    def take_several(self, answer, observation, choices):
        """The first action of an answer that names several; the others are planned.

        None if one of them is not a choice, or occurs twice.
        """
        parts = []
        for part in map(str.strip, answer.split(",")):
            part = self.drop_word(part, choices)
            is_one = self.find_action(part, observation, choices)
            parts += [part] if is_one else part.split()
        actions = []
        for part in parts or [answer]:
            action = self.find_action(part, observation, choices)
            if action is None or action in actions:
                why = "not one of the choices" if action is None else "there twice"
                what = say_labels(self.labels(choices))
                print(f"{part!r} is {why}: type {what}, or ? for help.")
                return None
            actions.append(action)
        self.planned = [str(each) for each in actions[1:]]
        return actions[0]
