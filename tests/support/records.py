"""Records of played games, for comparisons."""

import json
from pathlib import Path
from typing import Any


def without_times(folder: Path) -> list[dict[str, Any]]:
    """The records in a folder, without times and hosts, in the order of their ids."""
    records = []
    for path in sorted(folder.rglob("*.jsonl")):
        for line in path.read_text().replace(str(folder), "").splitlines():
            record = json.loads(line)
            record.pop("host", None)
            for move in record["moves"]:
                for measured in ("us", "cpu", "waited"):
                    move.pop(measured, None)
            records.append(record)
    return sorted(records, key=lambda record: record["id"])
