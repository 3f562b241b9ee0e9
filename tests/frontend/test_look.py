"""The page around every page: its look, its words, and its answers when something is wrong."""

import json
import re
from datetime import UTC, date, datetime
from pathlib import Path
from types import SimpleNamespace
from xml.etree import ElementTree

import pytest
from django import forms
from django.conf import settings
from django.core.exceptions import PermissionDenied, SuspiciousOperation
from django.db import IntegrityError, InterfaceError, OperationalError
from django.http import HttpResponse
from django.template import engines
from django.test import Client, RequestFactory, override_settings
from django.urls import include, path
from django.utils import translation

from clubs.errors import NotSeen, Refusal, Stale
from frontend.boards.tableplan import Piece, SidePlan
from frontend.templatetags import words
from frontend.views import charts, errors
from frontend.views.charts import svg_response, vp_chart
from frontend.views.help import TOPICS
from frontend.views.plans import SCENARIOS, drawn_plan

FRONTEND = Path(settings.BASE_DIR) / "frontend"
STYLESHEET = (FRONTEND / "static/frontend/css/signifer.css").read_text()
FAILURES = {
    "refusal": Refusal("Orders closed on Sunday.", code="late"),
    "stale": Stale("The other side has reported already.", code="reported"),
    "not-seen": NotSeen(),
    "denied": PermissionDenied(),
    "suspicious": SuspiciousOperation(),
    "database": OperationalError("the connection is gone"),
    "interface": InterfaceError("connection already closed"),
    "integrity": IntegrityError("a bug"),
    "bug": ZeroDivisionError(),
}

MANIFEST = "django.contrib.staticfiles.storage.ManifestStaticFilesStorage"


def fail(request, kind):
    raise FAILURES[kind]


def whoami(request):
    return HttpResponse(translation.get_language())


urlpatterns = [
    path("fail/<slug:kind>/", fail),
    path("whoami/", whoami),
    path("chart.svg", lambda request: svg_response(vp_chart(SERIES, [1, 2, 3], "Victory points"))),
    path("", include("config.urls")),
]
handler500 = "frontend.views.errors.server_error"


def rendered(source, **context):
    return engines["django"].from_string("{% load words %}" + source).render(context)


@pytest.fixture
def failing(client):
    """A client on a site where /fail/<kind>/ goes wrong in that way, answered as to the public."""
    client.raise_request_exception = False
    with override_settings(ROOT_URLCONF=__name__):
        yield client


# --- The page ---------------------------------------------------------------------------------------


@pytest.mark.django_db
@pytest.mark.parametrize("address", ["/help/", *(f"/help/{topic}/" for topic in TOPICS)])
def test_a_help_page_is_whole(client, address):
    page = client.get(address)
    text = page.content.decode()
    assert page.status_code == 200
    assert len(re.findall("<h1>[^<]+</h1>", text)) == 1
    assert '<html lang="en"' in text
    assert 'href="#content"' in text
    assert 'id="content"' in text


@pytest.mark.django_db
def test_an_unknown_help_topic_is_missing(client):
    assert client.get("/help/astrology/").status_code == 404


@pytest.mark.django_db
def test_htmx_keeps_no_copies_and_writes_no_style(client):
    config = '{"includeIndicatorStyles":false,"allowEval":false,"historyCacheSize":0}'
    assert f"content='{config}'" in client.get("/help/").content.decode()


def test_no_template_of_ours_needs_what_the_policy_forbids():
    """The content policy drops inline style, inline handlers and scripts without a nonce in silence."""
    forbidden = re.compile(r"""\sstyle=["']|\son[a-z]+=["']|<script(?![^>]*src)|<style|hx-on|javascript:""")
    offenders = {
        str(file.relative_to(FRONTEND)): forbidden.findall(file.read_text())
        for file in (FRONTEND / "templates").rglob("*.html")
        if forbidden.search(file.read_text())
    }
    assert offenders == {}


def test_only_one_module_calls_a_text_safe():
    marking = re.compile(r"\bmark_safe\b|\bSafeString\(|\|\s*safe\b|autoescape off")
    modules = [
        str(file.relative_to(settings.BASE_DIR))
        for package in ("frontend", "campaigns", "battles", "clubs")
        for file in (Path(settings.BASE_DIR) / package).rglob("*")
        if file.suffix in {".py", ".html"} and marking.search(file.read_text())
    ]
    assert modules == ["frontend/templatetags/words.py"]


