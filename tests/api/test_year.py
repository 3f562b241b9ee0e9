"""A club, a war and its first year, founded and played through the API alone."""

import pytest

from campaigns.models import Campaign
from campaigns.services import books, turning
from clubs import clock
from clubs.models import Membership
from tests.api.client import Program
from tests.factories.campaigns import an_army
from tests.factories.clubs import NOW

pytestmark = pytest.mark.django_db


@pytest.fixture
def programs(livia, hanno, ines):
    clock.set_offset(NOW - clock.now())
    return Program(livia), Program(hanno), Program(ines)


def done(answer, status: int = 200):
    assert answer.status_code == status, (answer.status_code, answer.content)
    return answer.json() if answer.content else None


def army_of(prefix: str) -> dict:
    army = an_army(prefix)
    return {
        "units": [
            {name: getattr(one, name) for name in ("id", "name", "figures", "points", "command", "native", "arm")}
            for one in army.units
        ],
        "characters": [
            {"id": one.id, "name": one.name, "rank": one.rank, "points": one.points} for one in army.characters
        ],
    }


def found_war(livia, hanno) -> str:
    """Livia founds a club and a war, Hanno takes Carthage, and each writes down an army."""
    club = done(livia.post("clubs/", {"name": "Legio Valencia"}), 201)["slug"]
    made = done(livia.post(f"clubs/{club}/invitations/", {"role": "umpire"}), 201)
    key = made["url"].rstrip("/").rsplit("/", 1)[1]
    assert done(hanno.get(f"invitations/{key}/"))["club"] == "Legio Valencia"
    done(hanno.post(f"invitations/{key}/"))
    war = done(livia.post(f"clubs/{club}/wars/", {"name": "The long war"}), 201)["id"]
    people = {one["name"]: one["id"] for one in livia.read(f"clubs/{club}/members/")}
    done(livia.post(f"wars/{war}/sides/rome/offer/", {"member": people["Livia"]}))
    done(livia.post(f"wars/{war}/sides/carthage/offer/", {"member": people["Hanno"]}))
    (offer,) = hanno.read("me/offers/")
    assert done(hanno.post(f"wars/{war}/offers/{offer['id']}/", {"accept": True}))["accepted"]
    done(livia.edit("patch", f"wars/{war}/setup/", {"years": 3, "readings": {}}))
    done(livia.edit("put", f"wars/{war}/sides/rome/army/", army_of("r")))
    done(hanno.edit("put", f"wars/{war}/sides/carthage/army/", army_of("c")))
    return str(done(livia.post(f"wars/{war}/begin/"))["id"])


def answer_everything(war: str, programs: dict[str, Program], year: int) -> None:
    """Whatever the rules ask after a battle, answered from what they say may be answered."""
    for _step in range(60):
        asks = [ask for ask in programs["rome"].read(f"wars/{war}/year/asks/") if ask["kind"] == "turn"]
        if not asks:
            return
        ask = asks[0]
        bodies = {
            "ransom": ("ransom", {"character": ask["data"].get("character"), "pay": False}),
            "lose_points": ("losses", {"figures": None}),
            "spend_reroll": ("reroll", {"use": False}),
            "obey_recall": ("recall", {"obey": True}),
            "stake_all": ("stake-all", {"agree": False}),
            "successor": ("successor", {"name": ""}),
            "choose": ("choices", {}),
        }
        address, body = bodies[ask["prompt"]]
        done(programs[ask["seat"]].post(f"wars/{war}/year/{address}/", {"year": year, **body}))
    raise AssertionError("the rules go on asking")


def action_of(program: Program, war: str, side: str) -> str:
    """A battle, unless an event of last year forces another action."""
    asks = program.read(f"wars/{war}/year/asks/")
    (ask,) = [ask for ask in asks if ask["seat"] == side and ask["prompt"] == "order"]
    return str(ask["data"].get("action", "battle"))


def test_a_club_founds_a_war_and_plays_years_through_the_api_alone(programs, django_capture_on_commit_callbacks):
    livia, hanno, _ines = programs
    sides = {"rome": livia, "carthage": hanno}
    war = found_war(livia, hanno)
    for year in (1, 2, 3):
        for side, one in sides.items():
            done(
                one.edit(
                    "put",
                    f"wars/{war}/year/order/",
                    {"year": year, "action": action_of(one, war, side), "salt": f"salt of {side}"},
                )
            )
        turning.tick(clock.now())
        answer_everything(war, sides, year)
        for one in sides.values():
            best = one.read(f"wars/{war}/year/muster/menu/")["best"]
            done(one.edit("put", f"wars/{war}/year/muster/", {"year": year, **best}))
        turning.tick(clock.now())
        table = f"wars/{war}/year/battle/"
        preview = done(livia.post(f"{table}preview/", {"winner": "rome", "level": "minor"}))
        assert preview["problem"] is None
        done(
            livia.edit(
                "post", f"{table}report/", {"year": year, "report": {"winner": "rome", "level": "minor"}}, of=table
            )
        )
        done(hanno.edit("post", f"{table}confirm/", {"year": year}, of=table))
        answer_everything(war, sides, year)
        if livia.read(f"wars/{war}/")["stage"] == "over":
            break

    told = livia.read(f"wars/{war}/")
    assert told["stage"] == "over"
    assert [row["number"] for row in hanno.read(f"wars/{war}/years/")["results"]] == list(range(year, 0, -1))
    assert books.check(Campaign.objects.get(public_id=war)) == []
    assert Membership.objects.count() == 2
