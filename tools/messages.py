"""Translations without GNU gettext:  python -m tools.messages compile|update|check

``compile`` makes the ``.mo`` files that are missing or older than their ``.po``; ``update`` brings the ``.po`` files to what code
and templates now mark (what is no longer marked is dropped); ``check`` fails when a marked text lacks a translation, a
translation is only guessed (fuzzy), or its placeholders differ.
"""

import argparse
import ast
import os
import re
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
LOCALE = ROOT / "frontend" / "locale"
LANGUAGES = ("es", "it")
SOURCES = ("config", "frontend", "campaigns", "battles", "clubs", "rulesets")

# What each marking function takes, in the order of its arguments.
_SHAPES = {
    "gettext": ("id",),
    "gettext_lazy": ("id",),
    "gettext_noop": ("id",),
    "_": ("id",),
    "N_": ("id",),
    "ngettext": ("id", "plural"),
    "ngettext_lazy": ("id", "plural"),
    "pgettext": ("context", "id"),
    "pgettext_lazy": ("context", "id"),
    "npgettext": ("context", "id", "plural"),
    "npgettext_lazy": ("context", "id", "plural"),
}
_NAMED = re.compile(r"%\((\w+)\)[#0\- +]*[\d.]*[a-zA-Z]|\{(\w*)\}")


class Marked(NamedTuple):
    """A text marked for translation, and where."""

    id: str
    plural: str | None
    context: str | None
    place: str


def _texts(call: ast.Call) -> dict[str, str] | None:
    """The literal arguments of a marking call by role; None when it marks no literal."""
    name = (
        call.func.id
        if isinstance(call.func, ast.Name)
        else call.func.attr
        if isinstance(call.func, ast.Attribute)
        else ""
    )
    shape = _SHAPES.get(name)
    if shape is None or len(call.args) < len(shape):
        return None
    found = {}
    for role, argument in zip(shape, call.args, strict=False):
        if not (isinstance(argument, ast.Constant) and isinstance(argument.value, str)):
            return None
        found[role] = argument.value
    return found