@pytest.mark.django_db
def test_a_chosen_theme_is_kept_and_can_be_given_back_to_the_device(client):
    answer = client.post("/theme/", {"theme": "dark", "next": "/help/dice/"})
    assert (answer.status_code, answer.url) == (302, "/help/dice/")
    assert 'data-theme="dark"' in client.get("/help/").content.decode()
    client.post("/theme/", {"theme": "system"})
    assert "data-theme" not in client.get("/help/").content.decode()


@pytest.mark.django_db
def test_a_theme_cookie_of_somebody_elses_making_is_ignored(client):
    client.cookies["theme"] = '"><script>'
    assert "data-theme" not in client.get("/help/").content.decode()


@pytest.mark.django_db
@pytest.mark.parametrize("target", ["https://evil.example/", "//evil.example", "javascript:alert(1)", ""])
def test_the_theme_switch_sends_nobody_away(client, target):
    assert client.post("/theme/", {"theme": "dark", "next": target}).url == "/"


@pytest.mark.django_db
def test_a_theme_is_not_chosen_by_a_link(client):
    assert client.get("/theme/").status_code == 405


@pytest.mark.django_db
def test_the_language_switch_works_without_an_account(client):
    client.post("/i18n/setlang/", {"language": "es", "next": "/help/"})
    assert '<html lang="es"' in client.get("/help/").content.decode()


@override_settings(ROOT_URLCONF=__name__)
def test_a_persons_language_is_used_until_the_switch_says_otherwise(client, livia):
    livia.language = "it"
    livia.save()
    client.force_login(livia)
    assert client.get("/whoami/").content == b"it"
    client.post("/i18n/setlang/", {"language": "es"})
    assert client.get("/whoami/").content == b"es"


@pytest.mark.django_db
def test_every_page_is_private(client):
    page = client.get("/help/")
    assert page["Cache-Control"] == "private, no-store"
    assert "Cookie" in page["Vary"]


# --- When something is wrong ------------------------------------------------------------------------


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("kind", "status", "says"),
    [
        ("refusal", 422, "Orders closed on Sunday."),
        ("stale", 409, "The other side has reported already."),
        ("not-seen", 404, "There is nothing here"),
        ("denied", 403, "This is not yours to do"),
        ("suspicious", 400, "This request makes no sense to us"),
        ("database", 503, "Nothing that was confirmed to you is lost."),
        ("interface", 503, "Nothing that was confirmed to you is lost."),
        ("integrity", 500, "The fault is ours, not yours."),
        ("bug", 500, "The fault is ours, not yours."),
    ],
)
def test_what_goes_wrong_is_told_in_words(failing, kind, status, says):
    answer = failing.get(f"/fail/{kind}/")
    assert answer.status_code == status
    assert says in answer.content.decode()


@pytest.mark.django_db
def test_what_may_not_be_seen_looks_like_what_is_not_there(failing):
    hidden, missing = (failing.get(address) for address in ("/fail/not-seen/", "/fail-/not-seen/"))
    assert hidden.status_code == missing.status_code

    def masked(answer):
        text = re.sub(r'nonce="[^"]+"|value="[A-Za-z0-9]{64}"', "", answer.content.decode())
        return text.replace("/fail-/", "/fail/")

    assert masked(hidden) == masked(missing)
    assert {name for name, _value in hidden.items()} == {name for name, _value in missing.items()}


@pytest.mark.django_db
def test_a_stale_page_hands_back_what_was_typed_and_no_secret(failing):
    typed = "We turned their left flank in the third turn."
    sent = {"notes": typed, "salt": "5" * 32, "password": "x" * 30, "level": "major"}
    page = failing.post("/fail/stale/", sent, headers={"referer": "http://testserver/help/"}).content.decode()
    assert typed in page
    assert 'href="http://testserver/help/"' in page
    assert "5" * 32 not in page
    assert "x" * 30 not in page


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("address", "back"),
    [
        ("/notices/read/", "/notices/"),
        ("/wars/abc/year/order/", "/wars/abc/year/"),
        ("/clubs/abc/invitations/def/withdraw/", "/clubs/abc/"),
        ("/theme/", "/"),
    ],
)
def test_who_is_led_back_to_a_button_by_the_log_in_is_told_that_nothing_was_sent(client, livia, address, back):
    client.force_login(livia, backend="django.contrib.auth.backends.ModelBackend")
    response = client.get(address)
    assert response.status_code == 405
    assert response["Allow"] == "POST"
    page = response.content.decode()
    assert "What you pressed did not arrive, so nothing was changed." in page
    assert f'<a class="button primary" href="{back}">' in page


