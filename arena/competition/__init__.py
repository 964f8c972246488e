"""Competitions: one file describes each, and everything about it lies in one folder."""
