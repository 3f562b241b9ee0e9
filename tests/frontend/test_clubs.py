"""Pages of clubs: founding, running, joining. Who is outside sees nothing."""

import re
from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse

from clubs import clock, selectors
from clubs.models import Club, Invitation, Membership, Role
from clubs.services import invitations, links, members
from tests.factories.clubs import enlist, found, invite, paper_member

pytestmark = pytest.mark.django_db

CLUB_PAGES = ["club", "club_leave", "club_settings", "club_log", "club_members"]
CLUB_ACTS = ["club_invite", "club_paper_member"]
MEMBER_ACTS = [
    "club_member_role",
    "club_member_name",
    "club_member_invite",
    "club_member_remove",
    "club_member_hand_over",
    "club_member_reset_link",
]
MANAGERS_ONLY = {"club_settings", "club_log", "club_members"}


def text_of(response) -> str:
    """The words of a page, without mark-up, spaces joined."""
    words = re.sub(r"<(script|style).*?</\1>|<[^>]+>", " ", response.content.decode(), flags=re.S)
    return re.sub(r"\s+", " ", words)


def masked(response) -> str:
    """A page without what differs from one answer to the next: the secret of its forms and of its scripts."""
    page = response.content.decode()
    return re.sub(r'(csrfmiddlewaretoken" value|nonce)="[^"]+"', "", page)


def link_on(response) -> str:
    return re.search(r"http://testserver(/[^<\s]+)", response.content.decode()).group(1)


# --- Who sees what -------------------------------------------------------------------------------


@pytest.mark.parametrize("name", CLUB_PAGES)
def test_an_outsider_gets_the_answer_of_what_does_not_exist(club, nobody, browser, name):
    page, missing = (browser(nobody).get(reverse(name, args=[slug])) for slug in (club.slug, "legio-nullius"))
    assert (page.status_code, missing.status_code) == (404, 404)
    assert masked(page).replace(club.slug, "X") == masked(missing).replace("legio-nullius", "X")


@pytest.mark.parametrize("name", CLUB_PAGES)
def test_a_former_member_is_an_outsider(club, hanno, browser, name):
    members.leave(club, by=hanno, now=clock.now())
    assert browser(hanno).get(reverse(name, args=[club.slug])).status_code == 404


@pytest.mark.parametrize("name", CLUB_PAGES)
@pytest.mark.parametrize("slug", ["legio-valencia", "legio-nullius"])
def test_who_is_not_logged_in_is_sent_to_the_log_in(club, browser, name, slug):
    address = reverse(name, args=[slug])
    response = browser(None).get(address)
    assert (response.status_code, response["Location"]) == (302, f"/accounts/login/?next={address}")


@pytest.mark.parametrize("name", CLUB_PAGES)
@pytest.mark.parametrize("who", ["livia", "fabia", "ines", "hanno"])
def test_members_see_the_club_and_managers_its_desk(request, club, browser, name, who):
    user = request.getfixturevalue(who)
    expected = 404 if name in MANAGERS_ONLY and who in ("ines", "hanno") else 200
    assert browser(user).get(reverse(name, args=[club.slug])).status_code == expected


@pytest.mark.parametrize("who", ["nobody", "hanno", "ines"])
def test_no_act_is_open_to_who_does_not_run_the_club(request, club, place, marco, browser, who):
    user = request.getfixturevalue(who)
    invitation, _token = invite(club, now=clock.now())
    other = place(marco)
    acts = [reverse(name, args=[club.slug]) for name in CLUB_ACTS]
    acts += [reverse(name, args=[club.slug, other.public_id]) for name in MEMBER_ACTS]
    acts += [reverse("club_invitation_withdraw", args=[club.slug, invitation.public_id])]
    before = everything(club)
    for address in acts:
        assert browser(user).post(address, {"role": "player", "name": "x"}).status_code == 404
    assert browser(user).get(reverse("club_member", args=[club.slug, other.public_id])).status_code == 404
    assert everything(club) == before


