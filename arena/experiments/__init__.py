"""Experiments: each plays many games to answer a question, and writes a page with the answer.

`experiment.py` defines an experiment. `running.py` plays its games on all cores and saves
them. `catalogue.py` lists all experiments. Each one is a module of its own in `studies/`.
"""
