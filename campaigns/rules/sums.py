"""Which sums of points a choice of things can reach, and which things make one of them. Exact, and quick for whole armies."""

from collections.abc import Iterator, Sequence


class Sums[Key]:
    """All sums up to a limit, each thing used at most once. Things worth nothing are left out.

    Each number holds one bit for every sum that can be reached with the things so far: bit 7 is set if 7 can.
    """

    def __init__(self, things: Sequence[tuple[Key, int]], limit: int):
        self.things = [(key, value) for key, value in things if 0 < value <= limit]
        self._everything = (1 << (limit + 1)) - 1
        self._reached = [1]
        for _key, value in self.things:
            before = self._reached[-1]
            self._reached.append((before | before << value) & self._everything)

    def largest(self, limit: int) -> int:
        """The greatest sum that does not exceed a limit."""
        return (self._reached[-1] & ((1 << (limit + 1)) - 1)).bit_length() - 1

    def __iter__(self) -> Iterator[int]:
        """Every sum, from nothing upwards."""
        return (total for total, bit in enumerate(reversed(f"{self._reached[-1]:b}")) if bit == "1")

    def pick(self, total: int) -> list[Key]:
        """Things that make up a sum, in their order; those listed first are preferred."""
        picked = []
        for index in range(len(self.things), 0, -1):
            if not self._reached[index - 1] >> total & 1:
                key, value = self.things[index - 1]
                picked.append(key)
                total -= value
        return picked[::-1]
