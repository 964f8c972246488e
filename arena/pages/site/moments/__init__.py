"""The best moments of a phase: found in its games, shown as tiles, and kept in its summary."""
