"""What the API says about itself: valid, complete, and no different from what was looked at last (``schema.txt``)."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from django.core.management import call_command

from clubs.api.schema import example_of
from config.api import schema
from tests.leaks.api import DEEDS

SNAPSHOT = Path(__file__).with_name("schema.txt")


def test_the_document_is_valid_and_nothing_in_it_is_guessed(tmp_path):
    call_command("spectacular", validate=True, fail_on_warn=True, file=str(tmp_path / "schema.yml"))


def lines() -> Iterator[str]:
    """Every operation, and every field of every body: what a program may rely on."""
    document = schema()
    for address, methods in sorted(document["paths"].items()):
        for method, told in sorted(methods.items()):
            yield f"{told['operationId']}: {method.upper()} {address}"
    yield ""
    for name, shape in sorted(document["components"]["schemas"].items()):
        needed = set(shape.get("required", ()))
        for field in sorted(shape.get("properties", {})):
            yield f"{name}.{field}{'' if field in needed else '?'}"


def test_nothing_has_changed_that_nobody_looked_at():
    """A line more or less is a promise made or broken: write the file anew, and read the difference.

    ``python -m tests.api`` writes it.
    """
    assert SNAPSHOT.read_text().splitlines() == list(lines())


def test_every_operation_has_an_example_and_says_how_it_can_fail():
    bare = []
    for methods in schema()["paths"].values():
        for told in methods.values():
            contents = [told.get("requestBody", {}).get("content", {})]
            contents += [answer.get("content", {}) for status, answer in told["responses"].items() if status < "3"]
            bodies = [body for content in contents for body in content.values()]
            if not all(body.get("examples") for body in bodies):
                bare.append(told["operationId"])
            if not {"401", "404", "429", "503"} <= set(told["responses"]):
                bare.append(told["operationId"])
    assert bare == []


@pytest.mark.parametrize("name", sorted(name for name, deed in DEEDS.items() if deed.told.takes))
def test_the_example_of_a_body_is_one_that_is_taken(name):
    takes = DEEDS[name].told.takes
    assert takes is not None
    reader = takes(data=example_of(takes))
    assert reader.is_valid(), reader.errors


def write() -> None:
    SNAPSHOT.write_text("\n".join(lines()) + "\n")
