"""Writes the seeds for the harnesses in Fuzz/ from the recorded transcripts.

usage: fuzz-seeds.py TRANSCRIPTS FOLDER
"""

import hashlib
import json
import pathlib
import re
import sys

transcripts, folder = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])


def seed(harness, data):
    """One seed, named by its content so that equal ones fall together."""
    place = folder / harness
    place.mkdir(parents=True, exist_ok=True)
    (place / hashlib.sha1(data).hexdigest()[:16]).write_bytes(data)


for line in transcripts.read_text(encoding="utf-8").splitlines():
    row = json.loads(line)
    if "hex" not in row:
        continue
    # The first byte is what FrameDecoderFuzz reads as direction, dialect and step.
    choice = (row["direction"] != "C->S") | (row["server"] == "2016") << 1 | 0xFC
    # Long recordings are cut short with dots.
    digits = re.match("(?:[0-9a-f]{2})*", row["hex"]).group()
    data = bytes.fromhex(digits)[:2000]
    seed("FrameDecoderFuzz", bytes([choice]) + data)
    for key in ("content", "text"):
        text = row.get("fields", {}).get(key)
        if isinstance(text, str):
            seed("ContentFuzz", text.encode()[:2000])
            seed("SanitizerFuzz", text.encode()[:2000])

for keys in ("\x1b[A", "\x1b[200~text\x1b[201~", "\x1b[<0;1;2M", "\x1bOP", "\x1b[1;5C", "e\u0301\r", "\x1b]0;t\x07"):
    seed("InputDecoderFuzz", b"\x01" + keys.encode())
    seed("SanitizerFuzz", keys.encode())
