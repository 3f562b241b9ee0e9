"""Documents that a club types in: read from TOML, JSON or a table, and every fault with its line and column."""

import csv
import io
import json
import re
import tomllib
from collections.abc import Iterator, Mapping
from typing import Any

import msgspec
from msgspec import Struct

from battles.models.dataset import Form
from rulesets.canonical import NotPlain, require_plain
from rulesets.contract import DataKind, Furnished, Json, Problem, Tabular

LONGEST, MOST_LINES, DEEPEST = 400_000, 20_000, 12
"""Letters and lines of a text, and levels of a document."""
_TOML_AT = re.compile(r"\(?at line (\d+), column (\d+)\)?|\(at end of document\)")
_STEP = re.compile(r"([^.\[\]]+)|\[(\d+)\]")
_HEAD = re.compile(r"\s*(\[\[?)\s*([^\[\]]+?)\s*\]\]?\s*(?:#.*)?$")
_KEY = re.compile(r"\s*([A-Za-z0-9_-]+|\"[^\"]*\"|'[^']*')\s*=")

type Path = tuple[str | int, ...]
type Spot = tuple[int, int]
"""Line and column, from 1."""


class Fault(Struct, frozen=True, kw_only=True):
    """What is wrong, and where in the text, as far as that is known: line and column from 1, of a table its column's name."""

    problem: Problem
    line: int = 0
    column: int = 0
    heading: str = ""


class Read(Struct, frozen=True, kw_only=True):
    """A text that was read. With faults there may be no document."""

    form: Form
    document: Any = None
    faults: tuple[Fault, ...] = ()


def form_of(text: str, columns: tuple[str, ...]) -> Form:
    """How a text is written, by its first line that says anything."""
    first = next((line.strip() for line in text.splitlines() if line.strip() and not line.strip().startswith("#")), "")
    if first.startswith("{"):
        return Form.JSON
    names = {name.strip().strip('"').lower() for name in re.split(r"[,;\t]", first)}
    return Form.CSV if columns and len(names & set(columns)) >= 2 else Form.TOML


def read(rules: Furnished, kind: DataKind, text: str, form: Form | None = None) -> Read:
    """Read a text, and let the ruleset judge what it says. ``form`` None: whatever it looks like."""
    text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    form = form or form_of(text, kind.columns)
    if len(text) > LONGEST or text.count("\n") >= MOST_LINES:
        return _broken(form, "document_too_long", letters=LONGEST, lines=MOST_LINES)
    if not text.strip():
        return _broken(form, "document_empty")
    match form:
        case Form.CSV:
            return _table(rules, kind, text)
        case Form.JSON:
            return _json(rules, kind, text)
        case _:
            return _toml(rules, kind, text)


def _broken(form: Form, code: str, line: int = 0, column: int = 0, **data: Any) -> Read:
    return Read(form=form, faults=(Fault(problem=Problem(code=code, data=data), line=line, column=column),))


def judge(rules: Furnished, kind: DataKind, document: Json) -> list[Problem]:
    """Everything wrong with a document: that it can be kept at all, then what the ruleset says."""
    try:
        require_plain(document, depth=DEEPEST, most=LONGEST)
    except NotPlain as error:
        return [Problem(code="not_plain", data={"why": str(error)})]
    return rules.check_data(kind.key, document)


def _judged(rules: Furnished, kind: DataKind, form: Form, document: Any, spots: "Spots") -> Read:
    faults = []
    for problem in judge(rules, kind, document):
        line, column = spots.find(problem.place)
        faults.append(Fault(problem=problem, line=line, column=column))
    return Read(form=form, document=document, faults=tuple(faults))


# --- TOML and JSON --------------------------------------------------------------------------------------------------


class Spots(Struct, frozen=True):
    """Where the parts of a document stand in its text."""

    known: Mapping[Path, Spot]

    def find(self, place: str) -> Spot:
        """The spot of a place (``units[0].figures``), or of the nearest part that holds it; 0, 0 where nothing does."""
        path = path_of(place)
        if not path:
            return 0, 0
        while path and path not in self.known:
            path = path[:-1]
        return self.known.get(path, (0, 0))


def path_of(place: str) -> Path:
    return tuple(int(number) if number else name for name, number in _STEP.findall(place))


