"""An army as a table: what a spreadsheet saves or a person pastes, in English, Spanish or Italian; and back.

Nothing is guessed that could be read in two ways, and every refusal names the line, the column and what was found there.
"""

import csv
import io
from typing import Any

from msgspec import Struct

from campaigns.rules import armywords as words
from campaigns.rules.armies import Army, check_character, check_unit, clean_text
from campaigns.rules.recordfile import UNITS
from campaigns.rules.state import Character, Unit
from rulesets.contract import Problem

BYTES = 1024 * 1024
# Every unit and every character that an army can have.
MOST_LINES = 2 * UNITS
DELIMITERS = "\t;,"
# What a spreadsheet would take for a formula when it stands first in a cell.
FORMULA = ("=", "+", "-", "@", "\t", "\r")
SHORT = {3: ("name", "figures", "points"), 4: ("name", "figures", "points", "command")}
"""What the columns of a narrow table without a header are; a wider one has them in the order of ``FULL``."""
FULL = ("name", "arm", "grade", "native", "figures", "points", "command", "break_points", "rank")
PAST = ("status", "wounds", "deeds", "skills", "traits")
UNIT_ONLY = ("figures", "command", "break_points")


class CsvResult(Struct, frozen=True, kw_only=True):
    """What could be read, and what could not. ``problems[].data`` has ``line`` and ``column`` where they are known.

    Lines with a problem are not in the army. Whether the army as a whole may stand is for ``armies.check_army``.
    """

    army: Army
    problems: list[Problem]


class _Refused(Exception):
    """The table as a whole cannot be read."""

    def __init__(self, problem: Problem):
        super().__init__(problem.code)
        self.problem = problem


def refuse(code: str, **data: Any) -> _Refused:
    return _Refused(Problem(code=code, data=data))


def from_csv(source: str | bytes, *, under_way: bool = False) -> CsvResult:
    """Read a pasted or uploaded table. Separators are found by themselves; a header is optional.

    ``under_way``: units may have no figures left, and characters may carry wounds, deeds, skills and traits.
    """
    problems: list[Problem] = []
    try:
        rows = _rows(source if isinstance(source, str) else _decoded(source))
        layout = _layout(rows, problems)
        army = Army() if problems else _army(layout, problems, under_way=under_way)
    except _Refused as refused:
        return CsvResult(army=Army(), problems=[refused.problem])
    return CsvResult(army=army, problems=problems)


def text_of(raw: bytes) -> str:
    """An uploaded table as text, to be shown and put right; empty where it is none (``from_csv`` says why)."""
    try:
        return _decoded(raw).removeprefix("\ufeff")
    except _Refused:
        return ""


# --- From bytes to rows -------------------------------------------------------------------------------


