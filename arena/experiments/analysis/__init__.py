"""Properties of a game: how much choice the players have, how much luck decides, and how much
thinking helps.

`arms.py` says which games are played, `games.py` plays and `estimates.py` thinks, `sums.py` adds
up, `measures.py` has the definitions, `results.py` turns sums into figures with intervals, and
`report.py` and `answer.py` say what was found.
"""
