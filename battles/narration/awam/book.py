"""The figures of AWAM on the page of the rules: each with its label, where it comes from (AWAM 0.1)."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from battles.narration.awam import readings, words
from battles.narration.tabled import Section, Table
from rulesets.awam.setting import SHEETS
from rulesets.awam.tables import TABLES, Row

LABELS: Mapping[str, Promise] = {
    "seed": pgettext_lazy("of a figure", "in the source"),
    "implied": pgettext_lazy("of a figure", "follows from the source"),
    "found": pgettext_lazy("of a figure", "found elsewhere"),
    "house": pgettext_lazy("of a figure", "house default"),
}
TRIALS: Mapping[str, Promise] = {
    "none": gettext_lazy("not tested for balance"),
    "rough": gettext_lazy("a rough trial of a simplified version"),
}
CM, ADD, SHARE = "cm", "add", "share"
type Line = tuple[str, Promise | str, str]
"""The name of a figure in its table, what it is, and how it is written: a length, an addition, one in so many, or plainly."""

DECK: Sequence[Line] = (
    ("suit_cards", gettext_lazy("cards of a suit"), ""),
    ("jokers", gettext_lazy("jokers"), ""),
    ("order_die", gettext_lazy("die for orders: faces"), ""),
    ("sees", gettext_lazy("a leader gives orders within"), CM),
    ("squad_most", gettext_lazy("figures in a squad, at most"), ""),
    ("leaderless_share", gettext_lazy("orders of a squad without a leader"), SHARE),
)
FALLS: Sequence[Line] = (
    ("foot", gettext_lazy("on foot, on a D10 of 0 to 9: falls at most on"), ""),
    ("difficult", gettext_lazy("the same on difficult ground"), ADD),
    ("warrior", gettext_lazy("African warrior, on a D6: falls at most on"), ""),
    ("gallop", gettext_lazy("at the gallop, on a D10 of 0 to 9: falls at most on"), ""),
)
MOVEMENT: Sequence[Line] = (
    ("wounded_share", gettext_lazy("move of the wounded, of a walk"), SHARE),
    ("cross", gettext_lazy("crossing a wall or fence up to the chest costs"), CM),
    ("climb", gettext_lazy("climbing a high wall costs"), CM),
)
RELOAD: Sequence[Line] = (
    ("irregular", gettext_lazy("irregular, to the die"), ADD),
    ("regular", gettext_lazy("regular, to the die"), ADD),
    ("marksman", gettext_lazy("marksman, to the die"), ADD),
    ("fires_irregular", gettext_lazy("irregular: fires at once from"), ""),
    ("fires_regular", gettext_lazy("regular: fires at once from"), ""),
    ("fires_marksman", gettext_lazy("marksman: fires at once from"), ""),
)
SHOOTING: Sequence[Line] = (
    ("next_shot", gettext_lazy("each further shot of a repeater"), ADD),
    *(
        (key, words.MODIFIERS[key], ADD)
        for key in ("after_reload", "unaimed", "marksman", "irregular", "rested", "big_target", "mounted", "wounded")
    ),
    *(
        (key, words.MODIFIERS[key], ADD)
        for key in ("yellow", "thrown_moving", "moving_boat", "target_ran", "target_galloped")
    ),
    ("crowd", gettext_lazy("figures in contact that are a big target"), ""),
    ("rest_within", gettext_lazy("a weapon is rested on a wall or rock within"), CM),
)
HITS: Sequence[Line] = (
    ("horse_most", gettext_lazy("mounted, on a D10 of 0 to 9: the horse is hit up to"), ""),
    ("light", words.COVER["light"], ADD),
    ("heavy", words.COVER["heavy"], ADD),
    ("killed_most", gettext_lazy("killed up to"), ""),
    ("wounded_most", gettext_lazy("wounded up to; beyond it a near miss"), ""),
    ("wounds", gettext_lazy("wounds that put out"), ""),
    ("near", gettext_lazy("friends in sight feel a death within"), CM),
)
MELEE: Sequence[Line] = (
    *(
        (key, words.MODIFIERS[key], ADD)
        for key in ("wounded", "mounted", "impetus", "above", "shield", "prone", "behind", "blue", "leader")
    ),
    ("each_more", gettext_lazy("alone, for each enemy beyond the first"), ADD),
    ("most", gettext_lazy("against one, at most"), ""),
    ("wound_over", gettext_lazy("a wound too, if lower by more than"), ""),
    ("kills_share", gettext_lazy("killed at this share of the winner’s total, or less"), SHARE),
    ("takers", gettext_lazy("to take a prisoner there fight"), ""),
    ("takers_won", gettext_lazy("of whom have scored more, at least"), ""),
    ("break_foot", gettext_lazy("breaks off on foot from"), ""),
    ("break_mounted", gettext_lazy("breaks off mounted from"), ""),
    ("lance_within", gettext_lazy("a lance reaches from base to base"), CM),
    ("guard_within", gettext_lazy("a prisoner passes to a friend within"), CM),
)
MORALE: Sequence[Line] = (
    ("average", gettext_lazy("a regular’s average die"), ""),
    ("acts", gettext_lazy("acts from"), ""),
    ("shaken", gettext_lazy("shaken from; below it he breaks"), ""),
    ("attacker", gettext_lazy("each attacker, to fire at them"), ADD),
    *(
        (key, words.MODIFIERS[key], ADD)
        for key in ("leader_near", "heavy_cover", "wounded", "alone", "leaderless", "steady")
    ),
    ("near", gettext_lazy("near is within"), CM),
    ("breaks_near", gettext_lazy("a friend’s breaking is felt within"), CM),
    ("half_under", gettext_lazy("a squad is shaken below its strength’s"), SHARE),
    ("rallies", gettext_lazy("a leader stops who runs within"), CM),
    ("joins", gettext_lazy("squads are joined within"), CM),
    ("warriors_charge", gettext_lazy("warriors charge without orders within"), CM),
)
MACHINE_GUN: Sequence[Line] = (
    ("dice", gettext_lazy("D6 for the number of shots"), ""),
    ("die", gettext_lazy("faces of the die of a shot"), ""),
    ("alike", gettext_lazy("dice alike that jam it; so many 1s break it"), ""),
    ("beaten", gettext_lazy("whoever is near the target rolls as if hit, within"), CM),
    ("longest", gettext_lazy("farthest target"), CM),
    ("empties_turn", gettext_lazy("turn of fire that may empty it"), ""),
    ("empties_over", gettext_lazy("with more shots than"), ""),
    ("clears_on", gettext_lazy("a jam is cleared from"), ""),
    ("crew", gettext_lazy("crew"), ""),
    ("short_share", gettext_lazy("shots of one gunner alone"), SHARE),
    ("score", gettext_lazy("reload score"), ""),
)
CANNON: Sequence[Line] = (
    ("dice", gettext_lazy("die of the first, second, later shots"), ""),
    ("over", gettext_lazy("hits on more than"), ""),
    ("building", gettext_lazy("at a building"), ADD),
    ("close", gettext_lazy("at what is near"), ADD),
    ("close_under", gettext_lazy("near is under"), CM),
    ("same_point", gettext_lazy("a point is the same target within"), CM),
    ("worst_most", gettext_lazy("damage, on a D6: the worst up to"), ""),
    ("damaged_most", gettext_lazy("damaged up to; beyond it a fright"), ""),
    ("blast", gettext_lazy("reach of the worst, and of a fright"), CM),
    ("blast_less", gettext_lazy("reach of the middle row, and of crews"), CM),
    ("hurt_aboard", gettext_lazy("hit aboard a damaged boat"), ""),
    ("slowed_share", gettext_lazy("speed of a damaged boat"), SHARE),
    ("crew", gettext_lazy("crew"), ""),
    ("serve", gettext_lazy("enough to serve it"), ""),
    ("push", gettext_lazy("to push it"), ""),
    ("score", gettext_lazy("reload score"), ""),
    ("clear_side", gettext_lazy("nobody may stand at the muzzle’s line within"), CM),
    ("clear_length", gettext_lazy("on a length of"), CM),
    ("clears_on", gettext_lazy("damage is mended from"), ""),
)
BASES: Sequence[Line] = (
    ("foot", gettext_lazy("figure on foot: radius"), CM),
    ("mounted", gettext_lazy("rider: radius"), CM),
    ("animal", gettext_lazy("pack animal: radius"), CM),
    ("gun", gettext_lazy("gun: radius"), CM),
    ("touch", gettext_lazy("gap that still is contact"), CM),
)
SIGHT: Sequence[Line] = (
    ("behind", gettext_lazy("behind a thing is within"), CM),
    ("step", gettext_lazy("at the step of a high wall is within"), CM),
    ("window", gettext_lazy("at a window is within"), CM),
    ("found", gettext_lazy("who hides is found within"), CM),
)
STRENGTH: Sequence[Line] = (
    *((key, words.CLASSES[key], "") for key in ("irregular", "regular")),
    ("porter", words.ROLES["porter"], ""),
    ("marksman", words.CLASSES["marksman"], ADD),
    ("blade", gettext_lazy("sabre, assegai, lance or bayonet"), ADD),
    ("shield", words.MODIFIERS["shield"], ADD),
    ("mounted", words.MODIFIERS["mounted"], ADD),
    ("steady", gettext_lazy("veteran or fanatic"), ADD),
    ("leader", words.ROLES["leader"], ADD),
    ("head", words.ROLES["head"], ADD),
    ("animal", words.THINGS["pack"], ""),
)
RESULTS: Sequence[Line] = (
    ("major_share", gettext_lazy("major victory: the enemy’s share of loss"), ""),
    ("minor_share", gettext_lazy("minor victory: the enemy’s share of loss"), ""),
    ("hurt_share", gettext_lazy("of a wounded or broken figure counts as lost"), SHARE),
    ("major_lead", gettext_lazy("points ahead for a major victory"), ""),
    ("far_behind", gettext_lazy("points behind for a major loss"), ""),
    ("taken_within", gettext_lazy("a thing is taken by who is within"), CM),
    ("captured_within", gettext_lazy("a wounded figure is captured by who is within"), CM),
)
RANGES: Mapping[str, Promise] = {
    "rifled": gettext_lazy("Rifle (D12), rifled carbine (D8)"),
    "smoothbore": gettext_lazy("Smoothbore, double-barrelled gun (D6)"),
    "pistol": gettext_lazy("Pistol, revolver, spear, javelin (D6)"),
    "thrown": gettext_lazy("Uisa, knife, stone (D6)"),
}
HANDS: Mapping[str, Promise] = {"butt": gettext_lazy("rifle butt, stick"), "bare": gettext_lazy("bare hands")}
GAITS: Mapping[str, Promise] = {
    **words.PACES,
    "drag": gettext_lazy("dragging animals"),
    "push": gettext_lazy("pushing a cannon"),
    "carry": gettext_lazy("carrying a machine gun"),
    "swim_mounted": gettext_lazy("swim, mounted"),
}


def label(status: str) -> str:
    """Where a figure comes from."""
    return str(LABELS[status])


def length(mm: int) -> str:
    whole, rest = divmod(mm, 10)
    return _("%(length)s cm") % {"length": f"{whole}.{rest}" if rest else whole}


def written(value: Any, kind: str) -> str:
    if isinstance(value, tuple):
        return (
            (_("%(above)s/%(below)s") % {"above": value[0], "below": value[1]})
            if len(value) == 2
            else _(", ").join(str(one) for one in value)
        )
    if kind == CM:
        return length(value)
    if kind == SHARE:
        return f"1/{value}"
    return f"{value:+d}".replace("-", "−") if kind == ADD and value else str(value)


def listed(caption: str, row: Row, lines: Sequence[Line]) -> Table:
    """One table of figures, each with its value and its label."""
    rows = [(str(told), written(getattr(row, name), kind), label(row.status_of(name))) for name, told, kind in lines]
    return Table(_cited(caption, row.rule), (_("What"), _("Value"), _("Where from")), rows, wide=True)


def _cited(caption: str, rule: str) -> str:
    return _("%(caption)s (%(rule)s)") % {"caption": caption, "rule": rule} if rule else caption


def labels(row: Row, columns: Iterable[tuple[str, str]]) -> str:
    """The labels of a row of several columns: one for all, or each with what it is the label of."""
    found: dict[str, list[str]] = {}
    for name, told in columns:
        found.setdefault(row.status_of(name), []).append(told)
    if len(found) == 1:
        return label(next(iter(found)))
    return "\n".join(
        _("%(label)s: %(columns)s") % {"label": label(status), "columns": _(", ").join(told)}
        for status, told in sorted(found.items(), key=lambda row: list(LABELS).index(row[0]))
    )


# --- The sections -----------------------------------------------------------------------------------------------------


def _fixed() -> Table:
    rows = [
        (f"{question} {key}", str(here), str(other), TABLES.fixed[key])
        for key, (question, here, other) in readings.FIXED.items()
    ]
    return Table(
        _("Doubtful points that are always read so"),
        (_("What is open"), _("Here"), _("It could be"), _("Paragraph")),
        rows,
        _("These readings are ours; the program offers no other."),
    )


def _gaits() -> Table:
    rows = [
        (
            str(GAITS[key]),
            length(gait.normal),
            _("not possible") if gait.difficult is None else length(gait.difficult),
            labels(gait, (("normal", _("Normal ground")), ("difficult", _("Difficult ground")))),
        )
        for key, gait in TABLES.gaits.items()
    ]
    head = (_("Movement"), _("Normal ground"), _("Difficult ground"), _("Where from"))
    return Table(_cited(_("Distance of one move"), "AWAM 3.1"), head, rows)


def _boats() -> Table:
    columns = (("down", _("With the current")), ("up", _("Against it")), ("across", _("Across")))
    rows = [
        (
            _boat(key),
            *(length(getattr(boat, name)) for name, _told in columns),
            str(boat.carries),
            labels(boat, (*columns, ("carries", _("Carries")))),
        )
        for key, boat in TABLES.boats.items()
    ]
    head = (_("Boat"), *(told for _name, told in columns), _("Carries"), _("Where from"))
    return Table(_cited(_("Boats"), "AWAM 14.7"), head, rows)


def _boat(key: str) -> str:
    return _("small steamer") if key == "small_steamer" else str(words.THINGS[key])


def _ground() -> Table:
    rows = [
        (
            str(words.GROUND[key]),
            _("difficult") if kind.difficult else _("normal"),
            str(words.COVER.get(kind.inside, "–")),
            str(words.COVER.get(kind.behind, "–")),
            _("blocked") if kind.blocks else _("free"),
            labels(kind, (("inside", _("Inside")), ("behind", _("Behind")), ("difficult", _("The rest")))),
        )
        for key, kind in TABLES.ground.items()
    ]
    head = (_("Ground"), _("Movement"), _("Inside"), _("Behind"), _("Sight"), _("Where from"))
    return Table(_cited(_("Ground"), "AWAM 14.2"), head, rows)


def _range(key: str) -> Table:
    rows = [
        (length(far), _("more than %(over)s") % {"over": over}, label(TABLES.plain["ranges"][key]))
        for far, over in TABLES.ranges[key]
    ]
    return Table(_cited(str(RANGES[key]), "AWAM 4.3"), (_("Up to"), _("It hits on"), _("Where from")), rows, wide=True)


def _firearms() -> Table:
    columns = (("die", _("Die")), ("score", _("Reload score")), ("rounds", _("Rounds")), ("shots", _("Shots a turn")))
    rows = [
        (
            str(words.WEAPONS[key]),
            f"D{arm.die}",
            str(arm.score),
            str(arm.rounds),
            str(arm.shots),
            str(arm.points),
            labels(arm, (*columns, ("points", _("Strength")))),
        )
        for key, arm in TABLES.firearms.items()
    ]
    head = (_("Weapon"), *(told for _name, told in columns), _("Strength"), _("Where from"))
    return Table(_cited(_("Firearms"), "AWAM 3.6, 4.2, 15"), head, rows)


def _missiles() -> Table:
    rows = [
        (
            str(words.WEAPONS[key]),
            f"D{arm.die}",
            written(arm.hit, ADD),
            str(arm.points),
            labels(arm, (("die", _("Die")), ("hit", _("To the roll of what it hits")), ("points", _("Strength")))),
        )
        for key, arm in TABLES.missiles.items()
    ]
    head = (_("Weapon"), _("Die"), _("To the roll of what it hits"), _("Strength"), _("Where from"))
    return Table(_cited(_("What is thrown"), "AWAM 4.2, 5.2"), head, rows)


def _hands() -> Table:
    named = {**words.WEAPONS, **HANDS}
    rows = [(str(named[key]), f"D{die}", label(TABLES.plain["hand"][key])) for key, die in TABLES.hand.items()]
    return Table(_cited(_("Dice in hand"), "AWAM 6.2"), (_("Weapon"), _("Die"), _("Where from")), rows, wide=True)


def _scenarios() -> Table:
    rows = [
        (str(words.SCENARIOS[key]), sheet.rule, str(sheet.limit), label(sheet.status), str(TRIALS[sheet.trial]))
        for key, sheet in SHEETS.scenarios.items()
    ]
    return Table(
        _("Scenarios"),
        (_("Scenario"), _("Paragraph"), _("Turns"), _("Where from"), _("Balance")),
        rows,
        _("Strengths that differ by 15 per cent count as equal."),
    )


def sections() -> list[Section]:
    """Everything that AWAM counts and measures, in the order of its book."""
    return [
        Section("fixed", _("Settled readings"), [_fixed()]),
        Section("cards", _("Cards and orders"), [listed(_("The deck"), TABLES.deck, DECK)]),
        Section(
            "moves",
            _("Movement"),
            [
                _gaits(),
                listed(_("Falls"), TABLES.falls, FALLS),
                listed(_("What slows"), TABLES.movement, MOVEMENT),
                _boats(),
            ],
        ),
        Section("weapons", _("Weapons"), [_firearms(), _missiles(), listed(_("Reloading"), TABLES.reload, RELOAD)]),
        Section(
            "shooting",
            _("Shooting"),
            [
                *(_range(key) for key in TABLES.ranges),
                listed(_("To the die of a shot"), TABLES.shooting, SHOOTING),
                listed(_("What a hit does"), TABLES.hits, HITS),
            ],
        ),
        Section("melee", _("Hand to hand"), [_hands(), listed(_("Melee"), TABLES.melee, MELEE)]),
        Section("morale", _("Morale"), [listed(_("Morale"), TABLES.morale, MORALE)]),
        Section(
            "guns",
            _("Guns"),
            [
                listed(_("Machine gun"), TABLES.machine_gun, MACHINE_GUN),
                listed(_("Cannon"), TABLES.cannon, CANNON),
            ],
        ),
        Section(
            "table",
            _("Table and sight"),
            [listed(_("Bases"), TABLES.bases, BASES), listed(_("Sight"), TABLES.sight, SIGHT), _ground()],
        ),
        Section(
            "strength",
            _("Strength and result"),
            [
                listed(_("Strength of a figure"), TABLES.strength, STRENGTH),
                listed(_("Results"), TABLES.results, RESULTS),
            ],
        ),
        Section("scenarios", _("Scenarios"), [_scenarios()]),
    ]
