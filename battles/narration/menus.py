"""The small words of a ruleset: what may be done, what is asked for it, and what things on the board are called."""

from collections.abc import Mapping

from battles.narration.core import Text

_words: dict[tuple[str, str], Text] = {}


def register_words(ruleset: str, group: str, words: Mapping[str, Text]) -> None:
    """What the words of a group (``do``, ``ask``, ``ground``, ``mark``, …) are called, by key."""
    for key, text in words.items():
        _words[ruleset, f"{group}.{key}"] = text


def has_word(ruleset: str, word: str) -> bool:
    return (ruleset, word) in _words


def word(ruleset: str, key: str) -> str:
    """The reader's word for ``group.key``; a key that nobody named is shown as it is, without its group."""
    found = _words.get((ruleset, key))
    return str(found) if found is not None else key.partition(".")[2].replace("_", " ")
