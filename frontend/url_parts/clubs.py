"""Addresses of clubs, their members, and a person's own account."""

from django.urls import path

from frontend.views import account, calendars, clubs, holidays, letters, tokens, webhooks

urlpatterns = [
    path("account/", account.account, name="account"),
    path("account/tokens/", tokens.index, name="tokens"),
    path("account/tokens/<slug:public_id>/revoke/", tokens.revoke, name="token_revoke"),
    path("account/delete/", account.delete_account, name="account_delete"),
    path("account/notices/", letters.choose, name="account_notices"),
    path("account/calendar/", calendars.account, name="account_calendar"),
    path("calendar/<str:key>.ics", calendars.feed, name="calendar"),
    path("invitations/<str:token>/", clubs.invitation, name="invitation"),
    path("clubs/", clubs.index, name="clubs"),
    path("clubs/new/", clubs.found, name="club_found"),
    path("clubs/<slug:slug>/", clubs.detail, name="club"),
    path("clubs/<slug:slug>/take-over/", clubs.take_over, name="club_take_over"),
    path("clubs/<slug:slug>/leave/", clubs.leave, name="club_leave"),
    path("clubs/<slug:slug>/settings/", clubs.settings, name="club_settings"),
    path("clubs/<slug:slug>/holidays/", holidays.index, name="club_holidays"),
    path("clubs/<slug:slug>/holidays/move/", holidays.move, name="club_holidays_move"),
    path("clubs/<slug:slug>/holidays/<slug:public_id>/remove/", holidays.remove, name="club_holiday_remove"),
    path("clubs/<slug:slug>/log/", clubs.log, name="club_log"),
    path("clubs/<slug:slug>/invite/", clubs.invite, name="club_invite"),
    path(
        "clubs/<slug:slug>/invitations/<slug:public_id>/withdraw/",
        clubs.withdraw_invitation,
        name="club_invitation_withdraw",
    ),
    path("clubs/<slug:slug>/webhooks/", webhooks.index, name="club_webhooks"),
    path("clubs/<slug:slug>/webhooks/<slug:public_id>/", webhooks.webhook, name="club_webhook"),
    path("clubs/<slug:slug>/webhooks/<slug:public_id>/test/", webhooks.test, name="club_webhook_test"),
    path("clubs/<slug:slug>/webhooks/<slug:public_id>/secret/", webhooks.secret, name="club_webhook_secret"),
    path("clubs/<slug:slug>/webhooks/<slug:public_id>/switch/", webhooks.switch, name="club_webhook_switch"),
    path("clubs/<slug:slug>/webhooks/<slug:public_id>/remove/", webhooks.remove, name="club_webhook_remove"),
    path("clubs/<slug:slug>/members/", clubs.member_list, name="club_members"),
    path("clubs/<slug:slug>/members/paper/", clubs.add_paper_member, name="club_paper_member"),
    path("clubs/<slug:slug>/members/<slug:public_id>/", clubs.member, name="club_member"),
    path("clubs/<slug:slug>/members/<slug:public_id>/role/", clubs.change_role, name="club_member_role"),
    path("clubs/<slug:slug>/members/<slug:public_id>/name/", clubs.rename, name="club_member_name"),
    path("clubs/<slug:slug>/members/<slug:public_id>/invite/", clubs.invite_paper_member, name="club_member_invite"),
    path("clubs/<slug:slug>/members/<slug:public_id>/remove/", clubs.remove, name="club_member_remove"),
    path("clubs/<slug:slug>/members/<slug:public_id>/hand-over/", clubs.hand_over, name="club_member_hand_over"),
    path("clubs/<slug:slug>/members/<slug:public_id>/password-link/", clubs.reset_link, name="club_member_reset_link"),
]
