"""A club of twelve over three years, day after day, through the API:  python -m tests.years.club VERB [ARGUMENT…]

``open FOLDER`` founds the club and its first wars; ``play FOLDER UNTIL`` goes on to a day; ``backup`` and ``restore FOLDER FILE`` do what they say;
``judge FOLDER`` says what became of it. Each
verb is a process of its own, so that the club can be backed up and restored between them. What the club remembers between two verbs
(the day, the tokens, who has left) lies in ``FOLDER``; everything else is the program's. Dice and moods come from a seed.

While it plays, every answer to anybody is searched for what others have sealed: each order's salt is a word that is found nowhere else.
"""

import json
import os
import random
import sys
from collections import Counter
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.faults.settings")

BEGAN = datetime(2027, 1, 9, 9, tzinfo=UTC)
DAYS = 3 * 365
STEP = 2
FOUNDERS = ("livia", "ines", "hanno", "sofia", "marco", "fabia", "nuno", "elena")
LATER = {90: "giulia", 200: "tomas", 330: "aldo", 480: "pilar"}
"""Who joins, on which day; and who goes, from the middle of a war."""
LEAVERS = {400: "tomas", 700: "pilar"}
REMOVED = {520: "aldo"}
WARS = {
    0: ("The long war", "livia", "hanno", "ines", "program"),
    20: ("War by letter", "sofia", "marco", "ines", "program"),
    150: ("Real dice", "fabia", "elena", "ines", "hand"),
    340: ("Nobody's umpire", "giulia", "tomas", None, "program"),
    450: ("The second league", "aldo", "hanno", "livia", "program"),
    620: ("The last war", "pilar", "sofia", "ines", "program"),
}
"""Name, Rome, Carthage, umpire, dice; by the day on which it begins."""
VACATIONS = ((190, 215, ("livia", "sofia")), (560, 590, ("hanno", "elena")), (900, 925, ("nuno", "fabia", "giulia")))
CORRECTIONS = (260, 400, 610, 830, 1000)
DISPUTED = 0.15
ACTIONS = ("battle", "defence", "guerrilla", "punishment", "alliance")


class Told(AssertionError):
    """Somebody was shown what another had sealed."""