def everything(club):
    tables = (club.memberships, club.invitations, club.log)
    return [list(table.order_by("pk").values()) for table in tables]


def test_a_manager_elsewhere_reaches_no_member_or_invitation_of_ours(club, place, marco, nobody, browser):
    elsewhere = found("Elsewhere", by=nobody)
    invitation, _token = invite(club, now=clock.now())
    for name in MEMBER_ACTS:
        address = reverse(name, args=[elsewhere.slug, place(marco).public_id])
        assert browser(nobody).post(address, {"role": "player", "name": "x"}).status_code == 404
    address = reverse("club_invitation_withdraw", args=[elsewhere.slug, invitation.public_id])
    assert browser(nobody).post(address).status_code == 404


def test_nothing_changes_by_a_get(club, place, livia, marco, browser):
    invitation, token = invite(club, now=clock.now())
    before = everything(club)
    acts = [reverse(name, args=[club.slug]) for name in CLUB_ACTS + CLUB_PAGES]
    acts += [reverse(name, args=[club.slug, place(marco).public_id]) for name in MEMBER_ACTS]
    acts += [reverse("club_invitation_withdraw", args=[club.slug, invitation.public_id])]
    acts += [reverse("invitation", args=[token])]
    for address in acts:
        browser(livia).get(address)
        browser(None).get(address)
    assert everything(club) == before


def test_no_change_without_the_secret_of_the_form(club, livia):
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(livia, backend="django.contrib.auth.backends.ModelBackend")
    response = strict.post(reverse("club_settings", args=[club.slug]), {"name": "Punica"})
    assert response.status_code == 403
    assert Club.objects.get().name == "Legio Valencia"


# --- Queries -------------------------------------------------------------------------------------


@pytest.mark.parametrize("rows", [1, 3])
def test_the_list_of_clubs_costs_the_same(livia, browser, rows, django_assert_num_queries):
    for number in range(rows):
        found(f"Legio {number}", by=livia)
    reader = browser(livia)
    with django_assert_num_queries(4):
        assert reader.get(reverse("clubs")).content.decode().count('<li class="card">') == rows


@pytest.mark.parametrize("rows", [1, 3])
def test_the_club_page_costs_the_same(club, livia, browser, rows, django_assert_num_queries):
    for number in range(rows):
        paper_member(club, f"Titus {number}")
    reader = browser(livia)
    with django_assert_num_queries(6):
        page = reader.get(reverse("club", args=[club.slug]))
    assert page.content.decode().count("Titus") == rows


@pytest.mark.parametrize("rows", [1, 3])
def test_the_desk_costs_the_same(club, livia, browser, rows, django_assert_num_queries):
    for number in range(rows):
        invite(club, target=paper_member(club, f"Titus {number}"), now=clock.now())
    reader = browser(livia)
    with django_assert_num_queries(7):
        page = reader.get(reverse("club_members", args=[club.slug]))
    assert page.content.decode().count("Titus") == 2 * rows


@pytest.mark.parametrize("rows", [1, 3])
def test_the_log_costs_the_same(club, livia, browser, rows, django_assert_num_queries):
    for number in range(rows):
        invite(club, name=f"Titus {number}")
    reader = browser(livia)
    with django_assert_num_queries(6):
        page = reader.get(reverse("club_log", args=[club.slug]))
    assert page.content.decode().count("Titus") == rows


# --- Running a club ------------------------------------------------------------------------------


def test_a_newcomer_founds_a_club(nobody, browser):
    reader = browser(nobody)
    assert "You are in no club yet" in text_of(reader.get(reverse("clubs")))
    typed = {"name": "Legio <b>Nova</b>", "time_zone": "Europe/Rome", "language": "it"}
    page = reader.post(reverse("club_found"), typed, follow=True)
    club = Club.objects.get()
    assert page.redirect_chain == [(f"/clubs/{club.slug}/members/", 302)]
    assert (club.name, club.time_zone, club.language) == ("Legio <b>Nova</b>", "Europe/Rome", "it")
    assert "<b>Nova" not in page.content.decode()


