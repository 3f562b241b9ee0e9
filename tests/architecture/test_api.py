"""The API can do whatever a page can: every page has its operations, and every verb that a page calls the API calls too."""

import ast
import inspect
import tomllib
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

from tests.leaks.addresses import TABLE, our_routes
from tests.leaks.api import DEEDS

ROOT = Path(__file__).parents[2]
PAGES: dict[str, str | list[str]] = tomllib.loads(Path(__file__).with_name("pages.toml").read_text())


def takes_forms(name: str) -> bool:
    """Whether a page takes a POST of anybody, by the table of routes."""
    return "405" not in TABLE[name]["POST"].split()


def test_every_page_has_its_operations_or_a_reason():
    assert sorted(set(our_routes()) - set(PAGES)) == []
    assert sorted(set(PAGES) - set(our_routes())) == []
    named = {name for told in PAGES.values() if isinstance(told, list) for name in told}
    assert sorted(named - set(DEEDS)) == []


def test_what_a_form_does_an_operation_does():
    idle = []
    for name, told in PAGES.items():
        if not takes_forms(name) or isinstance(told, str):
            continue
        if not any(DEEDS[one].method != "get" for one in told):
            idle.append(name)
    assert idle == []


def verbs(files: list[Path]) -> set[str]:
    """The verbs of the services that some files name, each by its own name: whatever takes ``by``, so that somebody does it."""
    found = [_verb(name) for file in files for name in _named(file)]
    return {f"{verb.__module__}.{verb.__qualname__}" for verb in found if verb is not None}


def _named(file: Path) -> Iterator[str]:
    tree = ast.parse(file.read_text())
    meant = {
        alias.asname or alias.name: f"{node.module}.{alias.name}"
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and ".services" in (node.module or "")
        for alias in node.names
    }
    for node in ast.walk(tree):
        match node:
            case ast.Attribute(value=ast.Name(id=name)) if name in meant:
                yield f"{meant[name]}.{node.attr}"
            case ast.Name(id=name) if name in meant:
                yield meant[name]


def _verb(name: str) -> Any:
    module, _dot, attribute = name.rpartition(".")
    try:
        found = getattr(import_module(module), attribute)
    except ImportError:  # a member of a class
        return None
    return found if inspect.isfunction(found) and "by" in inspect.signature(found).parameters else None


def test_every_verb_of_a_page_is_one_of_the_api_too():
    of_pages = verbs(sorted((ROOT / "frontend").rglob("*.py")))
    of_api = verbs(
        [file for app in ("clubs", "battles", "campaigns") for file in sorted((ROOT / app / "api").glob("*.py"))]
    )
    assert len(of_pages) > 60  # the test sees them
    assert sorted(of_pages - of_api) == []
