"""What a process of a fault test does:  python -m tests.faults.child VERB [ARGUMENT…]  (prints one line of JSON).

Each verb is something a page, a worker or the tick does; the test kills the process in the middle of it.
"""

import json
import os
import random
import resource
import secrets
import sys
import time
from datetime import datetime, timedelta
from typing import Any

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.faults.settings")


def prepare(stage: str, wars: str = "1", when: str = "") -> dict[str, Any]:
    """Make a club with so many wars, all in the same stage: on the tests' own day, ``now``, or so long ago that it is ``past`` due."""
    from django.core.management import call_command

    from campaigns.models import Year
    from clubs import clock
    from tests.factories import clubs as people
    from tests.factories.clubs import NOW

    call_command("migrate", verbosity=0)
    _same_chances()
    now = {"past": clock.now() - timedelta(days=60), "now": clock.now()}.get(when, NOW)
    livia = people.sign_up("livia", display_name="Livia")
    hanno = people.sign_up("hanno", display_name="Hanno")
    club = people.found("Legio", by=livia, time_zone="Europe/Madrid", language="en", now=now)
    carthage = people.enlist(club, hanno, now=now)
    rome = club.memberships.get(user=livia)
    made = [_war(club, rome, carthage, stage, now) for _number in range(int(wars))]
    first = Year.objects.exclude(deadline_at=None).earliest("deadline_at")
    return {"wars": made, "deadline": first.deadline_at.isoformat(), **inspect()}


def _same_chances() -> None:
    """Ids, salts and the secrets of the dice that are prepared are the same on every run, so a year takes the same course."""
    chance = random.Random(5)
    secrets.token_bytes = lambda n=32: chance.randbytes(n)
    secrets.token_hex = lambda n=32: chance.randbytes(n).hex()
    secrets.choice = chance.choice


def _war(club: Any, rome: Any, carthage: Any, stage: str, now: datetime) -> int:
    from campaigns.services import sealed
    from tests.factories.campaigns import SIDES, a_war, act, order, to_battle
    from tests.factories.dice import chosen_secrets, nothing_asked

    # A battle that is confirmed closes its year, whatever the dice would have said.
    with chosen_secrets({side: f"salt of {side}" for side in SIDES}, {1: nothing_asked}):
        war = a_war(club, rome=rome, carthage=carthage, by=rome, now=now)
    if stage == "orders":
        for side, member in (("rome", rome), ("carthage", carthage)):
            # Not ready: it is the deadline that makes them due, and the test says when that is.
            sealed.give_order(war, side=side, action="battle", salt=f"salt of {side}", ready=False, by=member, now=now)
    elif stage == "muster":
        order(war, rome=(rome, "battle"), carthage=(carthage, "battle"), now=now)
    elif stage == "battle":
        to_battle(war, {"rome": rome, "carthage": carthage}, now=now)
        act(war, "rome", "report", by=rome, now=now, winner="rome", level="minor")
    return war.pk


def turn(at: str, after: str = "0") -> dict[str, Any]:
    """One tick, so many seconds after a moment."""
    from campaigns.services import turning

    return {"due": turning.tick(datetime.fromisoformat(at) + timedelta(seconds=int(after)))}


def confirm() -> dict[str, Any]:
    """Carthage confirms the report: the year goes on by itself."""
    from campaigns.models import Campaign
    from clubs.errors import Refusal
    from clubs.models import Membership
    from tests.factories.campaigns import act

    war, carthage = Campaign.objects.get(), Membership.objects.get(user__username="hanno")
    try:
        act(war, "carthage", "confirm", by=carthage)
    except Refusal as refused:
        return {"refused": refused.code}
    return {"confirmed": True}


