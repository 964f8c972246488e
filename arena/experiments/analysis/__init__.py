"""Properties of a game: how much choice the players have, how much luck decides, and how much
thinking helps.

`arms.py` lists the games to play. `games.py` plays them, with the player in `estimates.py`.
`sums.py` adds up their numbers, and `measures.py` defines the measures. `results.py` turns sums
into figures with intervals. `report.py` and `answer.py` write the page.
"""
