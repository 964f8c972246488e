# expect: fine
# levels: sandbox docker process
"""Sets timers that interrupt itself, with and without a handler."""

import signal

from Players.Player import Player


class Bot(Player):
    def think(self, observation, budget):
        if observation.main_deck.len() == 28:  # in the first trick
            signal.signal(signal.SIGALRM, lambda number, frame: None)
            signal.setitimer(signal.ITIMER_REAL, 0.001, 0.001)
            signal.signal(signal.SIGPROF, lambda number, frame: None)
            signal.setitimer(signal.ITIMER_PROF, 0.001, 0.001)
        return observation.get_list_actions()[0]
