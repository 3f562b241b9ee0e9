"""Addresses of battles."""

from django.urls import path

from battles.api import around, companion, datasets, letters, planned, single, views

BATTLE = "battles/<slug:battle>/"
SEAT = f"{BATTLE}seats/<slug:seat>/"

urlpatterns = [
    path("notices/choice/", letters.Choice.as_view(), name="api-notices-choice"),
    path("me/calendar/", letters.Calendar.as_view(), name="api-calendar"),
    path(BATTLE, views.BattleView.as_view(), name="api-battle"),
    path(f"{BATTLE}log/", views.Log.as_view(), name="api-battle-log"),
    path(f"{BATTLE}act/", views.Act.as_view(), name="api-battle-act"),
    path(f"{BATTLE}undo/", views.Undo.as_view(), name="api-battle-undo"),
    path(f"{BATTLE}roll/", companion.Roll.as_view(), name="api-companion-roll"),
    path("me/battles/", single.MyBattles.as_view(), name="api-my-battles"),
    path("clubs/<slug:slug>/battles/", single.Battles.as_view(), name="api-battles"),
    path("clubs/<slug:slug>/battles/look/", single.BattleLook.as_view(), name="api-battle-look"),
    path("clubs/<slug:slug>/data/", datasets.DataSets.as_view(), name="api-data-sets"),
    path("clubs/<slug:slug>/data/look/", datasets.DataLook.as_view(), name="api-data-look"),
    path("clubs/<slug:slug>/data/template/", datasets.DataTemplate.as_view(), name="api-data-template"),
    path("data/<slug:data_set>/", datasets.OneDataSet.as_view(), name="api-data-set"),
    path("data/<slug:data_set>/retired/", datasets.Retired.as_view(), name="api-data-retired"),
    path("data/<slug:data_set>/versions/<int:number>/", datasets.Version.as_view(), name="api-data-version"),
    path("clubs/<slug:slug>/odds/", planned.PlannedOdds.as_view(), name="api-odds-planned"),
    path("odds/<slug:run>/", planned.Run.as_view(), name="api-odds"),
    path(f"{SEAT}take/", single.Take.as_view(), name="api-battle-take"),
    path(f"{SEAT}decline/", single.Decline.as_view(), name="api-battle-decline"),
    path(f"{SEAT}leave/", single.Leave.as_view(), name="api-battle-leave"),
    path(f"{SEAT}offer/", single.Offer.as_view(), name="api-battle-offer"),
    path(f"{SEAT}program/", single.ToProgram.as_view(), name="api-battle-to-program"),
    path(f"{BATTLE}void/", single.Void.as_view(), name="api-battle-void"),
    path(f"{BATTLE}deadline/", single.Deadline.as_view(), name="api-battle-deadline"),
    path(f"{BATTLE}pause/", single.Pause.as_view(), name="api-battle-pause"),
    path(f"{BATTLE}resume/", single.Resume.as_view(), name="api-battle-resume"),
    path(f"{BATTLE}time/", single.Give.as_view(), name="api-battle-time"),
    path(f"{BATTLE}release/", single.Release.as_view(), name="api-battle-released"),
    path(f"{BATTLE}back/", single.Back.as_view(), name="api-battle-back"),
    path(f"{BATTLE}ruling/", single.Settle.as_view(), name="api-battle-ruling"),
    path(f"{BATTLE}mark/", around.Mark.as_view(), name="api-battle-mark"),
    path(f"{BATTLE}log/<slug:seq>/", around.Then.as_view(), name="api-battle-then"),
    path(f"{BATTLE}dice/", around.Proofs.as_view(), name="api-battle-dice"),
    path(f"{BATTLE}bundle/", around.Bundle.as_view(), name="api-battle-bundle"),
    path(f"{BATTLE}chat/", around.Chat.as_view(), name="api-battle-chat"),
    path(f"{BATTLE}chat/<slug:line>/", around.Line.as_view(), name="api-battle-line"),
    path(f"{BATTLE}odds/", around.OddsView.as_view(), name="api-battle-odds"),
    path(f"{BATTLE}resolve/", around.Resolve.as_view(), name="api-battle-resolve"),
]
