from django.urls import path

from frontend.views import books, letters, notices, records, umpire, wars

urlpatterns = [
    path("notices/", notices.index, name="notices"),
    path("notices/read/", notices.read, name="notices_read"),
    path("notices/stop/<str:key>/", letters.stop, name="notices_stop"),
    path("notices/<slug:public_id>/", notices.follow, name="notice"),
    path("clubs/<slug:slug>/desk/", umpire.club_desk, name="club_desk"),
    path("clubs/<slug:slug>/wars/import/", records.bring_in, name="club_import"),
    path("wars/<slug:public_id>/", wars.war, name="war"),
    path("wars/<slug:public_id>/record.<slug:form>", records.take_away, name="war_record"),
    path("wars/<slug:public_id>/chart.svg", wars.chart, name="war_chart"),
    path("wars/<slug:public_id>/points/", wars.points, name="war_points"),
    path("wars/<slug:public_id>/rules/", wars.rules, name="war_rules"),
    path("wars/<slug:public_id>/book/", books.book, name="war_book"),
    path("wars/<slug:public_id>/chronicle/", books.chronicle, name="war_chronicle"),
    path("wars/<slug:public_id>/dice/", books.dice, name="war_dice"),
    path("wars/<slug:public_id>/dice/contest/", books.contest, name="war_dice_contest"),
    path("wars/<slug:public_id>/dice/rule/", books.rule, name="war_dice_rule"),
    path("wars/<slug:public_id>/umpire/", umpire.desk, name="war_umpire"),
    path("wars/<slug:public_id>/umpire/deadline/", umpire.move_deadline, name="war_deadline"),
    path("wars/<slug:public_id>/umpire/pause/", umpire.pause, name="war_pause"),
    path("wars/<slug:public_id>/umpire/resume/", umpire.resume, name="war_resume"),
    path("wars/<slug:public_id>/umpire/reopen/", umpire.reopen, name="war_reopen"),
    path("wars/<slug:public_id>/umpire/note/", umpire.note, name="war_note"),
    path("wars/<slug:public_id>/umpire/release/", umpire.release, name="war_release"),
    path("wars/<slug:public_id>/umpire/new-dice/", umpire.new_dice, name="war_new_dice"),
    path("wars/<slug:public_id>/umpire/release-battle/", umpire.release_battle, name="war_battle_release"),
]
