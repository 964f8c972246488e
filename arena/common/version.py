"""The version of Card Arena, as it is written into records, pages and reports."""

__version__ = "0.1.0"
