"""What every part of the arena uses: errors, the version, reading files that people name."""
