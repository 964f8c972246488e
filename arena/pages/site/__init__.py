"""The static site of a competition: pages that open from a folder, without network or server.

`facts` is what the organiser hands in, `digest` what is gathered from the records in one pass. Each
kind of page has a module that prepares what it shows as dataclasses; `render` places that in the
templates, and `write` makes the files.
"""
