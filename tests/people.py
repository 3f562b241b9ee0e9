"""The cast. Livia runs the club and commands Rome, Hanno commands Carthage, Ines is the umpire; Marco is a member with
no part in the war, Fabia helps Livia run the club, and Nobody is outside."""

import pytest
from django.test import Client

from clubs.models import Club, Membership, Role, User
from tests.factories import clubs as people
from tests.worlds import once


@once
def livia(db) -> User:
    return people.sign_up("livia", display_name="Livia", language="en", time_zone="Europe/Rome")


@once
def hanno(db) -> User:
    return people.sign_up("hanno", display_name="Hanno")


@once
def ines(db) -> User:
    return people.sign_up("ines", display_name="Ines")


@once
def marco(db) -> User:
    return people.sign_up("marco", display_name="Marco")


@once
def fabia(db) -> User:
    return people.sign_up("fabia", display_name="Fabia")


@once
def nobody(db) -> User:
    return people.sign_up("nobody", display_name="Nobody")


@once
def club(livia, hanno, ines, marco, fabia) -> Club:
    """Livia's club: Hanno and Marco play, Ines is an umpire, Fabia an administrator."""
    club = people.found("Legio Valencia", by=livia, time_zone="Europe/Madrid", language="en")
    for user, role in ((hanno, Role.PLAYER), (ines, Role.UMPIRE), (marco, Role.PLAYER), (fabia, Role.ADMIN)):
        people.enlist(club, user, role)
    return club


@pytest.fixture
def place(club):
    """``place(hanno)``: his membership of the club."""

    def of(user: User) -> Membership:
        return Membership.objects.get(club=club, user=user)

    return of


@pytest.fixture
def browser():
    """``browser(livia)``: a browser in which she is logged in; ``browser(None)``: nobody is."""

    def of(user: User | None) -> Client:
        client = Client()
        if user is not None:
            client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
        return client

    return of