class Club:
    """The club's people and what they do."""

    def __init__(self, folder: Path):
        from tests.api.client import Program

        self.folder, self.file = folder, folder / "club.json"
        self.kept: dict[str, Any] = json.loads(self.file.read_text()) if self.file.exists() else {
            "day": 0, "slug": "", "tokens": {}, "salts": {}, "seen": {}, "log": [], "gone": [], "wars": {},
        }  # fmt: skip
        self.programs = {name: Program(None, key=key) for name, key in self.kept["tokens"].items()}
        self.seen: Counter[str] = Counter(self.kept["seen"])
        self.chance = random.Random(f"{self.kept['day']}/three years")

    def save(self) -> None:
        self.kept["seen"] = dict(self.seen)
        self.file.write_text(json.dumps(self.kept))

    # --- Asking -------------------------------------------------------------------------------------------

    def call(self, who: str, method: str, address: str, body: Any = None, **headers: str) -> Any:
        """One request; what comes back is searched for what others have sealed."""
        sent = [] if body is None or method == "delete" else [body]
        answer = getattr(self.programs[who], method)(address, *sent, **headers)
        text = answer.content.decode() + json.dumps(dict(answer.headers))
        for salt, owner in self.kept["salts"].items():
            if owner != who and salt in text:
                raise Told(f"{who} was shown a salt of {owner} at {address}")
        self.seen[f"{answer.status_code // 100}xx"] += 1
        if answer.status_code >= 500:
            raise AssertionError((who, method, address, answer.content[:500]))
        return answer

    def read(self, who: str, address: str) -> Any:
        answer = self.call(who, "get", address)
        assert answer.status_code == 200, (who, address, answer.status_code, answer.content[:300])
        return answer.json()

    def do(self, who: str, method: str, address: str, body: Any = None, *, edits: str = "") -> bool:
        """A write; ``edits``: what is read before. Whether it was taken: a refusal is a lawful answer."""
        headers = {}
        if edits:
            looked = self.call(who, "get", edits)
            if "ETag" not in looked:
                return False
            headers["If_Match"] = looked["ETag"]
        answer = self.call(who, method, address, {} if body is None else body, **headers)
        if answer.status_code >= 400:
            self.seen[f"refused {answer.json().get('code')}"] += 1
        return bool(answer.status_code < 300)

    def note(self, text: str) -> None:
        self.kept["log"].append([self.kept["day"], text])

    # --- People -------------------------------------------------------------------------------------------

    def join(self, name: str) -> None:
        from clubs import clock
        from clubs.models import Scope
        from clubs.services import tokens
        from tests.api.client import Program
        from tests.factories import clubs as people

        user = people.sign_up(name, display_name=name.title())
        self.kept["tokens"][name] = tokens.make_token(
            user, name="years", scope=Scope.WRITE, by=user, now=clock.now()
        ).key
        self.programs[name] = Program(None, key=self.kept["tokens"][name])
        if not self.kept["slug"]:
            made = self.call(name, "post", "clubs/", {"name": "Legio Valencia"})
            self.kept["slug"] = made.json()["slug"]
            return
        role = {"ines": "umpire", "elena": "admin"}.get(name, "player")
        link = self.call("livia", "post", f"clubs/{self.kept['slug']}/invitations/", {"role": role}).json()["url"]
        assert self.do(name, "post", f"invitations/{link.rstrip('/').rsplit('/', 1)[1]}/")
        self.note(f"{name.title()} joined.")

    def leave(self, name: str, *, removed: bool) -> None:
        from campaigns.models import SideHolder

        slug = self.kept["slug"]
        commands = SideHolder.objects.filter(member__user__username=name, role="main", until=None)
        held = commands.filter(side__campaign__stage="running")
        # Whether he leaves in the middle of a war is for the dice: one that ended early leaves nobody's seat.
        self.kept["left_mid_war"] = self.kept.get("left_mid_war", False) or held.exists()
        if removed:
            people = {one["name"]: one["id"] for one in self.read("livia", f"clubs/{slug}/members/")}
            assert self.do("livia", "delete", f"clubs/{slug}/members/{people[name.title()]}/")
        else:
            assert self.do(name, "post", f"clubs/{slug}/leave/")
        self.kept["gone"].append(name)
        self.note(f"{name.title()} {'was removed' if removed else 'left'}.")

    def here(self, name: str) -> bool:
        day = self.kept["day"]
        away = any(first <= day < last and name in names for first, last, names in VACATIONS)
        return name in self.programs and name not in self.kept["gone"] and not away

    # --- Wars ---------------------------------------------------------------------------------------------

    def begin(self, day: int) -> None:
        from tests.api.test_year import army_of

        name, rome, carthage, umpire, dice = WARS[day]
        slug = self.kept["slug"]
        people = {one["name"]: one["id"] for one in self.read("livia", f"clubs/{slug}/members/")}
        body = {"name": name, "years": 12, "dice": dice, "umpire": people[umpire.title()] if umpire else None}
        war = self.call("livia", "post", f"clubs/{slug}/wars/", body).json()["id"]
        for side, member in (("rome", rome), ("carthage", carthage)):
            assert self.do("livia", "post", f"wars/{war}/sides/{side}/offer/", {"member": people[member.title()]})
            for offer in self.read(member, "me/offers/"):
                self.do(member, "post", f"wars/{offer['war']}/offers/{offer['id']}/", {"accept": True})
            army = f"wars/{war}/sides/{side}/army/"
            assert self.do(member, "put", army, army_of(side[0]), edits=army)
        assert self.do("livia", "post", f"wars/{war}/begin/")
        self.kept["wars"][war] = name
        self.note(f"“{name}” began: {rome.title()} for Rome, {carthage.title()} for Carthage.")

    def fill(self) -> None:
        """A side without a holder is offered to somebody who has time, and its umpire's post to somebody who does not play."""
        for war in self.running():
            shown = self.read("livia", f"wars/{war}/")
            for side in shown["sides"]:
                if side["holder"] is None:
                    self._offer(war, shown, side["key"])

    def _offer(self, war: str, shown: dict[str, Any], side: str) -> None:
        busy = {one["holder"]["name"] for one in shown["sides"] if one["holder"]}
        umpire = shown["umpire"]["name"] if shown["umpire"] else ""
        free = [name for name in self.programs if self.here(name) and name.title() not in {*busy, umpire}]
        people = {one["name"]: one["id"] for one in self.read("livia", f"clubs/{self.kept['slug']}/members/")}
        taker = self.chance.choice(free)
        if not self.do("livia", "post", f"wars/{war}/sides/{side}/offer/", {"member": people[taker.title()]}):
            return
        for offer in self.read(taker, "me/offers/"):
            if self.do(taker, "post", f"wars/{offer['war']}/offers/{offer['id']}/", {"accept": True}):
                self.note(f"{taker.title()} took over {side.title()} in “{self.kept['wars'][war]}”.")

    def running(self) -> list[str]:
        slug = self.kept["slug"]
        rows = self.read("livia", f"clubs/{slug}/wars/")["results"]
        return [row["id"] for row in rows if row["stage"] == "running"]

    # --- What waits for somebody ------------------------------------------------------------------------------

    def act(self, who: str) -> None:
        """Do what waits for him, in this order; what somebody else has done meanwhile is refused, which is as it should be."""
        for task in self.read(who, "me/tasks/"):
            if self.chance.random() < 0.2:
                continue  # not today
            war, year = task["war"], task["year"]
            if task["kind"] == "decide" or task["prompt"] == "dice":
                self._decide(who, war, year, task)
            elif task["kind"] in ("rule", "overdue"):
                self._rule(who, war, year)
            elif task["kind"] == "contest":
                body = {"address": task["address"], "reason": "It was seen.", "faces": None}
                self.do(who, "post", f"wars/{war}/dice/ruling/", body)

    def _decide(self, who: str, war: str, year: int, task: dict[str, Any]) -> None:
        base, prompt = f"wars/{war}/year/", task["prompt"]
        match prompt:
            case "order":
                salt = f"canary{self.chance.getrandbits(80):020x}"
                action = self._action(who, war)
                self.kept["salts"][salt] = who
                if not self.do(
                    who, "put", f"{base}order/", {"year": year, "action": action, "salt": salt}, edits=f"{base}order/"
                ):
                    del self.kept["salts"][salt]
            case "muster":
                best = self.read(who, f"{base}muster/menu/")["best"]
                self.do(who, "put", f"{base}muster/", {"year": year, **best}, edits=f"{base}muster/")
            case "report":
                self.do(
                    who,
                    "post",
                    f"{base}battle/report/",
                    {"year": year, "report": self._report()},
                    edits=f"{base}battle/",
                )
            case "answer" if task["battle"]:
                if self.chance.random() < DISPUTED:
                    self.note(f"A report was disputed in “{self.kept['wars'][war]}”.")
                    body = {"year": year, "reason": "We saw it otherwise.", "report": self._report()}
                    self.do(who, "post", f"{base}battle/dispute/", body, edits=f"{base}battle/")
                else:
                    self.do(who, "post", f"{base}battle/confirm/", {"year": year}, edits=f"{base}battle/")
            case _:
                self._answer(who, war, year, task)

    def _action(self, who: str, war: str) -> str:
        asks = self.read(who, f"wars/{war}/year/asks/")
        forced = [
            ask["data"]["action"]
            for ask in asks
            if ask["mine"] and ask["prompt"] == "order" and "action" in ask["data"]
        ]
        return str(forced[0]) if forced else self.chance.choice(ACTIONS)

    def _report(self) -> dict[str, Any]:
        winner = self.chance.choice(("rome", "carthage", "draw"))
        report: dict[str, Any] = {"winner": winner, "note": "By the river."}
        if winner != "draw":
            report["level"] = self.chance.choice(("minor", "major"))
        return report

    def _answer(self, who: str, war: str, year: int, task: dict[str, Any]) -> None:
        asks = [
            ask for ask in self.read(who, f"wars/{war}/year/asks/") if ask["mine"] and ask["prompt"] == task["prompt"]
        ]
        if not asks:
            return
        ask = asks[0]
        data = ask["data"]
        bodies: dict[str, tuple[str, dict[str, Any]]] = {
            "ransom": ("ransom", {"character": data.get("character"), "pay": self.chance.random() < 0.3}),
            "lose_points": ("losses", {"figures": None}),
            "spend_reroll": ("reroll", {"use": self.chance.random() < 0.5}),
            "obey_recall": ("recall", {"obey": self.chance.random() < 0.5}),
            "stake_all": ("stake-all", {"agree": self.chance.random() < 0.5}),
            "successor": ("successor", {"name": ""}),
            "choose": ("choices", {}),
            "dice": ("dice", {"address": data.get("address"), "faces": self._faces(data)}),
        }
        address, body = bodies[ask["prompt"]]
        whose = {"side": "umpire"} if ask["seat"] == "umpire" else {}
        self.do(who, "post", f"wars/{war}/year/{address}/", {"year": year, **whose, **body})

    def _faces(self, data: dict[str, Any]) -> list[int]:
        return [self.chance.randint(1, data.get("sides", 6)) for _die in range(data.get("n", 1))]

    def _rule(self, who: str, war: str, year: int) -> None:
        body = {"year": year, "reason": "Both have told me.", "report": self._report()}
        base = f"wars/{war}/year/battle/"
        if self.do(who, "post", f"{base}ruling/", body, edits=base):
            self.note(f"{who.title()} ruled on a battle in “{self.kept['wars'][war]}”.")

    # --- A day --------------------------------------------------------------------------------------------

    def day(self) -> None:
        from campaigns.services import turning
        from clubs import clock

        day = self.kept["day"]
        clock.set_offset(BEGAN + timedelta(days=day) - _real())
        for moment, name in LATER.items():
            if day - STEP < moment <= day:
                self.join(name)
        for leavers, removed in ((LEAVERS, False), (REMOVED, True)):
            for moment, name in leavers.items():
                if day - STEP < moment <= day:
                    self.leave(name, removed=removed)
        for moment in WARS:
            if day - STEP < moment <= day:
                self.begin(moment)
        self.fill()
        self._forget_opened()
        for name in sorted(self.programs, key=lambda _name: self.chance.random()):
            if self.here(name):
                self.act(name)
        if any(day - STEP < moment <= day for moment in CORRECTIONS):
            self.correct()
        turning.tick(clock.now())
        self.kept["day"] = day + STEP

    def _forget_opened(self) -> None:
        """A salt is shown with the dice of its year once that is closed: then it is no secret any more."""
        from campaigns.models import StrategicAction

        rows = StrategicAction.objects.filter(salt__in=list(self.kept["salts"])).select_related("year")
        for row in rows:
            if row.year.stage == "closed":
                self.kept["salts"].pop(row.salt, None)

    # --- Corrections ----------------------------------------------------------------------------------------

    def correct(self) -> None:
        """The umpire corrects a report of some closed year; what no longer fits is done by default."""
        from campaigns.models import Campaign

        for war in Campaign.objects.exclude(umpire=None).order_by("pk"):
            if war.public_id in self.kept["wars"] and self._correct(war):
                return

    def _correct(self, war: Any) -> bool:
        from campaigns.models.codec import moves_of
        from campaigns.rules.correcting import Edit, Resolution
        from campaigns.rules.decisions import Fought
        from campaigns.services import correcting, rewind
        from campaigns.services.foreseeing import Plan
        from clubs import clock
        from clubs.errors import Refusal

        past = [
            one for one in rewind.standing_decisions(war) if any(isinstance(m, Fought) for m in moves_of(one).values())
        ]
        past = [one for one in past if one.year < (war.year_set.order_by("-number").first().number)]
        if not past or war.stage not in ("running", "over"):
            return False
        old = self.chance.choice(past)
        seat, move = next((seat, move) for seat, move in moves_of(old).items() if isinstance(move, Fought))
        plan = Plan(edit=Edit(number=old.number, seat=seat, decision=_other_way(move)))
        for _round in range(40):
            try:
                looked = correcting.foresee(war, plan)
            except Refusal:
                return False
            if not looked.open:
                break
            more = {one.key: Resolution(how="default" if "default" in one.ways else one.ways[0]) for one in looked.open}
            plan = Plan(edit=plan.edit, resolutions={**plan.resolutions, **more})
        correcting.correct(
            war, plan=plan, reason="It was told wrongly.", seen=war.last_decision, by=war.umpire, now=clock.now()
        )
        self.note(f"Year {old.year} of “{war.name}” was corrected: the battle had been told wrongly.")
        return True


