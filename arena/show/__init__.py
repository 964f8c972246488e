"""The show of a phase that was played before: what is made from its records, before it is shown.

`script` has the forms of the files. The projector page and the organiser's remote read them.
"""
