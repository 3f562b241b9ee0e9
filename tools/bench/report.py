"""How a figure is printed: beside what was measured with it, and whether it meets its aim."""

import statistics
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Aim:
    """What a figure should be. ``most`` or ``least``, in the figure's own unit; ``text`` as the design says it."""

    text: str
    met: bool

    @classmethod
    def most(cls, value: float, limit: float, unit: str = "") -> "Aim":
        return cls(f"at most {limit:g}{unit}", value <= limit)

    @classmethod
    def least(cls, value: float, limit: float, unit: str = "") -> "Aim":
        return cls(f"at least {limit:g}{unit}", value >= limit)


def title(text: str) -> None:
    print(f"\n{text}", flush=True)


def line(what: str, figure: str, beside: str = "", *, aim: Aim | None = None) -> None:
    """One figure. ``beside``: what it is compared with, measured in the same run."""
    told = f"aim {aim.text}: {'met' if aim.met else 'NOT MET'}" if aim else ""
    print(f"  {what:<46} {figure:>14}  {beside:<66} {told}".rstrip(), flush=True)


def ms(seconds: float) -> str:
    return f"{seconds * 1000:.2f} ms" if seconds < 0.1 else f"{seconds * 1000:.0f} ms"


def each(seconds: Sequence[float]) -> float:
    """A typical one of many: half took longer. A machine that others use is slow now and then."""
    return statistics.median(seconds)


def cpu_of(work: Callable[[], object], *, times: int) -> float:
    """CPU seconds of this process for one call, typically."""
    spent = []
    for _ in range(times):
        begun = time.process_time()
        work()
        spent.append(time.process_time() - begun)
    return each(spent)