def _other_way(fought: Any) -> Any:
    """The same battle, with the other side as its winner; a draw becomes a minor victory of the first."""
    import msgspec

    from rulesets.contract import SeatResult

    outcome = fought.outcome
    first, second = sorted(outcome.seats)
    won = next((seat for seat, result in outcome.seats.items() if result.result == "win"), second)
    winner = second if won == first else first
    level = outcome.seats[won].level or "minor"
    seats = {seat: SeatResult(result="win" if seat == winner else "loss", level=level) for seat in outcome.seats}
    return msgspec.structs.replace(fought, outcome=msgspec.structs.replace(outcome, seats=seats))


def _real() -> datetime:
    """The clock without its offset."""
    from clubs import clock

    return clock.now() - clock._offset


# --- Verbs --------------------------------------------------------------------------------------------------


def open_(folder: str) -> dict[str, Any]:
    from django.core.management import call_command

    from clubs import clock

    call_command("migrate", verbosity=0)
    clock.set_offset(BEGAN - _real())
    club = Club(Path(folder))
    for name in FOUNDERS:
        club.join(name)
    club.save()
    return {"members": len(club.programs)}


def play(folder: str, until: str) -> dict[str, Any]:
    club = Club(Path(folder))
    while club.kept["day"] < int(until):
        club.day()
        club.save()
    return {"day": club.kept["day"], **club.seen}


