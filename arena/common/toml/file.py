"""Reads a file of TOML: its data and the lines of its keys, or a sentence on why it cannot be read.

Nothing here knows the subject of the file.
"""

import re
import tomllib
from pathlib import Path
from typing import Any

from arena.common.errors import ArenaError
from arena.common.input_files import decode_text
from arena.common.toml.lines import TomlLines

# How the parser of the standard library writes the place of an error.
PLACE = re.compile(r"(.*) \(at (?:line (\d+), column (\d+)|end of document)\)", re.DOTALL)


def text_of(path: Path) -> str:
    """The text of a file in UTF-8, as editors on any system write it.

    A missing file raises FileNotFoundError, and the caller says what to do.
    """
    try:
        data = path.read_bytes()
    except (FileNotFoundError, NotADirectoryError):
        raise FileNotFoundError(path) from None
    except IsADirectoryError:
        raise ArenaError(f"{path} is a folder, but must be a file") from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise ArenaError(f"{path} cannot be read: {reason}") from None
    return decode_text(data, path, ", save the file in that encoding")


def parse_toml(text: str, path: Path) -> tuple[dict[str, Any], TomlLines]:
    """The data in the text of the file at `path`, and the line of each key."""
    text = text.replace("\r\n", "\n")
    try:
        return tomllib.loads(text), TomlLines(text)
    except RecursionError:
        raise ArenaError(f"{path}: tables or lists are nested too deep in it") from None
    except ValueError as error:  # also for a number with thousands of digits, without a line
        match = PLACE.fullmatch(str(error))
        reason, line, column = match.groups() if match else (str(error), None, None)
        at = f"column {column}" if line else "the end"
        line = line or text.count("\n") + 1
        where = f", line {line}" if match else ""
        at = f", at {at}" if match else ""
        raise ArenaError(f"{path}{where}: this is not TOML: {reason}{at}") from None
