#!/usr/bin/env python3
"""Take the wars of a club to a spreadsheet: one file, the standard library only.

    export SIGNIFER_TOKEN=sgnf_…          (made on your account page; "Read" is enough)
    python spreadsheet.py https://signifer.example.org legio-valencia --into exported

writes wars.csv, years.csv, scores.csv, units.csv and characters.csv. A cell that a spreadsheet would take for a formula
(it begins with = + - @, a tab or a new line) gets an apostrophe in front, for names are typed by people; numbers stay numbers.
"""

import argparse
import csv
import json
import os
import sys
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n")


class Api:
    """The API of one site, for reading."""

    def __init__(self, site: str, token: str) -> None:
        self.root = f"{site.rstrip('/')}/api/v1/"
        self.headers = {"Authorization": f"Bearer {token}", "Accept": "application/json"}

    def get(self, address: str) -> Any:
        whole = address if address.startswith("http") else self.root + address
        with urllib.request.urlopen(urllib.request.Request(whole, headers=self.headers), timeout=60) as answer:
            return json.load(answer)

    def all(self, address: str) -> Iterator[dict[str, Any]]:
        """Every row of a long list, page after page."""
        following: str | None = address
        while following:
            page = self.get(following)
            yield from page["results"]
            following = page["next"]


def safe(value: Any) -> Any:
    """A cell that no spreadsheet runs."""
    if value is None:
        return ""
    if isinstance(value, bool | int | float):
        return value
    text = str(value)
    return f"'{text}" if text.startswith(FORMULA) else text


def write(folder: Path, name: str, columns: list[str], rows: list[dict[str, Any]]) -> None:
    # utf-8-sig: the mark in front tells spreadsheets that names are in UTF-8.
    with (folder / name).open("w", encoding="utf-8-sig", newline="") as file:
        table = csv.writer(file)
        table.writerow(columns)
        table.writerows([[safe(row.get(column)) for column in columns] for row in rows])


def of_war(api: Api, war: dict[str, Any]) -> dict[str, list[dict[str, Any]]]:
    """The years, scores and rosters of one war, each row with the war's id and name."""
    whose = {"war": war["id"], "war_name": war["name"]}
    found: dict[str, list[dict[str, Any]]] = {"years": [], "scores": [], "units": [], "characters": []}
    if war["stage"] == "founding":
        return found
    for year in api.all(f"wars/{war['id']}/years/"):
        summary = year["summary"] or {}
        found["years"].append({**whose, **{key: value for key, value in year.items() if key != "summary"}})
        for side, points in (summary.get("vp") or {}).items():
            available = (summary.get("available") or {}).get(side)
            found["scores"].append({**whose, "year": year["number"], "side": side, "available": available, **points})
    for roster in api.get(f"wars/{war['id']}/rosters/"):
        side = {**whose, "side": roster["side"]}
        found["units"] += [{**side, **unit} for unit in roster["units"]]
        found["characters"] += [
            {**side, **one, "wounds": " ".join(map(str, one["wounds"])), "skills": " ".join(map(str, one["skills"]))}
            for one in roster["characters"]
        ]
    return found


COLUMNS = {
    "years": ["war", "war_name", "number", "stage", "scenario", "opened_at", "closed_at"],
    "scores": ["war", "war_name", "year", "side", "total", "earned", "standing", "available"],
    "units": [
        "war",
        "war_name",
        "side",
        "key",
        "name",
        "arm",
        "grade",
        "native",
        "figures",
        "first_figures",
        "points",
        "command",
    ],
    "characters": ["war", "war_name", "side", "key", "name", "rank", "status", "points", "deeds", "wounds", "skills"],
}


def export(api: Api, club: str, folder: Path) -> int:
    """Write the tables; answers how many wars there were."""
    folder.mkdir(parents=True, exist_ok=True)
    wars = list(api.all(f"clubs/{club}/wars/"))
    tables: dict[str, list[dict[str, Any]]] = {name: [] for name in COLUMNS}
    for war in wars:
        for name, rows in of_war(api, war).items():
            tables[name] += rows
    flat = [{**war, "sides": ", ".join(f"{side['name']} {side['points']}" for side in war["sides"])} for war in wars]
    write(folder, "wars.csv", ["id", "name", "stage", "year", "year_stage", "deadline_at", "sides"], flat)
    for name, rows in tables.items():
        write(folder, f"{name}.csv", COLUMNS[name], rows)
    return len(wars)


def main(argv: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("site", help="where Signifer runs, e.g. https://signifer.example.org")
    parser.add_argument("club", help="the short name of the club in its addresses")
    parser.add_argument("--into", type=Path, default=Path("exported"), help="the folder for the tables")
    asked = parser.parse_args(argv)
    token = os.environ.get("SIGNIFER_TOKEN", "")
    if not token:
        print("Put the token into SIGNIFER_TOKEN.", file=sys.stderr)
        return 2
    try:
        count = export(Api(asked.site, token), asked.club, asked.into)
    except urllib.error.HTTPError as error:
        print(f"{error.url}: {error.code} {error.read().decode(errors='replace')[:500]}", file=sys.stderr)
        return 1
    except OSError as error:
        print(error, file=sys.stderr)
        return 1
    print(f"{count} wars written to {asked.into}/")
    return 0


if __name__ == "__main__":
    sys.exit(main())