def backup(folder: str, file: str) -> dict[str, Any]:
    """A backup of that evening."""
    from django.core.management import call_command

    _set_clock(folder)
    call_command("backup", file, stdout=sys.stderr)
    return {}


def restore(folder: str, file: str) -> dict[str, Any]:
    """The next morning, into an empty database."""
    from django.core.management import call_command

    _set_clock(folder)
    call_command("restore", file, stdout=sys.stderr)
    return {}


def _set_clock(folder: str) -> None:
    from clubs import clock

    clock.set_offset(BEGAN + timedelta(days=json.loads((Path(folder) / "club.json").read_text())["day"]) - _real())


def judge(folder: str) -> dict[str, Any]:
    """What became of every war, and whether anything is wrong with the books."""
    from battles.models import OutboxMessage
    from campaigns.models import Campaign, LedgerEntry, Year
    from campaigns.services import books

    club = Club(Path(folder))
    messages = OutboxMessage.objects.all()
    salts = list(club.kept["salts"])
    leaked = [m.key for m in messages if any(salt in json.dumps(m.data) for salt in salts)]
    wars = Campaign.objects.filter(public_id__in=club.kept["wars"]).order_by("started_at")
    return {
        "found": [line for war in Campaign.objects.select_related("club", "pack") for line in books.check(war)],
        "leaked": leaked,
        "twice": messages.count() - len(set(messages.values_list("recipient_id", "key"))),
        "wars": [
            {
                "name": war.name,
                "stage": war.stage,
                "years": Year.objects.filter(campaign=war, stage="closed").count(),
                "winner": war.winner,
                "level": war.level,
                "reason": war.reason,
                "revision": war.revision,
                "kinds": dict(Counter(LedgerEntry.objects.filter(campaign=war).values_list("kind", flat=True))),
            }
            for war in wars
        ],
        "notices": messages.count(),
        "left_mid_war": club.kept.get("left_mid_war", False),
        "log": club.kept["log"],
        "seen": club.kept["seen"],
    }