def _toml(rules: Furnished, kind: DataKind, text: str) -> Read:
    try:
        document = tomllib.loads(text, parse_float=_no_float)
    except tomllib.TOMLDecodeError as error:
        found = _TOML_AT.search(str(error))
        line, column = (
            (int(found[1]), int(found[2]))
            if found and found[1]
            else (text.count("\n") + 1, len(text) - text.rfind("\n"))
        )
        return _broken(Form.TOML, "not_toml", line, column, detail=_TOML_AT.sub("", str(error)).strip())
    except Fraction as error:
        return _fraction(Form.TOML, text, error)
    except RecursionError:
        return _broken(Form.TOML, "too_deep")
    except ValueError as error:  # a number of more digits than are read
        return _broken(Form.TOML, "not_toml", detail=str(error)[:100])
    return _judged(rules, kind, Form.TOML, document, Spots(dict(_toml_spots(text))))


def _toml_spots(text: str) -> Iterator[tuple[Path, Spot]]:
    """Headers and keys by line. What stands inside an inline table or a long array has the spot of its key."""
    at: Path = ()
    counts: dict[Path, int] = {}
    for number, line in enumerate(text.splitlines(), start=1):
        if head := _HEAD.match(line):
            at = _under(counts, tuple(_plain(one) for one in head[2].split(".")), many=head[1] == "[[")
            yield at, (number, 1 + len(line) - len(line.lstrip()))
        elif key := _KEY.match(line):
            yield (*at, _plain(key[1])), (number, key.end() + 1 + _gap(line[key.end() :]))


def _under(counts: dict[Path, int], names: tuple[str, ...], *, many: bool) -> Path:
    """The path of a header: the last element of every list of tables on the way."""
    path: Path = ()
    for step, name in enumerate(names, start=1):
        path = (*path, name)
        if many and step == len(names):
            counts[path] = counts.get(path, -1) + 1
        if path in counts:
            path = (*path, counts[path])
    return path


def _plain(name: str) -> str:
    return name.strip().strip("\"'")


def _gap(rest: str) -> int:
    return len(rest) - len(rest.lstrip())


class Fraction(ValueError):
    """A number that is not whole, as it was typed."""


def _no_float(typed: str) -> Any:
    raise Fraction(typed)


def _fraction(form: Form, text: str, error: Fraction) -> Read:
    """Where it stands: the first place with these letters, which may be in a note before it."""
    typed = str(error)
    before = text[: max(0, text.find(typed))]
    line, column = before.count("\n") + 1, len(before) - (before.rfind("\n") + 1) + 1
    return _broken(form, "not_a_number", line, column, given=typed[:40])


def _json(rules: Furnished, kind: DataKind, text: str) -> Read:
    try:
        document = json.loads(text, parse_float=_no_float, parse_constant=_no_float)
    except json.JSONDecodeError as error:
        return _broken(Form.JSON, "not_json", error.lineno, error.colno, detail=error.msg)
    except Fraction as error:
        return _fraction(Form.JSON, text, error)
    except RecursionError:
        return _broken(Form.JSON, "too_deep")
    except ValueError as error:  # a number of more digits than are read
        return _broken(Form.JSON, "not_json", detail=str(error)[:100])
    return _judged(rules, kind, Form.JSON, document, Spots(_json_spots(text)))


