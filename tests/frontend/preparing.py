"""What the tests of preparing a war share."""

import re

from django.urls import reverse

TABLE = "name;figures;points;command;rank\nHastati I;20;15;15;\nConsul;;150;;general\n"


def text_of(response) -> str:
    words = re.sub(r"<(script|style).*?</\1>|<[^>]+>", " ", response.content.decode(), flags=re.S)
    return re.sub(r"\s+", " ", words)


def at(name, war, *more) -> str:
    return reverse(name, args=[war.public_id, *more])


def side_of(war, key):
    return war.sides.get(key=key)


def hand_rows(units=(), characters=(), *, more_units=0) -> dict[str, str]:
    """What the form row by row sends."""
    data = {}
    for prefix, rows in (("units", units), ("characters", characters)):
        data |= {f"{prefix}-TOTAL_FORMS": str(len(rows) + more_units), f"{prefix}-INITIAL_FORMS": "0"}
        for n, row in enumerate(rows):
            data |= {f"{prefix}-{n}-{name}": value for name, value in row.items()}
    return data
