"""What a unit, a character or a war may be called: anything people write, in any script."""

import unicodedata

LONGEST = 80

# They turn the direction of the text after them: a name could make the line it stands in read otherwise.
BIDI = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
CONTROLS = frozenset(("Cc", "Cs", "Zl", "Zp"))


def is_control(char: str) -> bool:
    """Whether a character is no part of a name: control characters, line separators, half a surrogate pair."""
    return char in BIDI or unicodedata.category(char) in CONTROLS


def proper_name(name: str) -> bool:
    """Whether a name may be stored: not blank, not too long, in NFC, without control characters."""
    if not 0 < len(name) <= LONGEST or not name.strip():
        return False
    return unicodedata.is_normalized("NFC", name) and not any(map(is_control, name))
