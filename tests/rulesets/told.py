"""Dice for a companion's tests."""

from rulesets.dice import Rolled


class Told:
    """Dice that show what they are told, one after the other."""

    def __init__(self, faces):
        self.left = list(faces)

    def roll(self, n, sides, why):
        faces, self.left = tuple(self.left[:n]), self.left[n:]
        assert len(faces) == n, f"{n} dice for {why}"
        return Rolled(address="/".join(why), sides=sides, faces=faces)
