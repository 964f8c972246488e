"""The admission lane: every file gets its verdict, also while a final is being played."""
