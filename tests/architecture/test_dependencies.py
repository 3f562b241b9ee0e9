"""Which way things point, where the import contracts cannot look: models named in strings, clocks, chance, markup."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from django.apps import apps

ROOT = Path(__file__).resolve().parents[2]
FLOORS = ["clubs", "battles", "campaigns"]
PACKAGES = ["config", "frontend", "campaigns", "battles", "clubs", "rulesets"]
PURE = ["rulesets", "campaigns/rules", "frontend/boards"]


def modules(*folders: str) -> list[Path]:
    """Our Python files, without what makemigrations writes."""
    found = [
        path for folder in folders for path in sorted((ROOT / folder).rglob("*.py")) if "migrations" not in path.parts
    ]
    assert found, f"no module under {folders}"
    return found


def place(path: Path, line: int = 0) -> str:
    return f"{path.relative_to(ROOT).as_posix()}:{line}" if line else path.relative_to(ROOT).as_posix()


@cache
def nodes(path: Path) -> list[ast.AST]:
    return list(ast.walk(ast.parse(path.read_text())))


def imported(path: Path) -> Iterator[tuple[str, int]]:
    """Every module a file imports, anywhere in it, as dotted names; ``from a import b`` is ``a.b``."""
    for node in nodes(path):
        if isinstance(node, ast.Import):
            yield from ((alias.name, node.lineno) for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield from ((f"{node.module}.{alias.name}", node.lineno) for alias in node.names)


def dotted(node: ast.expr) -> str:
    """``ast.unparse`` for names, where it is asked a hundred thousand times."""
    if isinstance(node, ast.Name):
        return node.id
    return f"{dotted(node.value)}.{node.attr}" if isinstance(node, ast.Attribute) else ast.unparse(node)


@cache
def dotted_uses(path: Path) -> list[tuple[str, int]]:
    """Every name or dotted name a file uses."""
    return [(dotted(node), node.lineno) for node in nodes(path) if isinstance(node, (ast.Attribute, ast.Name))]


def test_models_point_downwards():
    for floor, label in enumerate(FLOORS):
        for model in apps.get_app_config(label).get_models():
            for field in model._meta.get_fields():
                if field.auto_created or not field.is_relation or field.related_model is None:
                    continue
                target = field.related_model._meta.app_label
                assert target not in FLOORS[floor + 1 :], f"{model.__name__}.{field.name} points up, at {target}"


@pytest.mark.parametrize("package", PURE)
def test_pure_packages_meet_no_framework_no_clock_and_no_chance(package):
    barred = ("django", "rest_framework", "celery", "random", "secrets", "time", "datetime", "uuid", "clubs", "battles")
    offences = [
        f"{place(path, line)} imports {name}"
        for path in modules(package)
        for name, line in imported(path)
        if name.split(".")[0] in barred
    ]
    assert offences == []


def test_only_the_clock_asks_what_time_it_is():
    asking = re.compile(
        r"^(datetime\.)?(datetime|date)\.(now|utcnow|today)$|^timezone\.(now|localdate|localtime)$|^time\.time(_ns)?$|^(Now|now)$"
    )
    sources = {
        "django.utils.timezone.now",
        "django.db.models.functions.Now",
        "time.time",
        "django.utils.timezone.localdate",
    }
    offences = []
    for path in modules(*PACKAGES):
        if place(path) == "clubs/clock.py":
            continue
        names = {name for name, _ in imported(path)}
        offences += [f"{place(path, line)} imports {name}" for name, line in imported(path) if name in sources]
        offences += [
            f"{place(path, line)} asks {use}"
            for use, line in dotted_uses(path)
            if asking.match(use) and not (use in ("Now", "now") and not names & sources)
        ]
    assert offences == []


def test_no_chance_but_the_dice():
    offences = [
        f"{place(path, line)} imports {name}"
        for path in modules(*PACKAGES)
        for name, line in imported(path)
        if name.split(".")[0] == "random"
    ]
    assert offences == []


# The one door for markup that no template escaped: what players wrote, cleaned.
MARKS_SAFE = {"frontend/templatetags/words.py"}


def test_markup_is_called_safe_in_one_place_only():
    offences = [
        f"{place(path, line)} uses {use}"
        for path in modules(*PACKAGES)
        for use, line in dotted_uses(path)
        if use.split(".")[-1] in ("mark_safe", "SafeString", "SafeText", "html_safe") and place(path) not in MARKS_SAFE
    ]
    offences += [
        f"{place(path, number)} uses |safe"
        for path in sorted((ROOT / "frontend" / "templates").rglob("*.html"))
        for number, text in enumerate(path.read_text().splitlines(), 1)
        if re.search(r"\|\s*safe(seq)?\b|\{%\s*autoescape off", text)
    ]
    assert offences == []


def test_raw_sql_stands_where_it_is_looked_for():
    # The clock asks the database; the log's triggers are made of SQL; a backup is of one moment, and a restore sets numbers;
    # a request waits for its twin, but not for long; a year is claimed and read in one statement, and so is a battle.
    allowed = {
        "clubs/clock.py",
        "battles/append_only.py",
        "battles/services/logbook.py",
        "clubs/services/answers.py",
        "campaigns/services/turning.py",
        "campaigns/services/backups/taking.py",
        "campaigns/services/backups/putting.py",
    }
    offences = [
        f"{place(path, line)} uses {use}"
        for path in modules(*PACKAGES)
        for use, line in dotted_uses(path)
        if (use.endswith((".raw", ".extra", "RawSQL")) or use in ("cursor.execute", "connection.cursor"))
        and place(path) not in allowed
    ]
    assert offences == []


def test_nothing_is_left_to_do():
    left = re.compile(r"\b(TODO|FIXME|XXX|HACK)\b")
    skipped = {Path(__file__)}
    files = [*modules(*PACKAGES, "tests", "tools"), *sorted((ROOT / "frontend" / "templates").rglob("*.html"))]
    offences = [
        place(path, number)
        for path in files
        if path not in skipped
        for number, text in enumerate(path.read_text().splitlines(), 1)
        if left.search(text)
    ]
    assert offences == []


def test_modules_stay_readable_in_one_sitting():
    long = [f"{place(path)}: {lines}" for path in modules(*PACKAGES) if (lines := path.read_text().count("\n")) > 600]
    assert long == []


def test_functions_stay_short():
    long = [
        f"{place(path, node.lineno)} {node.name}: {node.end_lineno - node.lineno + 1}"
        for path in modules(*PACKAGES)
        for node in nodes(path)
        if isinstance(node, ast.FunctionDef) and node.end_lineno - node.lineno >= 50
    ]
    assert long == []
