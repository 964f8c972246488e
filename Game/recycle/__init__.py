"""RECYCLE, a language that describes card games: its reader, its checker and its machine.

`forms` turns text into nested forms and `rules`, with `reading`, forms into typed nodes. `checker`
looks at the whole description. `compiler` and `deed_compiler` put the objects of `machine`
together, which work on a `table`; `course` begins a game, `state` is a game of the house. What the
language's first engine does, as far as we know, is in docs/recycle-engine.md.
"""
