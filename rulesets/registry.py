"""Which rulesets there are: key to dotted path, imported on first use, and closed once it has answered.

Ours are listed here; other packages offer theirs through the entry-point group ``signifer.rulesets``
(``key = "package.module:Class"``). A key that two offer is refused aloud: an old battle must not change its rules by an installation.
"""

from collections.abc import Iterable, Mapping
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points

from rulesets.contract import Ruleset
from rulesets.errors import BrokenRegistry, UnknownRuleset

GROUP = "signifer.rulesets"
OURS = {
    "askari": "rulesets.askari.ruleset:Askari",
    "askari-table": "rulesets.askari.table:AskariTable",
    "awam-table": "rulesets.awam.table:AwamTable",
    "montjoie": "rulesets.montjoie.ruleset:Montjoie",
    "montjoie-table": "rulesets.montjoie.table:MontjoieTable",
    "awam": "rulesets.awam.ruleset:Awam",
    "tabletop": "rulesets.tabletop.ruleset:Tabletop",
}


class Registry:
    """Key to ruleset. Anything can be added until the first question; nothing after it."""

    def __init__(self, paths: Mapping[str, str], offered: Iterable[EntryPoint] | None = None) -> None:
        self._paths: dict[str, str] = {}
        self._loaded: dict[str, Ruleset] = {}
        self._offered = offered
        self._closed = False
        for key, path in paths.items():
            self.add(key, path)

    def add(self, key: str, path: str) -> None:
        """Offer a ruleset: ``path`` is ``package.module:Class``."""
        if self._closed:
            raise BrokenRegistry(f"{key} comes too late: the registry has answered already")
        if key in self._paths:
            raise BrokenRegistry(f"two rulesets claim the key {key}: {self._paths[key]} and {path}")
        self._paths[key] = path

    def keys(self) -> list[str]:
        """Every key, sorted. Nothing is imported."""
        self._close()
        return sorted(self._paths)

    def get(self, key: str) -> Ruleset:
        """The ruleset of that key; ``UnknownRuleset`` where none is installed."""
        self._close()
        if key not in self._loaded:
            if key not in self._paths:
                raise UnknownRuleset(key)
            self._loaded[key] = self._load(key, self._paths[key])
        return self._loaded[key]

    def all(self) -> list[Ruleset]:
        """Every ruleset, by key."""
        return [self.get(key) for key in self.keys()]

    def _close(self) -> None:
        if self._closed:
            return
        offered = entry_points(group=GROUP) if self._offered is None else self._offered
        for entry in sorted(offered, key=lambda entry: entry.name):
            self.add(entry.name, entry.value)
        self._closed = True

    @staticmethod
    def _load(key: str, path: str) -> Ruleset:
        module, _colon, name = path.partition(":")
        ruleset = getattr(import_module(module), name)()
        if not isinstance(ruleset, Ruleset):
            raise BrokenRegistry(f"{path} does not speak the contract")
        if ruleset.key != key:
            raise BrokenRegistry(f"{path} calls itself {ruleset.key}, not {key}")
        return ruleset


_installed = Registry(OURS)


def installed() -> Registry:
    """The one registry of this process."""
    return _installed


def get(key: str) -> Ruleset:
    """The ruleset of that key; ``UnknownRuleset`` where none is installed."""
    return installed().get(key)


def all() -> list[Ruleset]:
    """Every installed ruleset, by key."""
    return installed().all()
