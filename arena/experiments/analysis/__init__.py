"""What a game is like: how much there is to choose, what luck decides, and what thinking adds.

`arms.py` says which games are played, `games.py` plays and `estimates.py` thinks, `sums.py` adds
up, `measures.py` has the definitions, `results.py` turns sums into figures with intervals, and
`report.py` and `answer.py` say what was found.
"""
