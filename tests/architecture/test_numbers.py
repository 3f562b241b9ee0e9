"""The numbers of a rules book are data with a paragraph, not constants in the code: what is left of them has been looked at."""

import ast
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2] / "rulesets"
REVIEWED: dict[str, dict[str, dict[str, str]]] = tomllib.loads(
    Path(__file__).with_name("numbers.toml").read_text("utf-8")
)
"""By ruleset and module: an expression with a number of its own, and why it is none of the rules'. ``*``: the whole module."""


def parents(tree: ast.AST) -> dict[ast.AST, ast.AST]:
    return {child: node for node in ast.walk(tree) for child in ast.iter_child_nodes(node)}


def is_structural(number: ast.Constant, above: dict[ast.AST, ast.AST]) -> bool:
    """A place in a tuple, a slice, a square, how many there are of something."""
    node = above[number]
    if isinstance(node, ast.UnaryOp):
        node = above[node]
    if isinstance(node, ast.Subscript | ast.Slice):
        return True
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Pow):
        return True
    return isinstance(node, ast.Compare) and any(
        isinstance(side, ast.Call) and isinstance(side.func, ast.Name) and side.func.id == "len"
        for side in (node.left, *node.comparators)
    )


def numbers(source: str) -> Iterator[str]:
    """The smallest expression or assignment round each number from 2 up that stands in a module."""
    tree = ast.parse(source)
    above = parents(tree)
    for node in ast.walk(tree):
        if (
            not isinstance(node, ast.Constant)
            or isinstance(node.value, bool)
            or not isinstance(node.value, int | float)
        ):
            continue
        if abs(node.value) < 2 or is_structural(node, above):
            continue
        around = above[node]
        while isinstance(around, ast.UnaryOp | ast.Tuple | ast.keyword | ast.Dict | ast.List):
            around = above[around]
        yield ast.unparse(around.iter if isinstance(around, ast.For) else around)


def found(ruleset: str) -> dict[str, set[str]]:
    paths = sorted((ROOT / ruleset).rglob("*.py"))
    rows = {path.relative_to(ROOT / ruleset).as_posix(): set(numbers(path.read_text("utf-8"))) for path in paths}
    return {module: row for module, row in rows.items() if row}


@pytest.mark.parametrize("ruleset", REVIEWED)
def test_a_number_of_the_rules_stands_in_the_tables(ruleset):
    reviewed = REVIEWED[ruleset]
    new = {
        module: sorted(row - reviewed.get(module, {}).keys())
        for module, row in found(ruleset).items()
        if "*" not in reviewed.get(module, {}) and row - reviewed.get(module, {}).keys()
    }
    assert new == {}, "to the ruleset's .toml with its paragraph, or with a reason to tests/architecture/numbers.toml"


@pytest.mark.parametrize("ruleset", REVIEWED)
def test_no_number_is_excused_that_is_not_there(ruleset):
    standing = found(ruleset)
    gone = {
        module: sorted(key for key in row if key != "*" and key not in standing.get(module, set()))
        for module, row in REVIEWED[ruleset].items()
    }
    assert {module: row for module, row in gone.items() if row} == {}, "out of tests/architecture/numbers.toml with it"


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("NEAR = 100", ["NEAR = 100"]),
        ("HALF = (1, 2)", ["HALF = (1, 2)"]),
        ("roll(1, 6, 'hit')", ["roll(1, 6, 'hit')"]),
        ("x = far + -20", ["far + -20"]),
        ("half = far // 2", ["far // 2"]),
        ("best[2], row[:3], far**2, len(seats) == 2, seats[-2]", []),
        ("many = 1, 0, True, TABLES.near", []),
    ],
)
def test_what_counts_as_a_number(source, expected):
    assert list(numbers(source)) == expected
