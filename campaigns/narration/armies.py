"""What can be wrong with an army list or a table of one, and with what is bought from a list."""

from typing import Any

from django.utils.translation import gettext_lazy

ARMIES: dict[str, Any] = {
    # the army
    "no_army": gettext_lazy("The army of this side is not written down yet"),
    "no_units": gettext_lazy("An army needs at least one unit"),
    "not_nfc": gettext_lazy("This name is written with unusual characters: type it again"),
    "has_a_past": gettext_lazy(
        '"%(id)s" cannot have wounds, deeds, skills or traits yet, nor be away: the war has not begun'
    ),
    # a table of it
    "table_empty": gettext_lazy("The table is empty: paste or upload at least one line"),
    "table_too_large": gettext_lazy("The table is too large: at most %(size)s KiB are read"),
    "table_not_text": gettext_lazy("The file is not a table saved as text (CSV): its characters cannot be read"),
    "too_many_lines": gettext_lazy("The table has %(lines)s lines: an army has at most %(most)s"),
    "too_many_units": gettext_lazy("The table has %(units)s units: an army has at most %(most)s"),
    "unknown_column": gettext_lazy('No column is called "%(found)s". Known columns are: %(known)s'),
    "column_twice": gettext_lazy('Two columns mean the same: "%(found)s"'),
    "column_missing": gettext_lazy("The table has no column with this name, which is needed"),
    "too_many_cells": gettext_lazy(
        "This line has %(cells)s cells where %(columns)s are expected: put a name that holds the separator in quotes"
    ),
    "cell_missing": gettext_lazy("Something must stand here"),
    "not_whole": gettext_lazy('"%(found)s" is not a whole number'),
    "not_for_units": gettext_lazy("This belongs to characters only: leave it empty for a unit"),
    "not_for_characters": gettext_lazy("This belongs to units only: leave it empty for a character"),
    "name_taken": gettext_lazy('Line %(first)s has the same name already: "%(found)s"'),
    # what is bought from a list
    "not_in_list": gettext_lazy('"%(id)s" is not like any troops of this army list'),
    "list_size": gettext_lazy('"%(id)s" has %(figures)s figures: this army list allows units of %(least)s to %(most)s'),
    "not_the_cheapest": gettext_lazy("The new general is the cheapest of the army list: %(points)s points"),
    "list_requires": gettext_lazy('"%(id)s" can only be bought together with "%(needs)s"'),
}