@pytest.mark.parametrize(
    "typed",
    [
        {"name": ""},
        {"name": "x" * 81},
        {"name": "\u200d"},
        {"name": "Legio", "time_zone": "Mars/Olympus"},
        {"name": "Legio", "language": "la"},
    ],
)
def test_a_club_that_cannot_be_keeps_what_was_typed(nobody, browser, typed):
    wanted = {"name": "Legio", "time_zone": "Europe/Rome", "language": "it"} | typed
    page = browser(nobody).post(reverse("club_found"), wanted)
    assert page.status_code == 422
    assert 'value="Europe/Rome" selected' in page.content.decode() or "time_zone" in typed
    assert not Club.objects.exists()


def test_role_and_owner_are_not_taken_from_the_form(nobody, hanno, browser):
    typed = {"name": "Legio", "time_zone": "Europe/Rome", "language": "it", "slug": "mine", "by": hanno.pk, "id": 7}
    browser(nobody).post(reverse("club_found"), typed)
    club = Club.objects.get()
    assert (club.slug, [member.user for member in club.memberships.all()]) == ("legio", [nobody])


def test_the_club_page_names_members_and_roles(club, hanno, browser):
    paper_member(club, "Titus")
    words = text_of(browser(hanno).get(reverse("club", args=[club.slug])))
    for told in ("Livia Owner", "Fabia Administrator", "Ines Umpire", "Hanno Player", "Titus On paper Player"):
        assert told in words
    assert "Run the club" not in words


def test_an_administrator_adds_a_member_on_paper(club, fabia, browser):
    page = browser(fabia).post(reverse("club_paper_member", args=[club.slug]), {"paper-name": "Titus"}, follow=True)
    assert "Titus is now a member." in text_of(page)


def test_a_nameless_member_on_paper_is_refused(club, fabia, browser):
    page = browser(fabia).post(reverse("club_paper_member", args=[club.slug]), {"paper-name": " "})
    assert page.status_code == 422
    assert not Membership.objects.filter(user=None).exists()


def test_a_member_on_paper_is_renamed(club, fabia, browser):
    member = paper_member(club, "Titvs")
    browser(fabia).post(reverse("club_member_name", args=[club.slug, member.public_id]), {"name": "Titus"})
    assert Membership.objects.get(pk=member.pk).name == "Titus"


def test_the_role_page_offers_only_what_may_be_given(club, fabia, livia, hanno, place, browser):
    address = reverse("club_member", args=[club.slug, place(hanno).public_id])
    offered = {
        who: re.findall(r'name="role" value="(\w+)"', browser(who).get(address).content.decode())
        for who in (livia, fabia)
    }
    assert offered == {livia: ["owner", "admin", "umpire", "player"], fabia: ["umpire", "player"]}


def test_a_role_that_was_not_offered_is_refused(club, fabia, hanno, place, browser):
    address = reverse("club_member_role", args=[club.slug, place(hanno).public_id])
    assert browser(fabia).post(address, {"role": "owner"}).status_code == 422
    assert place(hanno).role == Role.PLAYER


def test_an_administrator_finds_no_lever_on_an_owners_page(club, fabia, livia, place, browser):
    page = browser(fabia).get(reverse("club_member", args=[club.slug, place(livia).public_id])).content.decode()
    main = page[page.index("<main") : page.index("</main")]
    assert "<form" not in main
    address = reverse("club_member_role", args=[club.slug, place(livia).public_id])
    refused = browser(fabia).post(address, {"role": "player"})
    assert (refused.status_code, place(livia).role) == (422, Role.OWNER)


