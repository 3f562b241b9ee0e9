"""A worker for the benchmark: waits for a line, then turns every year that is due, and says how many it turned."""

import sys

from django.db import connection

from campaigns.services import turning
from clubs import clock


def main() -> None:
    connection.ensure_connection()
    print("ready", flush=True)
    # Each begins elsewhere in the list, as a queue would hand the wars out; what the other has turned costs a look.
    share = float(sys.stdin.readline())
    now = clock.now()
    due = turning.due(now)
    begin = int(len(due) * share)
    print(sum(turning.turn(key, now=now) for key in due[begin:] + due[:begin]), flush=True)
