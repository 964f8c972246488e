"""Experiments: many games played to answer a question, and a page that answers it.

What an experiment is stands in `experiment.py`, how its games are played on all cores and kept in
`running.py`, which there are in `catalogue.py`. Each one is a module of its own.
"""
