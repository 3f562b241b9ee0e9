"""Addresses of seats: who answers for a side, how it changes hands, claims, and the record of a member."""

from django.urls import path

from frontend.views import reliability, seats

SEATS = "wars/<slug:public_id>/seats/"
SIDE = f"{SEATS}<slug:side>/"
DEPUTIES = f"{SIDE}deputies/"

urlpatterns = [
    path(SEATS, seats.index, name="war_seats"),
    path(f"{SEATS}claim/", seats.claim, name="war_claim"),
    path(f"{SEATS}claim/settle/", seats.settle, name="war_claim_settle"),
    path(f"{SIDE}briefing/", seats.briefing, name="war_briefing"),
    path(f"{SIDE}hand-over/", seats.hand_over, name="war_hand_over"),
    path(f"{SIDE}keep/", seats.keep, name="war_keep"),
    path(f"{SIDE}give-up/", seats.give_up, name="war_give_up"),
    path(f"{SIDE}reassign/", seats.reassign, name="war_reassign"),
    path(DEPUTIES, seats.add_deputy, name="war_deputy_add"),
    path(f"{DEPUTIES}<slug:member_id>/remove/", seats.remove_deputy, name="war_deputy_remove"),
    path("clubs/<slug:slug>/members/<slug:public_id>/reliability/", reliability.record, name="club_member_reliability"),
]