def marked_in_python(source: str, place: str) -> Iterator[Marked]:
    """Every literal that the code marks."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call):
            texts = _texts(node)
            if texts and texts["id"]:
                yield Marked(texts["id"], texts.get("plural"), texts.get("context"), f"{place}:{node.lineno}")


_TEMPLATE_CALL = re.compile(r"\b(?:np?gettext|p?gettext)\(|(?<!\w)_\(")


def marked_in_template(source: str, place: str) -> Iterator[Marked]:
    """Every text that a template marks: Django turns the template into calls, each of which reads as Python."""
    from django.utils.translation.template import templatize

    code = templatize(source)
    for found in _TEMPLATE_CALL.finditer(code):
        call = _first_call(code[found.start() :])
        texts = _texts(call) if call else None
        if texts and texts["id"]:
            line = code.count("\n", 0, found.start()) + 1
            yield Marked(texts["id"], texts.get("plural"), texts.get("context"), f"{place}:{line}")


def _first_call(code: str) -> ast.Call | None:
    """Parse the call that the text begins with: up to the first closing bracket that makes it whole."""
    for end in (place.end() for place in re.finditer(r"\)", code)):
        try:
            tree = ast.parse(code[:end], mode="eval").body
        except (SyntaxError, ValueError):
            continue
        return tree if isinstance(tree, ast.Call) else None
    return None


def marked() -> Iterator[Marked]:
    """Every marked text of the project."""
    readers: dict[str, Callable[[str, str], Iterator[Marked]]] = {
        ".py": marked_in_python,
        ".html": marked_in_template,
        ".txt": marked_in_template,
        ".svg": marked_in_template,
    }
    for folder in SOURCES:
        for path in sorted((ROOT / folder).rglob("*")):
            place = path.relative_to(ROOT).as_posix()
            if path.suffix not in readers or "/migrations/" in place or "/static/" in place:
                continue
            if path.suffix != ".py" and "/templates/" not in place:
                continue
            yield from readers[path.suffix](path.read_text(encoding="utf-8"), place)


def catalogues() -> list[Path]:
    return [LOCALE / language / "LC_MESSAGES" / "django.po" for language in LANGUAGES]


def compile_all() -> list[Path]:
    """Make what is missing or out of date; return what was made. Two processes at once do no harm."""
    made = []
    for source in sorted(LOCALE.glob("*/LC_MESSAGES/*.po")):
        target = source.with_suffix(".mo")
        if target.exists() and target.stat().st_mtime_ns >= source.stat().st_mtime_ns:
            continue
        from babel.messages.mofile import write_mo
        from babel.messages.pofile import read_po

        with source.open("rb") as file:
            catalogue = read_po(file, locale=source.parent.parent.name)
        handle, name = tempfile.mkstemp(dir=target.parent, suffix=".mo.part")
        with os.fdopen(handle, "wb") as file:
            write_mo(file, catalogue)
        Path(name).chmod(0o644)
        Path(name).replace(target)
        made.append(target)
    return made


def update() -> None:
    """Write every marked text into each catalogue; keep translations, mark nothing as guessed."""
    from babel.messages import Catalog
    from babel.messages.pofile import read_po, write_po

    template = Catalog(project="Signifer", charset="utf-8")
    for text in marked():
        key = (text.id, text.plural) if text.plural else text.id
        template.add(key, locations=[_location(text.place)], context=text.context)
    for target in catalogues():
        language = target.parent.parent.name
        target.parent.mkdir(parents=True, exist_ok=True)
        catalogue = Catalog(locale=language, project="Signifer", charset="utf-8", fuzzy=False)
        if target.exists():
            with target.open("rb") as file:
                catalogue = read_po(file, locale=language)
        catalogue.update(template, no_fuzzy_matching=True, update_creation_date=False)
        catalogue.obsolete.clear()
        with target.open("wb") as file:
            write_po(
                file,
                catalogue,
                width=120,
                omit_header=False,
                sort_output=True,
                ignore_obsolete=True,
                include_lineno=False,
            )


def _location(place: str) -> tuple[str, int]:
    name, _, line = place.rpartition(":")
    return name, int(line)


def names_in(text: str) -> set[str]:
    """The placeholders of a text: ``%(name)s`` and ``{name}``."""
    return {percent or "{" + brace for percent, brace in _NAMED.findall(text)}


def faults() -> list[str]:
    """Everything wrong with the translations, one sentence each."""
    from babel.messages.pofile import read_po

    texts = {(text.id, text.context): text for text in marked()}
    found = []
    for path in catalogues():
        language = path.parent.parent.name
        if not path.exists():
            found.append(f"{language}: there is no catalogue {path.relative_to(ROOT)}")
            continue
        with path.open("rb") as file:
            catalogue = read_po(file, locale=language)
        for text in texts.values():
            message = catalogue.get(text.id, context=text.context)
            wrong = _fault_of(text, message, catalogue.num_plurals)
            if wrong:
                found.append(f"{text.place}: {language}: {wrong}: {text.id!r}")
    return found


def _fault_of(text: Marked, message: object, plurals: int) -> str:
    """What is wrong with one translation; "" when it is sound."""
    if message is None:
        return "not in the catalogue"
    if getattr(message, "fuzzy", False):
        return "only guessed (fuzzy)"
    told = getattr(message, "string", "")
    forms = list(told) if isinstance(told, (list, tuple)) else [told]
    if not all(forms):
        return "not translated"
    if bool(text.plural) != isinstance(told, (list, tuple)) or (text.plural and len(forms) != plurals):
        return "has not as many plural forms as the language"
    # The singular may leave the number out ("one year"), so each form is held to the plural's placeholders.
    known = names_in(text.id) | names_in(text.plural or "")
    least = names_in(text.id) & names_in(text.plural or text.id)
    if any(not least <= names_in(form) <= known for form in forms):
        return "has other placeholders"
    return ""


def check() -> int:
    wrong = faults()
    for line in wrong:
        print(line, file=sys.stderr)
    if wrong:
        print(
            f"{len(wrong)} faults in the translations (python -m tools.messages update adds what is missing)",
            file=sys.stderr,
        )
    return 1 if wrong else 0


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.messages", description=(__doc__ or "").partition("\n\n")[2])
    parser.add_argument("verb", choices=["compile", "update", "check"])
    verb = parser.parse_args(arguments).verb
    if verb == "check":
        return check()
    if verb == "update":
        update()
    else:
        compile_all()
    return 0


if __name__ == "__main__":
    sys.exit(main())
