"""`arena experiment kripke-learning`: what do the Kripke features of BoerenBridge change?

The same network learns with each set of features, from the same number of decisions and with the
same seeds. Then all networks play the same duplicate deals against the same bots. `training.py`
makes the networks, `playing.py` plays the deals, `tactics.py` says what is counted in them, and
`report.py` and `answer.py` make the page.
"""
