"""Reads files of settings in TOML. Mistakes are reported with their lines, all at once."""
