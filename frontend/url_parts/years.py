"""Addresses of the years of a war."""

from django.urls import path

from frontend.views import aftermath, moretime, musters, orders, paper, reports, years

urlpatterns = [
    path("wars/<slug:public_id>/year/", years.current, name="year"),
    path("wars/<slug:public_id>/years/<int:number>/", years.numbered, name="year_number"),
    path("wars/<slug:public_id>/years/<int:number>/scenario/", years.sheet, name="year_sheet"),
    path("wars/<slug:public_id>/years/<int:number>/paper/orders/", paper.orders, name="paper_orders"),
    path("wars/<slug:public_id>/years/<int:number>/paper/muster/", paper.muster, name="paper_muster"),
    path("wars/<slug:public_id>/years/<int:number>/paper/report/", paper.report, name="paper_report"),
    path("wars/<slug:public_id>/year/order/", orders.give, name="year_order"),
    path("wars/<slug:public_id>/year/not-ready/", orders.not_ready, name="year_not_ready"),
    path("wars/<slug:public_id>/year/standing-order/", orders.leave_standing, name="year_standing_order"),
    path("wars/<slug:public_id>/year/more-time/", moretime.ask, name="year_more_time"),
    path("wars/<slug:public_id>/year/more-time/answer/", moretime.answer, name="year_more_time_answer"),
    path("wars/<slug:public_id>/year/more-time/withdraw/", moretime.withdraw, name="year_more_time_withdraw"),
    path("wars/<slug:public_id>/year/choices/", musters.choose, name="year_choices"),
    path("wars/<slug:public_id>/year/skip/", musters.skip, name="year_skip"),
    path("wars/<slug:public_id>/year/muster/", musters.muster, name="year_muster"),
    path("wars/<slug:public_id>/year/report/", reports.report, name="year_report"),
    path("wars/<slug:public_id>/year/confirm/", reports.confirm, name="year_confirm"),
    path("wars/<slug:public_id>/year/dispute/", reports.dispute, name="year_dispute"),
    path("wars/<slug:public_id>/year/way/", reports.way, name="year_way"),
    path("wars/<slug:public_id>/year/ruling/", reports.ruling, name="year_ruling"),
    path("wars/<slug:public_id>/year/answer/", aftermath.answer, name="year_answer"),
    path("wars/<slug:public_id>/year/grants/", aftermath.spend, name="year_grants"),
    path("wars/<slug:public_id>/year/ransom/", aftermath.ransom, name="year_ransom"),
    path("wars/<slug:public_id>/year/general/", aftermath.general, name="year_general"),
    path("wars/<slug:public_id>/year/re-roll/", aftermath.standing_reroll, name="year_standing_reroll"),
    path("wars/<slug:public_id>/year/length/", aftermath.length, name="year_length"),
    path("wars/<slug:public_id>/year/surrender/", aftermath.surrender, name="year_surrender"),
]
