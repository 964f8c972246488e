"""The page of an experiment: its result in sentences, tables and plots, and CSV files.

`model.py` has the report as data, `plots.py` and `scales.py` compute the drawings, and `write.py`
writes the files.
"""
