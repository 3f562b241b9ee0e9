"""The translation tool finds what is marked, and finds fault with what is not translated."""

from pathlib import Path

import pytest
from babel.messages import Catalog
from babel.messages.pofile import read_po, write_po

from tools import messages


@pytest.fixture
def project(tmp_path, monkeypatch):
    """A small project with one module and one template, and no translations yet."""
    (tmp_path / "frontend" / "templates").mkdir(parents=True)
    (tmp_path / "frontend" / "locale").mkdir()
    (tmp_path / "frontend" / "words.py").write_text(
        "from django.utils.translation import gettext_lazy as _, ngettext, pgettext\n"
        'TITLE = _("Year %(number)s")\n'
        'COUNT = ngettext("one year", "%(count)s years", 2)\n'
        'MONTH = pgettext("short month", "May")\n'
        "OTHER = _(TITLE)\n"
    )
    (tmp_path / "frontend" / "templates" / "page.html").write_text(
        '{% load i18n %}{% translate "Bob\'s order" %}{# Translators: nobody #}\n'
        "{% blocktranslate trimmed count n=n %}\n one unit of {{ side }}\n{% plural %}\n {{ n }} units of {{ side }}\n"
        '{% endblocktranslate %}{{ _("Send")|upper }}{% translate "May" context "verb" %}'
    )
    monkeypatch.setattr(messages, "ROOT", tmp_path)
    monkeypatch.setattr(messages, "LOCALE", tmp_path / "frontend" / "locale")
    monkeypatch.setattr(messages, "SOURCES", ("frontend",))
    return tmp_path


def catalogue(project: Path, language: str) -> Catalog:
    with (project / "frontend" / "locale" / language / "LC_MESSAGES" / "django.po").open("rb") as file:
        return read_po(file, locale=language)


def write(project: Path, language: str, made: Catalog) -> None:
    with (project / "frontend" / "locale" / language / "LC_MESSAGES" / "django.po").open("wb") as file:
        write_po(file, made)


def translate(project: Path, **changes) -> None:
    """Translate everything soundly, but for the changes."""
    for language in messages.LANGUAGES:
        made = catalogue(project, language)
        for message in made:
            if not message.id:
                continue
            if isinstance(message.id, tuple):
                message.string = tuple(f"{language} {message.id[1]}" for _ in range(made.num_plurals))
            else:
                message.string = f"{language} {message.id}"
        for name, value in changes.items():
            setattr(made.get("Year %(number)s"), name, value)
        write(project, language, made)


def test_every_marked_text_is_found_with_its_place(project):
    found = {(text.id, text.plural, text.context, text.place) for text in messages.marked()}
    assert found == {
        ("Year %(number)s", None, None, "frontend/words.py:2"),
        ("one year", "%(count)s years", None, "frontend/words.py:3"),
        ("May", None, "short month", "frontend/words.py:4"),
        ("Bob's order", None, None, "frontend/templates/page.html:1"),
        ("one unit of %(side)s", "%(n)s units of %(side)s", None, "frontend/templates/page.html:2"),
        ("Send", None, None, "frontend/templates/page.html:6"),
        ("May", None, "verb", "frontend/templates/page.html:6"),
    }


def test_a_project_without_catalogues_is_faulty(project):
    assert [line.split(":")[0] for line in messages.faults()] == ["es", "it"]


def test_translated_it_is_sound(project):
    messages.update()
    assert len(messages.faults()) == 14
    translate(project)
    assert messages.faults() == []
    assert messages.check() == 0


@pytest.mark.parametrize(
    ("changes", "fault"),
    [
        ({"string": ""}, "not translated"),
        ({"flags": {"fuzzy"}}, "only guessed"),
        ({"string": "Año"}, "other placeholders"),
        ({"string": "Año %(numero)s"}, "other placeholders"),
        ({"string": "Año %(number)s de %(war)s"}, "other placeholders"),
    ],
)
def test_each_fault_is_named(project, changes, fault):
    messages.update()
    translate(project, **changes)
    found = messages.faults()
    assert len(found) == 2
    assert all(fault in line and "frontend/words.py:2" in line for line in found)
    assert messages.check() == 1


def test_a_text_that_came_later_is_missed(project):
    messages.update()
    translate(project)
    (project / "frontend" / "more.py").write_text('_("A new text")')
    assert [line.split(": ")[2] for line in messages.faults()] == ["not in the catalogue"] * 2


def test_updating_keeps_what_is_translated_and_drops_what_is_gone(project):
    messages.update()
    translate(project)
    (project / "frontend" / "templates" / "page.html").write_text('{% load i18n %}{% translate "New" %}')
    messages.update()
    spanish = catalogue(project, "es")
    assert spanish.get("Year %(number)s").string == "es Year %(number)s"
    assert spanish.get("New").string == ""
    assert spanish.get("Send") is None
    assert not spanish.obsolete


def test_compiling_makes_what_is_out_of_date_and_nothing_else(project):
    messages.update()
    translate(project)
    assert sorted(path.parent.parent.name for path in messages.compile_all()) == ["es", "it"]
    assert messages.compile_all() == []
    translate(project, string="Año %(number)s")
    assert len(messages.compile_all()) == 2