TOLD = {
    "corrected": "corrections",
    "order_by_default": "orders by default",
    "muster_by_default": "musters by default",
    "answer_by_default": "answers by default",
    "battle_overdue": "battles that nobody reported in time",
    "seat_left": "seats left",
}


def page(told: dict[str, Any]) -> str:
    """What ``judge`` said, for ``docs/three-years.md``."""
    rows = []
    for war in told["wars"]:
        came = f"{war['winner'].title()}, {war['level']} victory" if war["winner"] else war["level"] or "still fought"
        more = ", ".join(f"{war['kinds'][kind]} {words}" for kind, words in TOLD.items() if kind in war["kinds"])
        rows.append(f"| {war['name']} | {war['years']} | {came} | {sum(war['kinds'].values())} | {more or '-'} |")
    lines = [f"- Day {day}: {text}" for day, text in told["log"] if "ruled" not in text]
    answers = ", ".join(f"{count} {kind}" for kind, count in sorted(told["seen"].items()))
    return "\n".join(
        [
            "| war | years | how it ended | lines of the ledger | of them |",
            "|---|---|---|---|---|",
            *rows,
            "",
            f"Answers of the API: {answers}. Notices written: {told['notices']}. Faults found by `check_books`: "
            f"{len(told['found'])}. Secrets shown to anybody else: {len(told['leaked'])}. Told twice: {told['twice']}.",
            "",
            *lines,
            "",
        ]
    )


VERBS = {"open": open_, "play": play, "backup": backup, "restore": restore, "judge": judge}


def main(verb: str, *arguments: str) -> None:
    import django

    django.setup()
    print(json.dumps(VERBS[verb](*arguments)), flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
