"""What the pages under docs/ and those at the root say of the tree: links, files, commands and targets exist."""

import re
import subprocess
from pathlib import Path, PurePosixPath

import pytest
from django.core.management import get_commands

ROOT = Path(__file__).resolve().parents[2]
LINK = re.compile(r"\]\(([^)#\s]+)(?:#[^)]*)?\)")
QUOTED = re.compile(r"`([^`\n]+)`")
FILE = re.compile(r"[\w.-]+(?:/[\w.-]+)*\.(?:py|toml|md|html|css|js|txt|yml|env|sh|json)\b")
COMMAND = re.compile(r"manage(?:\.py)? ([a-z]\w+)")
TARGET = re.compile(r"(?:^ {4}|`)make ([a-z]+(?:-[a-z]+)*(?: [a-z]+)*)", re.MULTILINE)
MODULE = re.compile(r"python -m ((?:tools|tests)[\w.]*)")
ENVIRONMENT = re.compile(r"env\.\w+\(\s*\"([A-Z_]+)\"")
NOT_OURS = {"record.json", "news.json"}
"""Named in the pages, but made by a club."""


def tracked() -> list[str]:
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    return listed.split()


FILES = tracked()
PAGES = [name for name in FILES if name.endswith(".md")]


@pytest.mark.parametrize("page", PAGES)
def test_links_lead_somewhere(page):
    targets = [found for found in LINK.findall(text(page)) if not found.startswith(("http://", "https://", "mailto:"))]
    assert [found for found in targets if not (ROOT / page).parent.joinpath(found).exists()] == []


@pytest.mark.parametrize("page", [page for page in PAGES if page != "CHANGELOG.md"])
def test_files_that_are_named_exist(page):
    named = {word for quoted in QUOTED.findall(text(page)) for word in FILE.findall(quoted) if "KEY" not in quoted}
    known = {tail for name in FILES for tail in tails(name)}
    assert sorted(named - known - NOT_OURS) == []


@pytest.mark.parametrize("page", PAGES)
def test_commands_targets_and_modules_exist(page):
    targets = {word for words in TARGET.findall(text(page)) for word in words.split()}
    modules = {f"{name.replace('.', '/')}" for name in MODULE.findall(text(page))}
    assert sorted(set(COMMAND.findall(text(page))) - set(get_commands())) == []
    assert sorted(targets - set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))) == []
    assert [name for name in modules if not {f"{name}.py", f"{name}/__main__.py"} & set(FILES)] == []


def test_every_page_and_picture_is_reached_from_the_first():
    reached, ahead = set(), ["README.md"]
    while ahead:
        page = ahead.pop()
        reached.add(page)
        ahead += [
            name for found in LINK.findall(text(page)) if (name := beside(page, found)) in PAGES and name not in reached
        ]
    shown = {beside(page, found) for page in reached for found in LINK.findall(text(page))}
    docs = {name for name in FILES if name.startswith("docs/") and not name.endswith(".md")}
    assert sorted(set(PAGES) - reached) == []
    assert sorted(docs - shown) == []


def text(page: str) -> str:
    return (ROOT / page).read_text()


def tails(name: str) -> list[str]:
    """The ways in which a page may name a file: whole, or from one of its folders on."""
    parts = PurePosixPath(name).parts
    return ["/".join(parts[at:]) for at in range(len(parts))]


def beside(page: str, link: str) -> str:
    return str((ROOT / page).parent.joinpath(link).resolve().relative_to(ROOT)) if not link.startswith("http") else ""


def test_every_name_of_the_environment_is_explained():
    read = {
        name
        for path in FILES
        if path.startswith("config/") and path.endswith(".py")
        for name in ENVIRONMENT.findall(text(path))
    }
    rows = {
        name
        for line in text("docs/running.md").splitlines()
        if line.startswith("| `")
        for name in re.findall(r"`([A-Z_]+)`", line)
    }
    assert sorted(read - rows) == []