def _decoded(raw: bytes) -> str:
    """UTF-8 with or without a mark, UTF-16 with one, else what older spreadsheets on Windows write."""
    if len(raw) > BYTES:
        raise refuse("table_too_large", size=BYTES // 1024)
    marked = raw[:2] in (b"\xff\xfe", b"\xfe\xff")
    for encoding in ("utf-16",) if marked else ("utf-8-sig", "cp1252"):
        try:
            text = raw.decode(encoding)
        except UnicodeDecodeError:
            continue
        if "\0" in text:
            break
        return text
    raise refuse("table_not_text")


def _rows(text: str) -> list[tuple[int, list[str]]]:
    """Lines with something in them, each with its number."""
    if len(text) > BYTES:
        raise refuse("table_too_large", size=BYTES // 1024)
    text = text.removeprefix("\ufeff")
    lines = text.splitlines()
    skip = 0
    if lines and lines[0].lower().startswith("sep=") and len(lines[0]) == 5:
        delimiter, skip = lines[0][4], 1
    else:
        delimiter = _delimiter(lines)
    rows: list[tuple[int, list[str]]] = []
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter)
    start = 1
    try:
        for cells in reader:
            if start > skip and any(cell.strip() for cell in cells):
                rows.append((start, [cell.strip() for cell in cells]))
            start = reader.line_num + 1
    except csv.Error as error:
        raise refuse("table_not_text") from error
    if not rows:
        raise refuse("table_empty")
    if len(rows) > MOST_LINES + 1:
        raise refuse("too_many_lines", lines=len(rows), most=MOST_LINES)
    return rows


def _delimiter(lines: list[str]) -> str:
    """What separates the cells: whatever stands most often, outside quotes, in the first line that has any of it."""
    for line in lines:
        bare = "".join(line.split('"')[::2])
        counts = {delimiter: bare.count(delimiter) for delimiter in DELIMITERS}
        if any(counts.values()):
            return max(counts, key=lambda delimiter: counts[delimiter])
    return ";"


# --- Which column is which ----------------------------------------------------------------------------

type _Rows = list[tuple[int, list[str]]]


class _Layout(Struct, frozen=True, kw_only=True):
    """Where each column stands and what the table calls it, how many there are, and the lines below the header."""

    columns: dict[str, int]
    labels: dict[str, str]
    width: int
    body: _Rows


def _layout(rows: _Rows, problems: list[Problem]) -> _Layout:
    line, first = rows[0]
    if not _is_header(first):
        names = SHORT.get(max(len(cells) for _line, cells in rows), FULL)
        columns = {name: place for place, name in enumerate(names)}
        return _Layout(columns=columns, labels={}, width=len(names), body=rows)
    columns, labels = {}, {}
    for place, found in enumerate(first):
        name = words.COLUMNS.get(words.plain(found), "")
        if found and not name:
            known = ", ".join(map(words.title, words.KEPT_COLUMNS))
            problem = Problem(code="unknown_column", data={"found": found[:40], "known": known})
            problems.append(_placed(problem, line, found[:40]))
        elif name in columns:
            problems.append(_placed(Problem(code="column_twice", data={"found": found[:40]}), line, found[:40]))
        elif name and name != words.IGNORED:
            columns[name], labels[name] = place, found
    missing = [name for name in ("name", "points") if name not in columns]
    problems += [_placed(Problem(code="column_missing"), line, name) for name in missing]
    return _Layout(columns=columns, labels=labels, width=len(first), body=rows[1:])


def _is_header(cells: list[str]) -> bool:
    """A header names columns; a line of an army has a number in it."""
    known = sum(words.plain(cell) in words.COLUMNS for cell in cells)
    return known >= 2 or not any(cell[:1].isdigit() for cell in cells)


def _placed(problem: Problem, line: int, column: str = "") -> Problem:
    place = f"line {line}, column {column}" if column else f"line {line}"
    return Problem(
        code=problem.code, data={**problem.data, "line": line, "column": column}, rule=problem.rule, place=place
    )


# --- One line -----------------------------------------------------------------------------------------


class _Line:
    """The cells of one line by the names of their columns."""

    def __init__(self, number: int, cells: list[str], layout: _Layout):
        self.at, self.labels = number, layout.labels
        self.cells = {name: cells[place] for name, place in layout.columns.items() if place < len(cells)}
        self.problems: list[Problem] = []

    def refuse(self, code: str, *, column: str = "", **data: Any) -> None:
        self.add(Problem(code=code, data=data), column)

    def add(self, problem: Problem, column: str) -> None:
        self.problems.append(_placed(problem, self.at, self.labels.get(column, column)))

    def text(self, column: str) -> str:
        """A text as it is kept; the quote that guards it from a spreadsheet is taken off."""
        found = self.cells.get(column, "")
        if found.startswith("'") and found.lstrip("'").startswith(FORMULA):
            found = found[1:]
        return clean_text(found)

    def number(self, column: str, default: int | None = None) -> int:
        """A whole number; ``12,0`` and ``12.0`` are 12, ``12,5`` and ``1.000`` are refused."""
        found = self.cells.get(column, "")
        if not found:
            if default is None:
                self.refuse("cell_missing", column=column)
            return default or 0
        value = words.whole(found)
        if value is None:
            self.refuse("not_whole", column=column, found=found[:40])
            return default or 0
        return value

    def word[Value](self, column: str, known: words.Known[Value], default: Value) -> Value:
        found = self.cells.get(column, "")
        if not found:
            return default
        if (value := known.get(words.plain(found))) is None:
            self.refuse("unknown_word", column=column, found=found[:40], known=known.told)
            return default
        return value

    def numbers(self, column: str) -> tuple[int, ...]:
        """Several whole numbers with spaces, ``+``, ``/`` or ``|`` between them."""
        found = self.cells.get(column, "")
        parts = words.split(found, " +/|")
        values = [words.whole(part) for part in parts]
        if None in values:
            self.refuse("not_whole", column=column, found=found[:40])
            return ()
        return tuple(value for value in values if value is not None)


def _army(layout: _Layout, problems: list[Problem], *, under_way: bool) -> Army:
    units: list[Unit] = []
    characters: list[Character] = []
    names: dict[tuple[str, str], int] = {}
    for number, cells in layout.body:
        line = _Line(number, cells, layout)
        if any(cells[layout.width :]):
            line.refuse("too_many_cells", cells=len(cells), columns=layout.width)
        elif (rank := _rank(line)) is not None:
            one = _character(line, rank, under_way=under_way)
            _add(line, "character", one, names, characters)
        else:
            unit = _unit(line, under_way=under_way)
            _add(line, "unit", unit, names, units)
        problems += line.problems
    if len(units) > UNITS:
        raise refuse("too_many_units", units=len(units), most=UNITS)
    return Army(units=tuple(units), characters=tuple(characters))


def _add[One: (Unit, Character)](
    line: _Line, kind: str, one: One, names: dict[tuple[str, str], int], into: list[One]
) -> None:
    """Keep what a line says, if it is sound and its id is new."""
    first = names.setdefault((kind, one.id), line.at)
    if first != line.at and one.id:
        line.refuse("name_taken", column="id" if "id" in line.cells else "name", first=first, found=one.id)
    if not line.problems:
        into.append(one)


def _rank(line: _Line) -> str | None:
    """The rank of a character; None for a unit. A type says which it is, or a rank does."""
    kind = line.word("type", words.KINDS, "")
    rank = line.word("rank", words.RANKS, "")
    if kind == "unit":
        if rank:
            line.refuse("not_for_units", column="rank")
        return None
    if kind == "character":
        return rank or "leader"
    return rank or kind or None


def _unit(line: _Line, *, under_way: bool) -> Unit:
    name = line.text("name")
    for column in PAST:
        if line.cells.get(column):
            line.refuse("not_for_units", column=column)
    worth = line.number("break_points", 0) if line.cells.get("break_points") else None
    unit = Unit(
        id=line.text("id") or name,
        name=name,
        arm=line.word("arm", words.ARMS, "infantry"),  # type: ignore[arg-type]
        grade=line.word("grade", words.GRADES, "common"),  # type: ignore[arg-type]
        native=line.word("native", words.TRUTHS, False),
        figures=line.number("figures"),
        points=line.number("points"),
        command=line.number("command", 0),
        break_points=worth,
    )
    _check(line, check_unit(unit, "", under_way=under_way))
    return unit


def _character(line: _Line, rank: str, *, under_way: bool) -> Character:
    name = line.text("name")
    for column in UNIT_ONLY:
        # Somebody who counts heads writes 1.
        if line.cells.get(column, "") not in ("", "0", "1"):
            line.refuse("not_for_characters", column=column)
    one = Character(
        id=line.text("id") or name,
        name=name,
        rank=rank,  # type: ignore[arg-type]
        native=line.word("native", words.TRUTHS, False),
        points=line.number("points"),
        status=line.word("status", words.STATUSES, "ready"),  # type: ignore[arg-type]
        wounds=line.numbers("wounds"),
        deeds=line.number("deeds", 0),
        skills=line.numbers("skills"),
        traits=tuple(clean_text(part) for part in words.split(line.cells.get("traits", ""), "|") if part.strip()),
    )
    _check(line, check_character(one, "", under_way=under_way))
    return one


def _check(line: _Line, found: list[Problem]) -> None:
    """Ranges and names, each at its column; what could not be read at all is told once only."""
    told = {str(problem.data["column"]) for problem in line.problems}
    for problem in found:
        column = problem.place.rpartition(".")[2]
        if line.labels.get(column, column) not in told:
            line.add(problem, column)


# --- To a table ---------------------------------------------------------------------------------------


def to_csv(army: Army, *, delimiter: str = ",") -> str:
    """An army as a table that ``from_csv`` reads back the same. Columns that nothing needs are left out."""
    rows = [*(_unit_row(unit) for unit in army.units), *(_character_row(one) for one in army.characters)]
    wanted = [name for name in words.KEPT_COLUMNS if name in _ALWAYS or any(row.get(name) for row in rows)]
    out = io.StringIO(newline="")
    writer = csv.writer(out, delimiter=delimiter)
    writer.writerow(map(words.title, wanted))
    for row in rows:
        writer.writerow([_guarded(row.get(name, "")) for name in wanted])
    return out.getvalue()


_ALWAYS = ("name", "arm", "grade", "native", "figures", "points", "command", "rank")


def _unit_row(unit: Unit) -> dict[str, str]:
    return {
        "id": unit.id if unit.id != unit.name else "",
        "name": unit.name,
        "arm": unit.arm,
        "grade": unit.grade,
        "native": "yes" if unit.native else "no",
        "figures": str(unit.figures),
        "points": str(unit.points),
        "command": str(unit.command),
        "break_points": "" if unit.break_points is None else str(unit.break_points),
    }


def _character_row(one: Character) -> dict[str, str]:
    return {
        "id": one.id if one.id != one.name else "",
        "name": one.name,
        "native": "yes" if one.native else "no",
        "points": str(one.points),
        "rank": one.rank,
        "status": one.status if one.status != "ready" else "",
        "wounds": " ".join(map(str, one.wounds)),
        "deeds": str(one.deeds or ""),
        "skills": " ".join(map(str, one.skills)),
        "traits": "|".join(one.traits),
    }


def _guarded(text: str) -> str:
    """A text that a spreadsheet must not take for a formula; one that looks guarded already is guarded once more."""
    bare = text.lstrip("'")
    return f"'{text}" if bare.startswith(FORMULA) else text