def test_the_way_back_never_leads_to_another_site(failing):
    page = failing.post("/fail/refusal/", headers={"referer": "https://evil.example/"}).content.decode()
    assert "evil.example" not in page


@pytest.mark.django_db
def test_a_refusal_is_escaped(failing, monkeypatch):
    monkeypatch.setitem(FAILURES, "refusal", Refusal("<script>alert(1)</script>", code="x"))
    assert "<script>alert" not in failing.get("/fail/refusal/").content.decode()


@pytest.mark.django_db
def test_a_column_that_is_missing_is_a_bug_and_not_an_absent_database(failing, monkeypatch):
    cause = Exception()
    cause.sqlite_errorname = "SQLITE_ERROR"
    error = OperationalError("no such column")
    error.__cause__ = cause
    monkeypatch.setitem(FAILURES, "database", error)
    assert failing.get("/fail/database/").status_code == 500


@pytest.mark.django_db
def test_the_unavailable_page_says_when_to_come_back(failing):
    assert failing.get("/fail/database/")["Retry-After"] == "30"


def test_a_database_that_is_away_before_any_view_is_told_too(failing, livia, monkeypatch):
    """Who is asking is itself a question to the database."""
    failing.force_login(livia)

    def gone(*_args):
        raise OperationalError("the connection is gone")

    monkeypatch.setattr("django.contrib.auth.backends.ModelBackend.get_user", gone)
    answer = failing.get("/whoami/")
    assert answer.status_code == 503
    assert "cannot be reached right now" in answer.content.decode()


@pytest.mark.django_db
@pytest.mark.parametrize("collected", [True, False])
def test_a_page_that_stands_alone_wears_the_stylesheet_as_it_is_kept(tmp_path, collected):
    """Only files with a digest in their names are kept: the plain name leads nowhere, but it must not break the page either."""
    sheet, kept = "frontend/css/signifer.css", "frontend/css/signifer.0123456789ab.css"
    if collected:
        names = {sheet: kept, "frontend/img/signifer.svg": "frontend/img/signifer.0123456789ab.svg"}
        (tmp_path / "staticfiles.json").write_text(json.dumps({"paths": names, "version": "1.1", "hash": ""}))
    storages = {**settings.STORAGES, "staticfiles": {"BACKEND": MANIFEST}}
    with override_settings(STATIC_ROOT=tmp_path, STORAGES=storages, DEBUG=False):
        page = errors.csrf_failure(RequestFactory().get("/")).content.decode()
    assert f'href="/static/{kept if collected else sheet}"' in page


def test_a_form_from_elsewhere_is_refused_in_words():
    answer = Client(enforce_csrf_checks=True).post("/theme/", {"theme": "dark"})
    assert answer.status_code == 403
    assert "Please send that once more" in answer.content.decode()


# --- Forms and components ---------------------------------------------------------------------------


class Order(forms.Form):
    action = forms.ChoiceField(widget=forms.RadioSelect, choices=[("battle", "Battle"), ("defence", "Defence")])
    note = forms.CharField(help_text="Seen by your side only.", max_length=5)
    salt = forms.CharField(widget=forms.HiddenInput)


def test_a_form_names_what_is_wrong_and_where():
    page = rendered('{% include "frontend/components/form.html" %}', form=Order({"note": "far too long"}))
    assert 'role="alert"' in page
    assert '<a href="#id_note">Note</a>' in page
    assert 'aria-invalid="true"' in page
    described = re.search(r'<input type="text"[^>]*aria-describedby="([^"]+)"', page)[1].split()
    assert [f'id="{name}"' in page for name in described] == [True, True]
    ids = re.findall(r'\sid="([^"]+)"', page)
    assert len(ids) == len(set(ids))


def test_a_choice_is_a_group_of_cards_with_a_legend():
    page = rendered('{% include "frontend/components/form.html" %}', form=Order())
    assert re.search(r"<fieldset[^>]*>\s*<legend>Action", page)
    assert page.count('class="choice"') == 2
    assert page.count('name="salt"') == 1