def work(seconds: str, done: str = "") -> dict[str, Any]:
    """A worker: tick after tick, each half a minute later on the clock of the wars, until its time is over.

    ``done``: or until no war's first orders wait any more.
    """
    from campaigns.models import Year
    from campaigns.services import turning
    from clubs import clock

    print("working", flush=True)
    until, began = time.monotonic() + float(seconds), clock.now()
    moment = began
    while time.monotonic() < until:
        turning.tick(moment)
        # Until every try that could wait is due, but not until people would be reminded of the next stage.
        moment = min(moment + timedelta(seconds=31), began + timedelta(minutes=40))
        if done and not Year.objects.filter(number=1, stage="orders").exists():
            break
    return {}


def skewed(seconds: str, at: str) -> dict[str, Any]:
    """A worker whose own clock is wrong by so many seconds ticks, at a moment of the database's clock (which the tests move)."""
    import time_machine

    from campaigns.models import Decision
    from campaigns.services import turning
    from clubs import clock

    clock.set_offset(datetime.fromisoformat(at) - clock.now())
    with time_machine.travel(datetime.now().astimezone() + timedelta(seconds=int(seconds)), tick=True):
        turning.tick()
    return {"turned": Decision.objects.count()}


def nudge(times: str) -> dict[str, Any]:
    """Send the same nudge for every war so many times."""
    from campaigns import tasks
    from campaigns.models import Campaign

    for _time in range(int(times)):
        for pk in Campaign.objects.values_list("pk", flat=True):
            tasks.turn.delay(pk)
    return {}


def ring() -> dict[str, Any]:
    """The tick as a worker runs it: each due war becomes a message."""
    from campaigns import tasks

    return {"due": tasks.tick()}


def order_all() -> dict[str, Any]:
    """Both players of every war hand in their orders, ready; how long the slowest had to wait for his answer, and how many waited more than a second."""
    from campaigns.models import Campaign
    from campaigns.services import sealed
    from clubs import clock
    from clubs.models import Membership

    waits = []
    for war in Campaign.objects.all():
        for side, name in (("rome", "livia"), ("carthage", "hanno")):
            member, began = Membership.objects.get(user__username=name), time.monotonic()
            sealed.give_order(war, side=side, action="battle", salt=side, by=member, now=clock.now())
            waits.append(time.monotonic() - began)
    return {"slowest": max(waits), "waited": sum(wait > 1 for wait in waits)}


def hook(address: str) -> dict[str, Any]:
    """Have the news of all wars sent to an address, from the first line of their books on."""
    from campaigns.models import Webhook
    from campaigns.narration import news
    from campaigns.services import webhooks
    from clubs import clock
    from clubs.models import Club, User

    club, livia = Club.objects.get(), User.objects.get(username="livia")
    webhooks.add(club, address=address, form="signed", topics=list(news.TOPICS), by=livia, now=clock.now())
    Webhook.objects.update(seen={})
    return {}


def send(at: str, after: str = "0") -> dict[str, Any]:
    """Send what is due, so many seconds after a moment; how far everything that leaves the house has got."""
    from battles.models import OutboxMessage
    from campaigns.models import Delivery
    from campaigns.services import sending

    print("sending", flush=True)
    sending.send_all(now=datetime.fromisoformat(at) + timedelta(seconds=int(after)))
    return {
        "letters": sorted(OutboxMessage.objects.values_list("email_state", flat=True)),
        "messages": sorted(Delivery.objects.values_list("state", flat=True)),
    }


def inspect() -> dict[str, Any]:
    """Everything there is to say of every war; two runs of the same war say the same."""
    from battles.models import OutboxMessage
    from campaigns.models import Campaign
    from campaigns.services import books

    wars = {war.pk: _facts(war) for war in Campaign.objects.select_related("club", "pack").order_by("pk")}
    notices = list(OutboxMessage.objects.order_by("pk").values_list("kind", "recipient_id", "key"))
    return {
        "wars": wars,
        "found": [line for war in Campaign.objects.select_related("club", "pack") for line in books.check(war)],
        "notices": sorted([kind, who] for kind, who, _key in notices),
        "notices_twice": len(notices) - len({(who, key) for _kind, who, key in notices}),
    }


