"""Small forces for battles on a map."""

from rulesets.contract import CharacterIn, Force, UnitIn


def band(name):
    return Force(
        units=(
            UnitIn(id=f"{name}-spears", name="Spears", figures=4, profile={"class": "spearman"}),
            UnitIn(id=f"{name}-bills", name="Bills", figures=3, profile={"class": "halberdier"}),
            UnitIn(id=f"{name}-bows", name="Bows", figures=2, profile={"class": "archer", "weapons": ["shortbow"]}),
        ),
        characters=(CharacterIn(id=f"{name}-lord", name="Lord", profile={"class": "knight", "mounted": True}),),
    )
