"""The words of a table of an army: English, Spanish and Italian, with or without accents, however capitals fall."""

import re
import unicodedata
from collections.abc import Mapping

WHOLE = re.compile(r"[+-]?[0-9]{1,9}(?:[.,]0{1,2})?")
IGNORED = "ignored"


def plain(text: str) -> str:
    """A word without accents, capitals and punctuation: how two spellings of it meet."""
    bare = "".join(char for char in unicodedata.normalize("NFKD", text) if not unicodedata.combining(char))
    return " ".join(re.sub(r"[^\w]|_", " ", bare.casefold()).split())


def whole(text: str) -> int | None:
    """A whole number, or None. Two decimals may follow if they are noughts; three would be thousands to some."""
    text = text.replace("\u00a0", "").replace("\u202f", "").replace("−", "-").strip()
    return int(re.split("[.,]", text)[0]) if WHOLE.fullmatch(text) else None


def split(text: str, separators: str) -> list[str]:
    return [part for part in re.split(f"[{re.escape(separators)}]+", text) if part]


_LANGUAGE_ORDER = ("en", "es", "it")


class Known[Value](dict[str, Value]):
    """What is understood, by word. ``told``: in each language the first word for each meaning, as a reader is told of them."""

    told: dict[str, str]


def _by_word[Value](meanings: Mapping[Value, str]) -> Known[Value]:
    words = {value: text.split(", ") for value, text in meanings.items()}
    known = Known({plain(word): value for value, one in words.items() for word in one})
    known.told = {
        language: ", ".join(one[place] if place < len(one) else one[0] for one in words.values())
        for place, language in enumerate(_LANGUAGE_ORDER)
    }
    return known


def title(column: str) -> str:
    """A column's own name as a header shows it."""
    return column.replace("_", " ")


# The first three words of each are the English, the Spanish and the Italian one.
_COLUMNS = {
    "id": "id",
    "name": "name, nombre, nome, unit name, nombre de la unidad, nome dell unita",
    "arm": "arm, arma, arma, troop type, tipo de tropa, tipo di truppa",
    "grade": "grade, grado, grado, category, categoría, categoria, class, clase, classe, calidad, qualità",
    "native": "native, indígena, indigeno, indigena, nativo, nativa, native ally, aliado indígena, alleato indigeno, native allies, indígenas, indigeni",
    "figures": "figures, figuras, figure, miniatures, miniaturas, miniature, models, modelli, number of figures, número de figuras, numero di figure, número, numero",
    "points": "points, puntos, punti, points per figure, puntos por figura, punti per figura, puntos figura, punti figura, points each, pts, cost, coste, costo, puntos por miniatura, punti per miniatura",
    "command": "command, mando, comando, command points, puntos de mando, punti comando, punti di comando, command figures, grupo de mando, gruppo di comando",
    "break_points": "break points, puntos de ruptura, punti di rottura, break, ruptura, rottura, break_points, punti rottura",
    "type": "type, tipo, kind",
    "rank": "rank, rango, carica, cargo",
    "status": "status, estado, stato",
    "wounds": "wounds, heridas, ferite",
    "deeds": "deeds, hechos heroicos, atti eroici, heroic deeds, hechos, atti, hazañas",
    "skills": "skills, habilidades, abilità, command skills, habilidades de mando, abilità di comando",
    "traits": "traits, rasgos, tratti",
    IGNORED: "notes, notas, note, total, totale, value, valor, valore, total points, puntos totales, punti totali",
}
COLUMNS = _by_word(_COLUMNS)
KEPT_COLUMNS = tuple(name for name in _COLUMNS if name not in (IGNORED, "type"))


def column_in(name: str, language: str) -> str:
    """A column's name as a reader of this language may write it in a header: the English one where we know no other."""
    place = _LANGUAGE_ORDER.index(language[:2]) if language[:2] in _LANGUAGE_ORDER else 0
    words = _COLUMNS[name].split(", ")
    return words[place] if place < len(words) else words[0]


ARMS = _by_word(
    {
        "infantry": "infantry, infantería, fanteria, foot, inf, infante, fante, i",
        "cavalry": "cavalry, caballería, cavalleria, horse, cav, cab, c",
        "other": "other, otra, altro, otro, altra, otros, altri, elephants, elefantes, elefanti, elephant, elefante, artillery, artillería, artiglieria",
    }
)
GRADES = _by_word(
    {
        "common": "common, común, comune, comunes, comuni, commons",
        "special": "special, especial, speciale, especiales, speciali, specials",
    }
)
TRUTHS = _by_word(
    {
        True: "yes, sí, sì, y, s, true, verdadero, vero, x, 1, native, indígena, indigeno, nativo, nativa",
        False: "no, no, no, n, false, falso, 0, none",
    }
)
_RANKS = {
    "general": "general, generale, general in chief, general en jefe, generale in capo",
    "subordinate": "subordinate, subordinado, subordinato, subordinate general, general subordinado, generale subordinato",
    "standard": "standard, estandarte, stendardo, army standard, estandarte del ejército, stendardo dell esercito, insegna, standard bearer, portaestandarte, portastendardo",
    "leader": "leader, líder, capo, jefe, comandante, unit leader, hero, héroe, eroe, champion, campeón, campione",
    "other": "other, otro, altro, otra, altra",
}
RANKS = _by_word(_RANKS)
KINDS = _by_word({"unit": "unit, unidad, unità", "character": "character, personaje, personaggio", **_RANKS})
STATUSES = _by_word(
    {
        "ready": "ready, disponible, disponibile, listo, pronto",
        "dead": "dead, muerto, morto",
        "captured": "captured, capturado, catturato, prisoner, prisionero, prigioniero",
        "recalled": "recalled, llamado a casa, richiamato",
        "replaced": "replaced, sustituido, sostituito",
    }
)
