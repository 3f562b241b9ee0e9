"""Addresses of preparing a war, of armies, and of rosters."""

from django.urls import path

from frontend.views import armies, founding, paper, rosters

SETUP = "wars/<slug:public_id>/setup/"
ARMY = f"{SETUP}armies/<slug:side>/"
ROSTERS = "wars/<slug:public_id>/rosters/"

urlpatterns = [
    path("clubs/<slug:slug>/wars/new/", founding.found, name="war_found"),
    path(SETUP, founding.overview, name="war_setup"),
    path(f"{SETUP}basics/", founding.basics, name="war_setup_basics"),
    path(f"{SETUP}clock/", founding.clock, name="war_setup_clock"),
    path(f"{SETUP}absent/", founding.absent, name="war_setup_absent"),
    path(f"{SETUP}readings/", founding.readings, name="war_setup_readings"),
    path(f"{SETUP}sides/", founding.sides, name="war_setup_sides"),
    path(f"{SETUP}sides/<slug:side>/offer/", founding.offer, name="war_side_offer"),
    path(f"{SETUP}sides/<slug:side>/vacate/", founding.vacate, name="war_side_vacate"),
    path(f"{SETUP}offers/<slug:offer_id>/withdraw/", founding.withdraw, name="war_offer_withdraw"),
    path("wars/<slug:public_id>/offers/<slug:offer_id>/", founding.answer, name="war_offer"),
    path(f"{SETUP}under-way/", founding.under_way, name="war_setup_under_way"),
    path(f"{SETUP}armies/", armies.index, name="war_setup_armies"),
    path(ARMY, armies.army, name="war_army"),
    path(f"{ARMY}take/", armies.take, name="war_army_take"),
    path(f"{ARMY}table/", armies.table, name="war_army_table"),
    path(f"{ARMY}hand/", armies.hand, name="war_army_hand"),
    path(f"{ARMY}army.csv", armies.download, name="war_army_csv"),
    path(ROSTERS, rosters.index, name="war_rosters"),
    path(f"{ROSTERS}<slug:side>/paper/", paper.roster, name="paper_roster"),
    path(f"{ROSTERS}<slug:side>.csv", rosters.download, name="war_roster_csv"),
    path("wars/<slug:public_id>/units/<slug:unit_id>/", rosters.unit, name="war_unit"),
    path("wars/<slug:public_id>/characters/<slug:character_id>/", rosters.character, name="war_character"),
]
