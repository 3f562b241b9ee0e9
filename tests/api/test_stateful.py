"""schemathesis plays a year: each request follows from the answers before it, and every answer is judged by the document.

Between two moves that the rules ask for somebody stumbles now and then: he sends what the fuzzer thinks of to where the year is played.
"""

from typing import Any

import hypothesis
import pytest
from django.db import transaction
from hypothesis import HealthCheck, Phase, strategies

from campaigns.models import Campaign
from campaigns.services import books, turning
from clubs import clock
from clubs.models import Scope
from clubs.services import tokens
from tests.api.test_fuzz import CHECKS, one_connection, operations
from tests.factories.campaigns import a_war
from tests.factories.clubs import NOW
from tests.leaks.test_routes import TakenBack

pytestmark = [pytest.mark.slow, pytest.mark.django_db, pytest.mark.timeout(900)]

__all__ = ["one_connection"]
LONGEST = 40
"""Steps within which a year ends, whatever the dice."""
GAMES = 3
ANSWERS: dict[str, tuple[str, dict[str, Any]]] = {
    "lose_points": ("decide_losses", {"figures": None}),
    "spend_reroll": ("decide_reroll", {"use": False}),
    "obey_recall": ("decide_recall", {"obey": True}),
    "stake_all": ("decide_stake_all", {"agree": False}),
    "successor": ("decide_successor", {"name": ""}),
    "choose": ("decide_choices", {}),
}
"""What may be asked besides orders, musters and the battle, and an answer to it."""


class Table:
    """Everybody at the API, with the document open beside them."""

    def __init__(self, war: Campaign, people: dict[str, Any]) -> None:
        self.war, self.known = war, {one.definition.raw["operationId"]: one for one in operations()}
        self.sealed: set[tuple[str, str]] = set()
        self.headers = {
            seat: {
                "Authorization": f"Bearer {tokens.make_token(one, name=seat, scope=Scope.WRITE, by=one, now=NOW).key}"
            }
            for seat, one in people.items()
        }

    def send(self, seat: str, name: str, body: Any = None, *, match: str = "") -> Any:
        """One request and its judged answer. ``match``: the operation whose ETag it goes by."""
        more = {} if body is None else {"body": body, "media_type": "application/json"}
        case = self.known[name].Case(path_parameters={"war": self.war.public_id}, **more)
        sent = dict(self.headers[seat])
        if match:
            sent["If-Match"] = self.send(seat, match).headers["etag"][0]
        answer = case.call(headers=sent)
        case.validate_response(answer, checks=CHECKS, headers=sent)
        return answer

    def read(self, seat: str, name: str) -> Any:
        answer = self.send(seat, name)
        assert answer.status_code == 200, (name, answer.status_code)
        return answer.json()

    def do(self, seat: str, name: str, body: Any, *, match: str = "") -> None:
        answer = self.send(seat, name, body, match=match)
        assert answer.status_code < 300, (seat, name, body, answer.status_code, answer.json())

    def stumble(self, seat: str, case: Any) -> None:
        """Send what the fuzzer thought of, and take back what came of it: it may have ended the war."""
        case.path_parameters = {**case.path_parameters, "war": self.war.public_id}
        try:
            with transaction.atomic():
                answer = case.call(headers=self.headers[seat])
                raise TakenBack
        except TakenBack:
            case.validate_response(answer, checks=CHECKS, headers=self.headers[seat])

    def is_sealed_and_open(self, ask: dict[str, Any]) -> bool:
        """Whether a seat has not handed in yet; who has is still asked, for he may think again."""
        return ask["kind"] == "sealed" and (ask["prompt"], ask["seat"]) not in self.sealed

    def step(self, draw: Any, year: int) -> None:
        """One move that the rules ask for: which, and by whom, is drawn."""
        asks = [ask for ask in self.read("rome", "year_asks") if ask["kind"] == "turn" or self.is_sealed_and_open(ask)]
        if not asks:
            # What a battle asks stands with the battle.
            table = self.read("rome", "battle_table")["asks"]
            asks = [{**ask, "kind": "turn"} for ask in table if ask["prompt"] in ("report", "answer")]
        ask = draw(strategies.sampled_from(asks))
        seat, prompt = ask["seat"], ask["prompt"]
        if ask["kind"] == "sealed":
            self.sealed.add((prompt, seat))
        if prompt == "order":
            action = ask["data"].get("action") or draw(strategies.sampled_from(("battle", "alliance", "guerrilla")))
            self.do(seat, "order_give", {"year": year, "action": action}, match="order_read")
        elif prompt == "muster":
            best = self.read(seat, "muster_menu")["best"]
            self.do(seat, "muster_give", {"year": year, **best}, match="muster_read")
        elif prompt == "report":
            winner = draw(strategies.sampled_from(("rome", "carthage")))
            report = {"winner": winner, "level": "minor"}
            self.do(seat, "battle_report", {"year": year, "report": report}, match="battle_table")
        elif prompt == "answer":
            self.do(seat, "battle_confirm", {"year": year}, match="battle_table")
        elif prompt == "ransom":
            self.do(seat, "decide_ransom", {"year": year, "character": ask["data"]["character"], "pay": False})
        else:
            name, body = ANSWERS[prompt]
            self.do(seat, name, {"year": year, **body})
        turning.tick(clock.now())


@pytest.fixture
def table(club, place, livia, hanno, ines):
    clock.set_offset(NOW - clock.now())
    war = a_war(club, rome=place(livia), carthage=place(hanno), by=place(livia))
    return Table(war, {"rome": livia, "carthage": hanno, "umpire": ines})


def test_a_year_is_played_to_its_end_whoever_stumbles_on_the_way(table):
    fumbled = [one for name, one in table.known.items() if "/year/" in one.path and "{claim}" not in one.path]

    @hypothesis.settings(
        max_examples=GAMES,
        deadline=None,
        database=None,
        derandomize=True,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @hypothesis.given(data=strategies.data())
    def play(data):
        try:
            with transaction.atomic():
                _play(table, data, fumbled)
                raise TakenBack
        except TakenBack:
            ended.append(True)

    ended: list[bool] = []
    play()
    assert len(ended) >= GAMES


def _play(table: Table, data: Any, fumbled: list[Any]) -> None:
    table.sealed.clear()
    for _step in range(LONGEST):
        if table.read("umpire", "year_current")["number"] > 1 or table.read("rome", "war_read")["stage"] == "over":
            break
        for _fumble in range(data.draw(strategies.integers(0, 2))):
            operation = data.draw(strategies.sampled_from(fumbled))
            table.stumble(data.draw(strategies.sampled_from(sorted(table.headers))), data.draw(operation.as_strategy()))
        table.step(data.draw, 1)
    else:
        raise AssertionError("the year does not end")
    assert books.check(Campaign.objects.get(pk=table.war.pk)) == []
