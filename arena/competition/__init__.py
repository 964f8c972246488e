"""Competitions: one file describes each, and one folder has all its data."""
