"""How the faces of a die are read (AWAM 0.4)."""


def nought(face: int) -> int:
    """A D10 where nought is wanted: a 10 is read as 0."""
    return face % 10


def ten(face: int, sides: int, *, as_nought: bool) -> int:
    """A die of melee or of a cannon: a 0 of a D10 counts as ten. ``as_nought``: as nought (A1)."""
    return nought(face) if sides == 10 and as_nought else face
