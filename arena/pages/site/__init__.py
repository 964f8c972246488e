"""The static site of a competition: pages that open from a folder, without network or server.

`data` has the facts about the competition and a digest of the records, `moments` finds the best
games, and `drawings` makes charts. Each kind of page has a module with its view model: dataclasses
that are ready to show. `render` puts them into the templates, and `write` writes the files.
"""
