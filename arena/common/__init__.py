"""Used by every part of the arena: errors, the version, reading input files."""