def _facts(war: Any) -> dict[str, Any]:
    from campaigns.models import Decision, LedgerEntry, Roll, Year

    decisions = Decision.objects.filter(campaign=war).order_by("number")
    return {
        "stage": war.stage,
        "digest": war.state_digest,
        "decisions": [[row.number, row.moves, row.state_digest] for row in decisions],
        "rolls": [[row.address, row.faces] for row in Roll.objects.filter(campaign=war).order_by("pk")],
        "book": [[row.seq, row.kind] for row in LedgerEntry.objects.filter(campaign=war).order_by("seq")],
        "years": [
            [y.number, y.stage, y.attempts, y.last_error] for y in Year.objects.filter(campaign=war).order_by("number")
        ],
    }


def program_of(name: str) -> Any:
    """Somebody's program, and the address of the battle of the one war."""
    from campaigns.models import Campaign
    from clubs.models import User
    from tests.api.client import Program

    war = Campaign.objects.get()
    return Program(User.objects.get(username=name)), f"wars/{war.public_id}/year/battle/"


def read() -> dict[str, Any]:
    """What Carthage's program knows the battle by, before it confirms."""
    program, table = program_of("hanno")
    return {"etag": program.get(table)["ETag"]}


def send_confirmation(key: str, etag: str) -> dict[str, Any]:
    """Carthage's program confirms the report, under a key: the same request, however often it is sent."""
    program, table = program_of("hanno")
    answer = program.post(f"{table}confirm/", {"year": 1}, Idempotency_Key=key, If_Match=etag)
    return {"status": answer.status_code, "body": answer.content.decode()}


def fight() -> dict[str, Any]:
    """Open a battle outside any war that the program is to play to its end."""
    from battles import tasks
    from battles.services import autoresolve, single
    from clubs import clock
    from clubs.models import Club
    from tests.rulesets.askari.battles import SMALL, battle

    tasks.ring = lambda *what: None
    club = Club.objects.get()
    livia, setup, now = club.memberships.get(user__username="livia"), battle("skirmish", SMALL, SMALL), clock.now()
    opened = single.start(
        club=club,
        ruleset="askari",
        scenario=setup.scenario,
        forces=setup.forces,
        seats={"west": livia, "east": single.PROGRAM},
        options=setup.options,
        roles=setup.roles,
        umpire=None,
        by=livia,
        now=now,
    )
    autoresolve.begin(opened, by=livia, now=now)
    return {"battle": opened.public_id}


def resolve() -> dict[str, Any]:
    """What a tick does for a battle that the program plays; then what the books say of it."""
    from battles.models import Battle
    from battles.services import replay, table
    from clubs import clock

    table.tick(clock.now())
    battle = Battle.objects.get(single=True)
    numbers = list(battle.entries.values_list("seq", flat=True))
    return {
        "stage": battle.stage,
        "found": replay.verify(battle),
        "twice": len(numbers) - len(set(numbers)),
        "whole": sorted(numbers) == list(range(battle.seq + 1)),
    }


def recover(verb: str, *arguments: str) -> dict[str, Any]:
    """What is left, then somebody else does it, and what it came to."""
    left = inspect()
    VERBS[verb](*arguments)
    return {"left": left, "came": inspect()}


VERBS = {
    verb.__name__: verb
    for verb in (
        prepare,
        turn,
        confirm,
        work,
        skewed,
        nudge,
        ring,
        order_all,
        hook,
        send,
        fight,
        resolve,
        read,
        send_confirmation,
        inspect,
        recover,
    )
}


def limit_memory() -> None:
    """Keep to the memory that the test allows."""
    if most := os.environ.get("FAULTS_MEMORY"):
        resource.setrlimit(resource.RLIMIT_AS, (int(most), int(most)))


def main(verb: str, *arguments: str) -> None:
    import django

    django.setup()
    limit_memory()
    print(json.dumps(VERBS[verb](*arguments)), flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
