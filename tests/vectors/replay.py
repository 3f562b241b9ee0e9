"""Driving ``campaign_record replay`` in this process, as a club would from its shell."""

import json
from io import StringIO
from pathlib import Path
from typing import Any

from django.core.management import call_command

HERE = Path(__file__).parent


def replay(*files: Path | str, folder: Path = HERE) -> tuple[list[dict[str, Any]], str, int]:
    """Objects on standard output, the text on standard error, and the exit status."""
    out, err, status = StringIO(), StringIO(), 0
    names = [str(file if isinstance(file, Path) else folder / f"{file}.toml") for file in files]
    try:
        call_command("campaign_record", "replay", *names, "--json", stdout=out, stderr=err)
    except SystemExit as left:
        status = int(left.code or 0)
    return [json.loads(line) for line in out.getvalue().splitlines()], err.getvalue(), status


def war(file: Path | str, folder: Path = HERE) -> dict[str, Any]:
    """The war of a sound file in which every die was asked for."""
    (told,), errors, status = replay(file, folder=folder)
    assert (status, errors) == (0, ""), errors or told
    return told


def last(file: Path | str, folder: Path = HERE) -> dict[str, Any]:
    """The last year of that war."""
    told: dict[str, Any] = war(file, folder)["years"][-1]
    return told


def refusal(file: Path | str, folder: Path = HERE) -> str:
    """Why a file is refused."""
    (told,), errors, status = replay(file, folder=folder)
    assert status == 2
    assert errors.strip() == told["refused"]
    return str(told["refused"])
