"""Middleware: a file for each concern of the boundary to the world."""
