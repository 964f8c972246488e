"""The static site of a competition: pages that open from a folder, without network or server.

`facts` has the data about the competition, `digest` a summary of the records. Each kind of page has
a module with its view model: dataclasses that are ready to show. `render` puts them into the
templates, and `write` writes the files.
"""
