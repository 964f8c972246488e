"""Training: an algorithm plays games against itself and bots, and learns from their results.

`run.py` is the run of `arena train`. `dmc.py`, `dqn.py` and `ppo.py` are the algorithms: each has
its settings, its choice of actions and its update in one file. They share a network (`network.py`),
the games (`collecting.py`) and the matches that measure them (`measuring.py`).
"""
