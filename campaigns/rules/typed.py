"""Dice typed by hand: can they have fallen so (design 5)?"""

from campaigns.rules.decisions import Typed
from rulesets.contract import Problem

TERRAIN = "/terrain"


def check(typed: Typed, n: int, sides: int) -> Problem | None:
    """Whether n dice of so many sides can show what was typed: each face, or only the total, as old notes on paper give it."""
    faces = typed.faces
    if typed.address.endswith(TERRAIN):
        # Each piece is two dice; it may be noted down as their total.
        return _count(faces, n, 1, sides) if len(faces) != n // 2 else _count(faces, n // 2, 2, 2 * sides)
    if len(faces) == 1 and n > 1:
        if n <= faces[0] <= n * sides:
            return None
        return Problem(code="impossible_total", place="faces", data={"total": faces[0], "dice": f"{n}d{sides}"})
    return _count(faces, n, 1, sides)


def _count(faces: tuple[int, ...], n: int, low: int, high: int) -> Problem | None:
    if len(faces) != n:
        return Problem(code="wrong_number_of_dice", place="faces", data={"n": n, "given": len(faces)})
    wrong = next((face for face in faces if not low <= face <= high), None)
    if wrong is None:
        return None
    return Problem(code="impossible_face", place="faces", data={"face": wrong, "sides": high})
