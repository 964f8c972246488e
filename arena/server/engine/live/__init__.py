"""The live lane: tells web what has happened, in facts, pages and events.

It looks at the database, so it shows all games, also those that `arena run` plays.
"""
