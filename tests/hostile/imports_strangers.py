# expect: load
# levels: sandbox docker process
"""Imports a package that is installed but not allowed for bots."""

import click

from Players.Player import Player


class Bot(Player):
    name = click.__name__
