"""What a description becomes: small objects that each do one thing to a table, put together once
for each game. Compiled where there is a C compiler; the same Python where there is none."""
