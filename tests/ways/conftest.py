"""Ways go through the commands, as a person does, so their fixtures are those of `tests/cli`."""

from cli.conftest import arena, in_an_empty_folder, shell, started

__all__ = ["arena", "in_an_empty_folder", "shell", "started"]
