"""What the rules can tell and refuse, read from their source: so that no kind and no code is forgotten here."""

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import campaigns.rules
import campaigns.services

RULES = Path(next(iter(campaigns.rules.__path__)))
SERVICES = Path(next(iter(campaigns.services.__path__)))


def calls(folder: Path = RULES) -> Iterator[tuple[str, ast.Call]]:
    """Every call in a folder's modules, with the name of what is called."""
    for path in sorted(folder.glob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call):
                yield getattr(node.func, "id", getattr(node.func, "attr", "")), node


def texts(node: ast.AST | None) -> set[str]:
    """The texts an expression can be: a literal, or either branch of a conditional."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return {node.value}
    if isinstance(node, ast.IfExp):
        return texts(node.body) | texts(node.orelse)
    return set()


def keyword(call: ast.Call, name: str) -> ast.expr | None:
    return next((one.value for one in call.keywords if one.arg == name), None)


@cache
def kinds() -> set[str]:
    """Kinds of happenings: told by ``tell`` and ``_coming``, or made as ``Happening``."""
    found: set[str] = set()
    for name, call in calls():
        if name == "tell":
            found |= texts(call.args[0])
        elif name == "_coming":
            found |= texts(call.args[3])
        elif name == "Happening":
            found |= texts(keyword(call, "kind"))
    return found


@cache
def written_by_services() -> set[str]:
    """Kinds that services write in the book themselves: ``note(war, kind)``, ``_seal(…, kind)``, or a ``Happening``."""
    found: set[str] = set()
    for name, call in calls(SERVICES):
        if name == "note":
            found |= texts(call.args[1]) if len(call.args) > 1 else set()
        elif name == "_seal":
            found |= texts(call.args[3])
        elif name == "Happening":
            found |= texts(keyword(call, "kind"))
    return found


@cache
def notices_of_services() -> set[str]:
    """Kinds of notices that services send: ``tell(war, kind)``, and those of the stages."""
    found: set[str] = set()
    for name, call in calls(SERVICES):
        if name == "tell" and len(call.args) > 1:
            found |= texts(call.args[1])
    return found


@cache
def codes() -> set[str]:
    """Codes of problems: made as ``Problem``, or refused with (directly, at a node, or by a name given before)."""
    found: set[str] = set()
    for name, call in calls():
        if name == "Problem":
            found |= texts(keyword(call, "code"))
        elif name == "refuse":
            found |= texts(_code_refused(call))
    for path in sorted(RULES.glob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            found |= _codes_given_before(node)
            if isinstance(node, ast.Call) and getattr(node.func, "attr", "") == "replace":
                found |= texts(keyword(node, "code"))
    return found


def _code_refused(call: ast.Call) -> ast.expr:
    """The code of ``refuse(place, code)`` or ``node.refuse(code)``."""
    return call.args[min(1, len(call.args) - 1)]


@cache
def data_of_codes() -> dict[str, set[str]]:
    """The data each code comes with, where it is written out in the function that makes the problem."""
    found: dict[str, set[str]] = {}
    for function in functions():
        keys_before = {key for node in ast.walk(function) for key in _keys_given_before(node)}
        codes_before = {code for node in ast.walk(function) for code in _codes_given_before(node)}
        for node in ast.walk(function):
            for code, keys in _problem(node, keys_before, codes_before):
                found[code] = found.get(code, set()) | keys
    return found


def functions() -> Iterator[ast.AST]:
    for path in sorted(RULES.glob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef):
                yield node


def _keys_given_before(node: ast.AST) -> set[str]:
    """The keys of ``data = {...}``."""
    given = isinstance(node, ast.Assign) and getattr(node.targets[0], "id", "") == "data"
    return {key for one in getattr(node.value, "keys", []) for key in texts(one)} if given else set()


def _codes_given_before(node: ast.AST) -> set[str]:
    """The codes of ``code = …``."""
    given = isinstance(node, ast.Assign) and getattr(node.targets[0], "id", "") == "code"
    return texts(node.value) if given else set()


def _problem(node: ast.AST, local: set[str], codes: set[str]) -> Iterator[tuple[str, set[str]]]:
    if not isinstance(node, ast.Call):
        return
    name = getattr(node.func, "id", getattr(node.func, "attr", ""))
    if name == "Problem":
        data = keyword(node, "data")
        keys = local if isinstance(data, ast.Name) else {k for one in getattr(data, "keys", []) for k in texts(one)}
        code = keyword(node, "code")
        yield from ((one, keys) for one in (codes if isinstance(code, ast.Name) else texts(code)))
    elif name == "refuse":
        keys = {one.arg for one in node.keywords if one.arg}
        yield from ((code, keys) for code in texts(_code_refused(node)))
