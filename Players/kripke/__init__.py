"""A library for students: the knowledge of players of BoerenBridge, as Kripke models.

It makes models of the hidden cards from a game (`rounds.py`), reads formulas of epistemic logic
(`reading.py`), and says in which worlds they are true (`questions.py`, `asking.py`). You can use
it in a shell, in a notebook and in a bot. `docs/kripke.md` explains it, with examples.

House bots do not import it: it lists worlds one by one, which would make them slow. They compute
the same knowledge from bit masks (`Players/boerenbridge/agents.py`). Tests compare the two:
`tests/kripke/test_worlds.py` and `tests/kripke/test_agents.py`.
"""
