"""The machine that plays described games: small objects that each do one thing to a table.

The compiler puts them together once for each game. The modules with a `.pxd` are compiled if there
is a C compiler, and give the same results if there is none.
"""
