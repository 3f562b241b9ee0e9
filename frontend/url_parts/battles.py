"""Addresses of battles that are played on the site."""

from django.urls import path

from frontend.views import rulebooks
from frontend.views.battlepages import acting, history, opening, pages, seating, umpire

BATTLE = "battles/<slug:public_id>/"

urlpatterns = [
    path("clubs/<slug:slug>/battles/", opening.club_battles, name="club_battles"),
    path("clubs/<slug:slug>/battles/new/", opening.new, name="battle_new"),
    path(BATTLE, pages.battle, name="battle"),
    path(f"{BATTLE}news/", pages.news, name="battle_news"),
    path(f"{BATTLE}act/", acting.act, name="battle_act"),
    path(f"{BATTLE}undo/", acting.undo, name="battle_undo"),
    path(f"{BATTLE}log/", history.log, name="battle_log"),
    path(f"{BATTLE}log/<int:seq>/", history.moment, name="battle_moment"),
    path(f"{BATTLE}dice/", history.dice, name="battle_dice"),
    path(f"{BATTLE}rules/", rulebooks.battle_rules, name="battle_rules"),
    path(f"{BATTLE}record.json", history.record, name="battle_record"),
    path(f"{BATTLE}say/", seating.say, name="battle_say"),
    path(f"{BATTLE}take/", seating.take, name="battle_take"),
    path(f"{BATTLE}decline/", seating.decline, name="battle_decline"),
    path(f"{BATTLE}leave/", seating.leave, name="battle_leave"),
    path(f"{BATTLE}program/", seating.program, name="battle_program"),
    path(f"{BATTLE}give-up/", seating.give_up, name="battle_give_up"),
    path(f"{BATTLE}void/", seating.void, name="battle_void"),
    path(f"{BATTLE}pause/", umpire.pause, name="battle_pause"),
    path(f"{BATTLE}resume/", umpire.resume, name="battle_resume"),
    path(f"{BATTLE}release/", umpire.release, name="battle_release"),
    path(f"{BATTLE}time/", umpire.time, name="battle_time"),
    path(f"{BATTLE}deadline/", umpire.deadline, name="battle_deadline"),
    path(f"{BATTLE}offer/", umpire.offer, name="battle_offer"),
    path(f"{BATTLE}log/<int:seq>/back/", umpire.back, name="battle_back"),
    path(f"{BATTLE}ruling/", umpire.ruling, name="battle_ruling"),
    path(f"{BATTLE}odds/", seating.odds_begin, name="battle_odds"),
    path(f"{BATTLE}odds/cancel/", seating.odds_cancel, name="battle_odds_cancel"),
    path(f"{BATTLE}resolve/", seating.resolve, name="battle_resolve"),
    path(f"{BATTLE}resolve/cancel/", seating.resolve_cancel, name="battle_resolve_cancel"),
]