def test_a_player_is_removed_and_an_owner_is_not(club, fabia, hanno, livia, place, browser):
    answers = [
        browser(fabia).post(reverse("club_member_remove", args=[club.slug, place(who).public_id])).status_code
        for who in (hanno, livia)
    ]
    assert answers == [302, 403]
    assert (place(hanno).left_at is None, place(livia).left_at is None) == (False, True)


def test_the_club_is_handed_over(club, livia, hanno, place, browser):
    page = browser(livia).post(reverse("club_member_hand_over", args=[club.slug, place(hanno).public_id]), follow=True)
    assert "Hanno is asked. The club is yours until the other accepts." in text_of(page)
    assert (place(hanno).role, place(livia).role) == (Role.PLAYER, Role.OWNER)
    address = reverse("club_take_over", args=[club.slug])
    page = browser(hanno).post(address, {"accept": "1"}, follow=True)
    assert "The club is yours." in text_of(page)
    assert (place(hanno).role, place(livia).role) == (Role.OWNER, Role.ADMIN)


def test_the_last_owner_is_told_why_he_cannot_leave(club, livia, browser):
    page = browser(livia).post(reverse("club_leave", args=[club.slug]))
    assert page.status_code == 422
    assert "Hand the club over to another member first." in text_of(page)


def test_leaving_asks_first(club, hanno, browser):
    reader = browser(hanno)
    address = reverse("club_leave", args=[club.slug])
    assert "Leave Legio Valencia?" in text_of(reader.get(address))
    assert selectors.membership_of(hanno, club)
    page = reader.post(address, follow=True)
    assert "You have left Legio Valencia." in text_of(page)
    assert selectors.membership_of(hanno, club) is None


def test_settings_are_saved(club, fabia, browser):
    typed = {"name": "Legio II", "time_zone": "Atlantic/Canary", "language": "es"}
    assert browser(fabia).post(reverse("club_settings", args=[club.slug]), typed).status_code == 302
    club.refresh_from_db()
    assert (club.name, club.time_zone, club.language) == ("Legio II", "Atlantic/Canary", "es")


def test_the_log_tells_times_in_the_clubs_zone(club, livia, browser):
    page = browser(livia).get(reverse("club_log", args=[club.slug]))
    # 12:00 UTC in March: 13:00 in Madrid.
    assert "Livia founded the club. Sunday 1 March 2026, 13:00" in text_of(page)


def test_a_long_log_has_pages(club, livia, browser):
    for number in range(50):
        invite(club, name=f"Titus {number}")
    reader = browser(livia)
    address = reverse("club_log", args=[club.slug])
    assert "founded the club" not in text_of(reader.get(address))
    for last in ("?page=2", "?page=999"):
        assert "founded the club" in text_of(reader.get(address + last))


# --- Links ---------------------------------------------------------------------------------------


def test_an_invitation_is_shown_once_and_waits_in_the_list(club, fabia, nobody, browser):
    reader = browser(fabia)
    typed = {"role": "umpire", "name": "Titus", "email": ""}
    page = reader.post(reverse("club_invite", args=[club.slug]), typed)
    link = link_on(page)
    desk = reader.get(reverse("club_members", args=[club.slug]))
    assert link not in desk.content.decode()
    assert "Titus" in text_of(desk)
    assert "Legio Valencia invites you" in text_of(browser(nobody).get(link))


def test_a_role_that_one_cannot_give_is_not_invited_to(club, fabia, browser):
    page = browser(fabia).post(reverse("club_invite", args=[club.slug]), {"role": "admin"})
    assert page.status_code == 422
    assert not Invitation.objects.filter(role=Role.ADMIN, used_at=None).exists()


def test_a_withdrawn_invitation_leaves_the_list(club, fabia, nobody, browser):
    invitation, token = invite(club, name="Titus", now=clock.now())
    address = reverse("club_invitation_withdraw", args=[club.slug, invitation.public_id])
    page = browser(fabia).post(address, follow=True)
    assert "Titus" not in text_of(page)
    spent = browser(nobody).get(reverse("invitation", args=[token]))
    assert spent.status_code == 410
    assert "taken this invitation back" in text_of(spent)