_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|[\[\]{},:]|[^\s\[\]{},:"]+')


def _json_spots(text: str) -> dict[Path, Spot]:
    """Every value's spot. The text is JSON: it has been read."""
    found: dict[Path, Spot] = {}
    starts = [0, *(match.end() for match in re.finditer("\n", text))]
    line = 0
    path: list[str | int] = []
    key: str | None = None
    for token in _TOKEN.finditer(text):
        word = token[0]
        while line + 1 < len(starts) and starts[line + 1] <= token.start():
            line += 1
        if word in "]}":
            path.pop()
        elif word == ",":
            last = path[-1]
            path[-1] = last + 1 if isinstance(last, int) else ""
            key = None
        elif word == ":":
            path[-1] = json.loads(key or '""')
        elif path and path[-1] == "" and word.startswith('"'):
            key = word
        else:
            found[tuple(path)] = (line + 1, token.start() - starts[line] + 1)
            if word in "[{":
                path.append(0 if word == "[" else "")
    return found


# --- Tables ---------------------------------------------------------------------------------------------------------


def _table(rules: Furnished, kind: DataKind, text: str) -> Read:
    if not kind.columns or not isinstance(rules, Tabular):
        return _broken(Form.CSV, "no_table", kind=kind.key)
    try:
        lines = _rows(text)
    except csv.Error as error:
        return _broken(Form.CSV, "not_csv", detail=str(error))
    if not lines:
        return _broken(Form.CSV, "document_empty")
    heads = [head.strip().lower().replace(" ", "_") for head in lines[0][1]]
    faults = [*_headings(heads, kind.columns, lines[0][0])]
    for line, cells in lines[1:]:
        if len(cells) > len(heads):
            data = {"cells": len(cells), "columns": len(heads)}
            faults.append(Fault(problem=Problem(code="too_many_cells", data=data), line=line, column=len(heads) + 1))
    if faults:
        return Read(form=Form.CSV, faults=tuple(faults))
    rows = [{head: cell.strip() for head, cell in zip(heads, cells, strict=False)} for _line, cells in lines[1:]]
    sheet = rules.from_rows(kind.key, rows)
    problems = [*sheet.problems] or judge(rules, kind, sheet.document)
    numbers = [line for line, _cells in lines[1:]]
    return Read(
        form=Form.CSV,
        document=sheet.document,
        faults=tuple(_in_table(problem, sheet.origins, numbers, heads) for problem in problems),
    )


def _rows(text: str) -> list[tuple[int, list[str]]]:
    """The lines that hold anything, with their numbers; the separator is the one that the first of them has most."""
    first = next((line for line in text.splitlines() if line.strip() and not line.lstrip().startswith("#")), "")
    delimiter = max(",;\t", key=first.count)
    found, begun = [], 1
    reader = csv.reader(io.StringIO(text), delimiter=delimiter, strict=True)
    for cells in reader:
        if any(cell.strip() for cell in cells) and not cells[0].lstrip().startswith("#"):
            found.append((begun, cells))
        begun = reader.line_num + 1
    return found


def _headings(heads: list[str], columns: tuple[str, ...], line: int) -> Iterator[Fault]:
    for number, head in enumerate(heads, start=1):
        if head not in columns:
            data: dict[str, Json] = {"column": head, "allowed": list(columns)}
            yield Fault(problem=Problem(code="unknown_column", data=data), line=line, column=number, heading=head)
        elif head in heads[: number - 1]:
            problem = Problem(code="column_twice", data={"column": head})
            yield Fault(problem=problem, line=line, column=number, heading=head)


def _in_table(problem: Problem, origins: Mapping[str, int], lines: list[int], heads: list[str]) -> Fault:
    """A fault of the document, told by the table's line and column."""
    path = path_of(problem.place)
    row = path[1] if len(path) > 1 and path[0] == "rows" else None
    for end in range(len(path), 0, -1):
        if row is None:
            row = origins.get(_place(path[:end]))
    named = [str(step) for step in path if isinstance(step, str)]
    head = next((name for name in reversed(named) if name in heads), "")
    return Fault(
        problem=msgspec.structs.replace(problem, place=head),
        line=lines[row] if isinstance(row, int) and row < len(lines) else 0,
        column=heads.index(head) + 1 if head else 0,
        heading=head,
    )


def _place(path: Path) -> str:
    told = "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in path)
    return told.removeprefix(".")


def as_table(rules: Furnished, kind: DataKind, document: Json, delimiter: str = ",") -> str:
    """A document as a table, for a spreadsheet."""
    assert isinstance(rules, Tabular)
    rows = rules.to_rows(kind.key, document)
    used = [column for column in kind.columns if any(row.get(column) for row in rows)]
    out = io.StringIO()
    writer = csv.DictWriter(out, used, delimiter=delimiter, lineterminator="\n", extrasaction="ignore")
    writer.writeheader()
    writer.writerows(rows)
    return out.getvalue()


def as_json(document: Json) -> str:
    """A document as JSON, for a reader."""
    return json.dumps(document, indent=1, ensure_ascii=False) + "\n"
