"""Whole numbers that a page hands on in a hidden field: anything at all may come back in one."""

LONGEST = 18
"""Digits of the longest number that a database can look for."""


def whole_number(typed: str) -> int | None:
    """The number, without a sign; None for whatever else was sent ("²" is a digit to some, and no number)."""
    return int(typed) if typed.isascii() and typed.isdigit() and len(typed) <= LONGEST else None