def test_a_logged_in_person_joins_with_one_press(club, nobody, browser):
    _invitation, token = invite(club, now=clock.now())
    reader = browser(nobody)
    page = reader.post(reverse("invitation", args=[token]), follow=True)
    assert page.redirect_chain == [("/clubs/legio-valencia/", 302)]
    assert "You are now a member of Legio Valencia." in text_of(page)
    assert reader.get(reverse("invitation", args=[token])).url == "/clubs/legio-valencia/"


def test_a_link_used_by_another_says_so(club, nobody, marco, browser):
    _invitation, token = invite(club, now=clock.now())
    browser(nobody).post(reverse("invitation", args=[token]))
    members.leave(club, by=marco, now=clock.now())
    for answer in (browser(None).get, browser(marco).post):
        page = answer(reverse("invitation", args=[token]))
        assert page.status_code == 410
        assert "already been used" in text_of(page)


def test_a_link_that_is_too_old_says_so(club, nobody, browser):
    _invitation, token = invite(club, now=clock.now() - timedelta(days=15))
    page = browser(nobody).post(reverse("invitation", args=[token]))
    assert page.status_code == 410
    assert "too old" in text_of(page)
    assert selectors.membership_of(nobody, club) is None


@pytest.mark.parametrize("token", ["invented", "x" * 500, "ñandú"])
def test_a_link_we_never_made_helps_on(db, browser, token):
    page = browser(None).get(reverse("invitation", args=[token]))
    assert page.status_code == 404
    assert "We do not know this link" in text_of(page)


def test_a_member_on_paper_is_given_an_account(club, fabia, nobody, browser):
    paper = paper_member(club, "Titus")
    page = browser(fabia).post(reverse("club_member_invite", args=[club.slug, paper.public_id]))
    link = link_on(page)
    assert "kept for Titus" in text_of(browser(nobody).get(link))
    browser(nobody).post(link)
    paper.refresh_from_db()
    assert paper.user == nobody


def test_a_password_link_is_offered_where_it_may_be_made(club, fabia, livia, hanno, place, browser):
    offered = {
        who: "Make the password link"
        in text_of(browser(fabia).get(reverse("club_member", args=[club.slug, place(who).public_id])))
        for who in (hanno, livia)
    }
    assert offered == {hanno: True, livia: False}
    page = browser(fabia).post(reverse("club_member_reset_link", args=[club.slug, place(hanno).public_id]))
    assert browser(None).get(link_on(page), follow=True).context["form"].fields.keys() >= {"password1", "password2"}
    refused = browser(fabia).post(reverse("club_member_reset_link", args=[club.slug, place(livia).public_id]))
    assert refused.status_code == 403


def test_the_person_sees_that_a_password_link_was_made(club, fabia, hanno, place, browser):
    assert "Fabia, Legio Valencia" not in text_of(browser(hanno).get(reverse("account")))
    links.make_reset_link(place(hanno), by=fabia, now=clock.now())
    assert "Fabia, Legio Valencia" in text_of(browser(hanno).get(reverse("account")))


def test_names_are_never_mark_up(club, livia, browser):
    paper_member(club, "<script>alert('x')</script>")
    invite(club, name="<img src=x onerror=alert(1)>", now=clock.now())
    for name in ("club", "club_members", "club_log"):
        page = browser(livia).get(reverse(name, args=[club.slug])).content.decode()
        assert "<script>alert" not in page
        assert "<img src=x" not in page


def test_two_people_with_one_link_make_one_member(club, nobody, hanno, browser):
    members.leave(club, by=hanno, now=clock.now())
    invitation, _token = invite(club, now=clock.now())
    invitations.join(invitation, by=nobody, now=clock.now())
    assert browser(hanno).post(reverse("invitation", args=[_token])).status_code == 410
    assert enlist(club, hanno).left_at is None
