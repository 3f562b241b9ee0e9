"""Campaign records on the command line:  campaign_record replay FILE… [--json]

``campaign_record import FILE --club SLUG`` and ``campaign_record export CAMPAIGN [--toml]``.

``replay`` sends files through the campaign rules without touching the database. The format is ``docs/campaign-record.md``.
"""

import argparse
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.translation import gettext as _

from campaigns.models import Campaign
from campaigns.narration import Book, problem_text, sentence
from campaigns.rules.places import Refused
from campaigns.rules.record import Played, play
from campaigns.rules.recordfile import BYTES, parse, read
from campaigns.services import records
from clubs import clock
from clubs.models import Club
from rulesets.contract import Problem

REFUSED = 2


class Unread(Exception):
    """A file that cannot be opened. The text says why, in the words of the system."""


class Command(BaseCommand):
    help = "Play campaign records through the rules without touching the database; bring wars in, and take them away."
    # Nothing here needs the tables, the templates or the addresses of the site.
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        verbs = parser.add_subparsers(dest="verb", required=True, parser_class=argparse.ArgumentParser)
        replay = verbs.add_parser("replay", help="play files through the campaign rules and print what follows")
        replay.add_argument("files", nargs="+", metavar="FILE", help="a record, as TOML or JSON")
        replay.add_argument("--json", action="store_true", help="print one JSON object a line")
        replay.set_defaults(run=self.replay)
        bring = verbs.add_parser("import", help="store a file as a war with its whole ledger")
        bring.add_argument("file", metavar="FILE", help="a record, as TOML or JSON")
        bring.add_argument("--club", required=True, metavar="SLUG", help="the club that gets the war")
        bring.set_defaults(run=self.bring_in)
        take = verbs.add_parser("export", help="write a war as a record")
        take.add_argument("campaign", metavar="CAMPAIGN", help="its public id, or its name where only one war has it")
        take.add_argument("--toml", action="store_true", help="TOML instead of JSON")
        take.set_defaults(run=self.take_away)

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

    # --- import and export ----------------------------------------------------------------------------

    def bring_in(self, *, file: str, club: str, **options: Any) -> None:
        """Store a file as a war; exit status 2, and nothing stored, when it is refused."""
        home = Club.objects.filter(slug=club).first()
        if home is None:
            raise CommandError(_("There is no club %(slug)s.") % {"slug": club})
        try:
            raw = _bytes(file)
            war = records.import_record(home, raw=raw, toml=not looks_like_json(file, raw), by=None, now=clock.now())
        except (Unread, records.BadRecord) as refused:
            self.stderr.write(str(refused))
            sys.exit(REFUSED)
        self.stdout.write(war.public_id)

    def take_away(self, *, campaign: str, toml: bool, **options: Any) -> None:
        """Write a war that has begun to standard output."""
        wars = Campaign.objects.select_related("club", "pack").exclude(start="")
        found = list(wars.filter(public_id=campaign)) or list(wars.filter(name=campaign))
        if len(found) != 1:
            raise CommandError(_("There are %(count)s wars of that id or name.") % {"count": len(found)})
        document = records.export_record(found[0])
        self.stdout.write(records.to_toml(document) if toml else records.to_json(document), ending="")

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


def looks_like_json(name: str, raw: bytes) -> bool:
    """By its ending, else by how it begins."""
    if name.lower().endswith((".json", ".toml")):
        return name.lower().endswith(".json")
    return raw.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"{")


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
