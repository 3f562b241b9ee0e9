"""Queries of the pages, signed in: the same however long the war is, and however many wars there are."""

from collections.abc import Callable, Sequence

from django.core.management import call_command

from clubs import clock
from tools.bench import hands, pages
from tools.bench.hands import Cast
from tools.bench.pages import Sized
from tools.bench.report import Aim, line, title

WAR_PAGE_MOST = 12


def main() -> None:
    call_command("migrate", verbosity=0)
    title(f"Queries of a page for a player signed in; wars with {_sizes(pages.CLOSED)} closed years")
    _table(pages.CLOSED, pages.long_wars)
    title(f"Queries of a page for a player signed in; clubs with {_sizes(pages.WARS)} wars, and a battle")
    _table(pages.WARS, pages.full_club)


def _sizes(sizes: Sequence[int]) -> str:
    return ", ".join(map(str, sizes[:-1])) + f" and {sizes[-1]}"


def _table(sizes: Sequence[int], make: Callable[[Cast, int], Sized]) -> None:
    """Each size in a club of its own."""
    counted: dict[str, list[int]] = {}
    for size in sizes:
        sized = make(hands.a_cast(clock.now(), club=f"Club of {size}"), size)
        user = sized.cast.rome.user
        assert user is not None
        client = pages.signed_in(user)
        for name, address in sized.addresses.items():
            counted.setdefault(name, []).append(pages.queries_of(client, address))
    for name, counts in counted.items():
        same = len(set(counts)) == 1
        most = name != "war page" or max(counts) <= WAR_PAGE_MOST
        wanted = f"the same, at most {WAR_PAGE_MOST}" if name == "war page" else "the same"
        line(name, "  ".join(map(str, counts)), aim=Aim(wanted, same and most))
