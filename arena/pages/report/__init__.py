"""The page of an experiment: what was found, in sentences, tables and plots, and a CSV for each.

`model.py` is what an experiment says, `plots.py` and `scales.py` turn it into drawings, `write.py`
makes the files.
"""
