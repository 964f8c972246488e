"""Sign-in, and the pages that only a team sees."""
