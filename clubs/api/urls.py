"""Addresses of people, clubs and members."""

from django.urls import path

from clubs.api import holidays, views

CLUB = "clubs/<slug:slug>/"
MEMBER = f"{CLUB}members/<slug:member>/"

urlpatterns = [
    path("me/", views.Me.as_view(), name="api-me"),
    path("me/erase/", views.Erase.as_view(), name="api-me-erase"),
    path("me/tokens/", views.Tokens.as_view(), name="api-tokens"),
    path("me/tokens/<slug:token>/", views.Token.as_view(), name="api-token"),
    path("me/password-links/", views.PasswordLinks.as_view(), name="api-password-links"),
    path("clubs/", views.Clubs.as_view(), name="api-clubs"),
    path(CLUB, views.Club.as_view(), name="api-club"),
    path(f"{CLUB}take-over/", views.TakeOver.as_view(), name="api-club-take-over"),
    path(f"{CLUB}leave/", views.Leave.as_view(), name="api-club-leave"),
    path(f"{CLUB}holidays/", holidays.Holidays.as_view(), name="api-holidays"),
    path(f"{CLUB}holidays/<slug:holiday>/", holidays.Holiday.as_view(), name="api-holiday"),
    path(f"{CLUB}log/", views.Log.as_view(), name="api-club-log"),
    path(f"{CLUB}members/", views.Members.as_view(), name="api-members"),
    path(MEMBER, views.Member.as_view(), name="api-member"),
    path(f"{MEMBER}role/", views.MemberRole.as_view(), name="api-member-role"),
    path(f"{MEMBER}hand-over/", views.HandOver.as_view(), name="api-member-hand-over"),
    path(f"{MEMBER}password-link/", views.PasswordLink.as_view(), name="api-member-password-link"),
    path(f"{MEMBER}invitation/", views.MemberInvitation.as_view(), name="api-member-invitation"),
    path(f"{CLUB}invitations/", views.Invitations.as_view(), name="api-invitations"),
    path(f"{CLUB}invitations/<slug:invitation>/", views.Invitation.as_view(), name="api-invitation"),
    path("invitations/<str:key>/", views.Join.as_view(), name="api-join"),
]