def test_what_was_typed_comes_back_escaped():
    page = rendered('{% include "frontend/components/form.html" %}', form=Order({"note": '"><script>'}))
    assert "<script>" not in page


def test_a_score_shows_each_side_with_its_mark_and_a_real_minus():
    sides = [{"number": 1, "name": "Rome <i>", "points": 3}, {"number": 2, "name": "Carthage", "points": -4}]
    page = rendered('{% include "frontend/components/score.html" %}', sides=sides)
    assert re.findall(r'<li class="(side-\d)">', page) == ["side-1", "side-2"]
    assert "−4" in page
    assert "Rome &lt;i&gt;" in page


def test_steps_mark_the_one_at_hand():
    steps = [{"label": label, "state": state} for label, state in (("A", "done"), ("B", "now"), ("C", "later"))]
    page = rendered('{% include "frontend/components/steps.html" %}', steps=steps)
    assert re.findall(r'<li([^>]*)><span class="step-name">([ABC])', page) == [
        (' class="done"', "A"),
        (' aria-current="step"', "B"),
        ("", "C"),
    ]


# --- Words ------------------------------------------------------------------------------------------


def test_numbers_wear_their_signs():
    assert [words.signed(number) for number in (3, 0, -4)] == ["+3", "0", "−4"]
    assert [words.minus(number) for number in (3, 0, -4)] == ["3", "0", "−4"]


def test_the_sixth_side_begins_the_colours_anew():
    assert [words.side_class(number) for number in (1, 5, 6)] == ["side-1", "side-5", "side-1"]


def test_dice_are_shown_and_said():
    shown = words.dice([3, 5])
    assert 'aria-label="Dice: 3, 5"' in shown
    assert "⚂" in shown
    assert "⚄" in shown
    assert ">17<" in words.dice(17, 20)


MOMENT = datetime(2026, 11, 30, 23, 30, tzinfo=UTC)


@pytest.mark.parametrize(
    ("own", "shown"),
    [
        ("Europe/Paris", "Tuesday 1 December 2026, 00:30"),
        ("", "Tuesday 1 December 2026, 00:30, Madrid time"),
        ("Europe/Athens", "Tuesday 1 December 2026, 00:30, Madrid time (01:30, Athens time)"),
        ("Europe/Lisbon", "Tuesday 1 December 2026, 00:30, Madrid time (Monday 30 November 2026, 23:30, Lisbon time)"),
    ],
)
def test_a_moment_is_the_clubs_with_the_readers_beside_it_where_the_clocks_differ(own, shown):
    club, user = SimpleNamespace(time_zone="Europe/Madrid"), SimpleNamespace(time_zone=own)
    page = rendered("{% when moment club %}", moment=MOMENT, club=club, user=user)
    assert re.sub("<[^>]+>", "", page) == shown
    assert 'datetime="2026-11-30T23:30:00Z"' in page


@pytest.mark.parametrize(
    ("language", "shown"),
    [("en", "Tuesday 8 December 2026"), ("es", "martes 8 de diciembre de 2026"), ("it", "martedì 8 dicembre 2026")],
)
def test_a_day_is_written_as_it_stands_inside_a_sentence(language, shown):
    with translation.override(language):
        assert rendered("{{ moment|day }}", moment=date(2026, 12, 8)) == shown


def test_a_moment_in_the_hour_that_comes_twice_is_shown_by_the_offset_in_force():
    """On 25 October 2026 Madrid's clocks go from 03:00 back to 02:00."""
    shown = [
        re.sub(
            "<[^>]+>",
            "",
            rendered("{% when moment 'Europe/Madrid' %}", moment=datetime(2026, 10, 25, hour, 30, tzinfo=UTC)),
        )
        for hour in (0, 1)
    ]
    assert shown == ["Sunday 25 October 2026, 02:30, Madrid time"] * 2


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("*Ave* <b>x</b>", "<p><em>Ave</em> &lt;b&gt;x&lt;/b&gt;</p>\n"),
        ("<script>alert(1)</script>", "<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>\n"),
        ("[x](javascript:alert(1))", "<p>[x](javascript:alert(1))</p>\n"),
        ("[x](https://a.org)", '<p><a href="https://a.org" rel="nofollow noopener noreferrer">x</a></p>\n'),
    ],
)
def test_a_players_text_is_rendered_and_clean(text, shown):
    assert words.markdown(text) == shown


def test_a_players_text_shows_no_picture_from_elsewhere():
    assert "<img" not in words.markdown("![x](https://a.org/x.png)")


