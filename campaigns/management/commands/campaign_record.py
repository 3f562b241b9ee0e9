"""Campaign records on the command line:  campaign_record replay FILE… [--json]

``replay`` sends files through the campaign rules without touching the database. The format is ``docs/campaign-record.md``.
"""

import argparse
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandParser
from django.utils.translation import gettext as _

from campaigns.narration import Book, problem_text, sentence
from campaigns.rules.places import Refused
from campaigns.rules.record import Played, play
from campaigns.rules.recordfile import BYTES, parse, read
from rulesets.contract import Problem

REFUSED = 2


class Unread(Exception):
    """A file that cannot be opened. The text says why, in the words of the system."""


class Command(BaseCommand):
    help = "Play campaign records through the rules, without touching the database."
    # Nothing here needs the tables, the templates or the addresses of the site.
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        verbs = parser.add_subparsers(dest="verb", required=True, parser_class=argparse.ArgumentParser)
        replay = verbs.add_parser("replay", help="play files through the campaign rules and print what follows")
        replay.add_argument("files", nargs="+", metavar="FILE", help="a record, as TOML or JSON")
        replay.add_argument("--json", action="store_true", help="print one JSON object a line")
        replay.set_defaults(run=self.replay)

    def handle(self, *args: Any, **options: Any) -> None:
        options["run"](**options)

    # --- replay ---------------------------------------------------------------------------------------

    def replay(self, *, files: list[str], **options: Any) -> None:
        """Print what each file comes to. A refused one stops no other; exit status 2 when there was one."""
        refused = 0
        for name, played in _each(files):
            if isinstance(played, str):
                refused += 1
                self._refuse(name, played, alone=len(files) == 1, as_json=options["json"])
                continue
            for warning in played.warnings:
                self.stderr.write(f"{name}: {complaint(warning)}")
            self.stdout.write(_line(played.report()) if options["json"] else story(played))
        if refused:
            sys.exit(REFUSED)

    def _refuse(self, name: str, reason: str, *, alone: bool, as_json: bool) -> None:
        if as_json:
            self.stdout.write(_line({"file": name, "refused": reason}))
        else:
            self.stdout.write(_("%(file)s is refused: %(reason)s") % {"file": name, "reason": reason})
        if alone:
            self.stderr.write(reason)


def _each(files: list[str]) -> Iterator[tuple[str, Played | str]]:
    """Each file with the war that follows from it, or with the reason why it is refused."""
    for name in files:
        try:
            yield name, play(read(parse(_bytes(name))))
        except Refused as refused:
            yield name, complaint(refused.problem)
        except Unread as error:
            yield name, str(error)


def _bytes(name: str) -> bytes:
    """The bytes of a file; one byte more than is allowed is enough to know that there are too many."""
    try:
        with Path(name).open("rb") as file:
            return file.read(BYTES + 1)
    except (OSError, ValueError) as error:
        raise Unread(getattr(error, "strerror", None) or str(error)) from error


def complaint(problem: Problem) -> str:
    """``PLACE: REASON``; a file that cannot be read at all has no place in it."""
    text = problem_text(problem)
    return f"{problem.place}: {text}" if problem.place else text


def story(played: Played) -> str:
    """A war for people to read: year by year, each fact a sentence."""
    book = Book.of(played.rules.pack, played.state, readings=played.rules.readings)
    lines, year = [played.name], None
    for move in played.log:
        if move.year != year:
            year = move.year
            lines += ["", _("Year %(year)s") % {"year": year}]
        lines += [f"  {sentence(happening, book)}" for happening in move.happenings]
    return "\n".join(lines)


def _line(value: dict[str, Any]) -> str:
    return json.dumps(value, ensure_ascii=False)