def test_crumbs_escape_names():
    page = rendered("{% crumbs name address %}", name="<Legio>", address="/c/1/")
    assert '<a href="/c/1/">&lt;Legio&gt;</a>' in page


# --- Plans and the chart ----------------------------------------------------------------------------


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_every_scenario_is_drawn_and_told(scenario):
    sides = (SidePlan("rome", "Rome", "ambusher"), SidePlan("carthage", "Carthage", "ambushed"))
    pieces = (Piece("wood", "flank"), Piece("wood", "flank"), Piece("gentle_hill", "centre"))
    root = ElementTree.fromstring(drawn_plan(scenario, sides, pieces))
    told = root[1].text
    assert root[0].text == SCENARIOS[scenario]
    assert "On the flanks: 2 woods or orchards." in told
    assert "In the centre: 1 gentle hill." in told
    assert ("hides troops" in told) == (scenario == "ambush")


SERIES = [("Rome", [1, 3, 5]), ("Carthage", [0, -2, -4])]


def test_the_chart_is_well_formed_and_always_the_same():
    chart = vp_chart(SERIES, [1, 2, 3], "Victory points")
    ElementTree.fromstring(chart)
    assert chart == vp_chart(SERIES, [1, 2, 3], "Victory points")


def test_the_chart_loads_nothing_and_runs_nothing():
    chart = vp_chart(SERIES, [1, 2, 3], "Victory points")
    assert b"<script" not in chart
    assert not re.search(rb"(href|src|url)\s*[=(]\s*[\"']?https?:", chart)


@pytest.mark.django_db
def test_the_chart_may_bring_its_style_and_nothing_else(failing):
    policy = failing.get("/chart.svg")["Content-Security-Policy"]
    assert policy == "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox"


def test_the_chart_draws_a_hostile_name_as_a_name():
    chart = vp_chart([("<script>x</script>\x00", [1])], [1], "</title><script>")
    texts = {element.text for element in ElementTree.fromstring(chart).iter()}
    assert "</title><script>" in texts
    assert b"<script" not in chart


@pytest.mark.parametrize("years", [0, 1, 2, 200])
def test_the_chart_of_a_war_of_any_length(years):
    points = [(-1) ** year * year for year in range(years)]
    chart = vp_chart([("Rome", points), ("Carthage", points)], list(range(1, years + 1)), "Victory points")
    assert ElementTree.fromstring(chart).get("viewBox") == "0 0 800 460"


# --- Colours ----------------------------------------------------------------------------------------


def tokens(mode):
    """The stylesheet's colours in one mode: name -> (red, green, blue)."""
    found = re.findall(r"--([a-z0-9-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)", STYLESHEET)
    return {name: tuple(bytes.fromhex((light if mode == "light" else dark)[1:])) for name, light, dark in found}


def contrast(one, other):
    """The ratio of WCAG 2."""

    def luminance(colour):
        parts = [part / 255 for part in colour]
        red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue

    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


TEXT = ("ink", "muted", "link", "info", "good", "warn", "bad", *(f"side-{number}" for number in range(1, 6)))


@pytest.mark.parametrize("mode", ["light", "dark"])
def test_every_text_can_be_read_on_every_ground(mode):
    colours = tokens(mode)
    pairs = [(text, ground) for text in TEXT for ground in ("paper", "panel", "sunk")] + [("action-ink", "action")]
    weak = {pair: ratio for pair in pairs if (ratio := contrast(colours[pair[0]], colours[pair[1]])) < 4.5}
    assert weak == {}


@pytest.mark.parametrize(("mode", "look"), [("light", charts.LIGHT), ("dark", charts.DARK)])
def test_a_picture_has_the_colours_of_the_page_round_it(mode, look):
    """A picture cannot use the stylesheet, so its colours are written down twice."""
    colours = {name: "#" + bytes(colour).hex() for name, colour in tokens(mode).items()}
    assert look.palette == tuple(colours[f"side-{number}"] for number in range(1, 6))
    assert (look.card, look.ink, look.grid) == (colours["panel"], colours["ink"], colours["line"])


@pytest.mark.parametrize("mode", ["light", "dark"])
def test_the_edge_of_a_field_can_be_seen(mode):
    colours = tokens(mode)
    assert min(contrast(colours["edge"], colours[ground]) for ground in ("paper", "panel")) >= 3
