"""A whole installation out of a file: by the commands, in processes and databases of their own."""

import io
import json
import os
import sqlite3
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from tests.servers import Postgres

pytestmark = [pytest.mark.slow, pytest.mark.timeout(300)]
ROOT = Path(__file__).resolve().parents[4]
PHRASE = "a horse, a mule, a donkey"

PLAY_ON = """
import datetime, json
import django; django.setup()
from campaigns.models import Roll
from campaigns.services import turning
from clubs import clock
for day in range(0, 60, 3):
    turning.turn_due(clock.now() + datetime.timedelta(days=day))
print(json.dumps({
    "rolls": {f"{r.campaign.public_id} {r.year} {r.address}": [r.faces, r.epoch] for r in
              Roll.objects.filter(source="program").select_related("campaign")},
}))
"""
LOOK = """
import json
import django; django.setup()
from battles.models import DiceSecret
from campaigns.models import Campaign, LedgerEntry, Roll, Year
from clubs.models import User
fought = Campaign.objects.filter(stage="running")
print(json.dumps({
    "users": sorted(User.objects.values_list("username", flat=True)),
    "wars": sorted(Campaign.objects.values_list("public_id", flat=True)),
    "heads": {war.public_id: war.head for war in Campaign.objects.exclude(stage="running")},
    "closed": Year.objects.filter(stage="closed").count(),
    "rolls": Roll.objects.count(),
    "restored": sorted(LedgerEntry.objects.filter(kind="restored").values_list("campaign__public_id", flat=True)),
    "fought": sorted(fought.values_list("public_id", flat=True)),
    "epochs": sorted(Year.objects.filter(campaign__in=fought).exclude(stage="closed").values_list("epoch", flat=True)),
    "shut": DiceSecret.objects.filter(revealed="").count(),
}))
"""
ADD = """
import django; django.setup()
from clubs.models import User
print(User.objects.create_user("afterwards").pk)
"""
TAMPER = """
import django; django.setup()
from django.db import IntegrityError
from campaigns.models import LedgerEntry
try:
    LedgerEntry.objects.filter(kind="restored").update(data="{}")
except IntegrityError:
    print("refused")
"""


class Installation:
    """A data folder and a database, and the program run on them under its real settings."""

    def __init__(self, folder: Path, database: str = "") -> None:
        folder.mkdir(parents=True, exist_ok=True)
        kept = {name: os.environ[name] for name in ("PATH", "HOME", "LANG") if name in os.environ}
        self.environment = {
            **kept,
            "SIGNIFER_DATA": str(folder),
            "DJANGO_SETTINGS_MODULE": "config.settings",
            "STATIC_MANIFEST": "false",
            **({"DATABASE_URL": database} if database else {}),
        }
        self.folder = folder

    def run(self, *arguments: str, **environment: str) -> subprocess.CompletedProcess:
        return subprocess.run(
            [sys.executable, *arguments],
            cwd=ROOT,
            env={**self.environment, **environment},
            capture_output=True,
            text=True,
            timeout=200,
            check=False,
            stdin=subprocess.DEVNULL,
        )

    def manage(self, *arguments: str, **environment: str) -> str:
        done = self.run("manage.py", *arguments, **environment)
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    def refuses(self, *arguments: str, **environment: str) -> str:
        done = self.run("manage.py", *arguments, **environment)
        assert done.returncode != 0, done.stdout
        assert "Traceback" not in done.stderr
        return done.stderr

    def ask(self, program: str) -> dict:
        done = self.run("-c", program)
        assert done.returncode == 0, done.stderr
        return json.loads(done.stdout.splitlines()[-1])


@pytest.fixture(scope="module")
def club(tmp_path_factory):
    """An installation with the sample club, its backups (plain; locked and with keys), and what it was then."""
    folder = tmp_path_factory.mktemp("installed")
    here = Installation(folder / "data")
    here.manage("migrate", "--verbosity", "0")
    here.manage("sample_club")
    here.plain, here.locked = folder / "plain.signifer", folder / "locked.signifer"
    here.manage("backup", str(here.plain))
    here.manage("backup", str(here.locked), "--with-keys", BACKUP_PASSPHRASE=PHRASE)
    here.was = here.ask(LOOK)
    return here


@pytest.fixture
def server():
    with Postgres() as postgres:
        yield postgres


def test_an_installation_is_made_again(club, tmp_path):
    other = Installation(tmp_path / "other")
    keys = tmp_path / "keys.json"
    said = other.manage("restore", str(club.locked), "--keys-to", str(keys), BACKUP_PASSPHRASE=PHRASE)
    assert "the books are sound" in said
    found = other.ask(LOOK)
    for same in ("users", "wars", "heads", "closed", "fought"):
        assert found[same] == club.was[same]
    assert found["restored"] == found["fought"] != []
    assert set(found["epochs"]) == {2}
    assert found["shut"] == len(found["fought"])  # only the new ones: the old keys came along, and opened the old ones
    assert json.loads(keys.read_text())["dice"] == [(club.folder / "dice.key").read_text()]
    assert keys.stat().st_mode & 0o777 == 0o600
    assert other.run("-c", TAMPER).stdout.split() == ["refused"]
    # It is one that goes on, and can be backed up itself.
    assert len(other.ask(PLAY_ON)["rolls"]) > found["rolls"]
    other.manage("check_books")
    other.manage("backup", str(tmp_path / "again.signifer"))


def test_dice_that_were_seen_fall_otherwise_after_going_back(club, tmp_path):
    """Fault 26: whoever puts an older backup back because of the dice gets others, and everybody sees that he did it."""
    went_on = Installation(tmp_path / "went-on")
    went_on.manage("restore", str(club.plain))
    before = tmp_path / "before.signifer"
    went_on.manage("backup", str(before))
    fallen = went_on.ask(PLAY_ON)
    assert len(fallen["rolls"]) > club.was["rolls"]  # dice of the last year, which the backup does not know
    back = Installation(tmp_path / "back")
    back.manage("restore", str(before))
    assert back.ask(LOOK)["rolls"] == club.was["rolls"]
    again = back.ask(PLAY_ON)
    back.manage("check_books")
    seen = {key: roll for key, roll in fallen["rolls"].items() if roll[1] == 2}
    assert seen
    assert {epoch for key, (_, epoch) in again["rolls"].items() if key in seen} == {3}
    # The same addresses, but of another secret: faces may still agree by chance.
    assert seen.keys() & again["rolls"].keys()


@pytest.mark.timeout(600)
def test_a_backup_of_one_database_fits_the_other(club, server, tmp_path):
    served = Installation(tmp_path / "served", server.create("served"))
    assert "the books are sound" in served.manage("restore", str(club.plain))
    found = served.ask(LOOK)
    for same in ("users", "wars", "heads", "closed", "fought"):
        assert found[same] == club.was[same]
    assert served.run("-c", TAMPER).stdout.split() == ["refused"]
    assert served.ask(ADD) > 0  # numbers go on after those that were put in
    back = tmp_path / "back.signifer"
    served.manage("backup", str(back))
    embedded = Installation(tmp_path / "embedded")
    assert "the books are sound" in embedded.manage("restore", str(back))
    assert embedded.ask(LOOK)["users"] == sorted([*club.was["users"], "afterwards"])
    assert "not empty" in served.refuses("restore", str(back))


def test_nothing_is_written_over(club):
    assert "not empty" in club.refuses("restore", str(club.plain))
    assert club.ask(LOOK) == club.was


def test_a_database_of_somebody_else_is_left_alone(club, tmp_path):
    other = Installation(tmp_path / "other")
    with sqlite3.connect(other.folder / "signifer.sqlite3") as file:
        file.execute("CREATE TABLE theirs (id INTEGER)")
    assert "not Signifer's" in other.refuses("restore", str(club.plain))


def test_a_migrated_database_without_a_row_is_empty(club, tmp_path):
    other = Installation(tmp_path / "other")
    other.manage("migrate", "--verbosity", "0")
    assert "the books are sound" in other.manage("restore", str(club.plain))


def repacked(path: Path, target: Path, change) -> Path:
    with zipfile.ZipFile(path) as packed:
        entries = {name: packed.read(name) for name in packed.namelist()}
    change(entries)
    with zipfile.ZipFile(target, "w") as made:
        for name, content in entries.items():
            made.writestr(name, content)
    return target


def test_a_backup_of_a_newer_release_is_refused(club, tmp_path):
    def newer(entries):
        told = json.loads(entries["manifest.json"])
        told["migrations"]["campaigns"].append("9999_not_yet_thought_of")
        entries["manifest.json"] = json.dumps(told).encode()

    file = repacked(club.plain, tmp_path / "newer.signifer", newer)
    other = Installation(tmp_path / "other")
    assert "newer release" in other.refuses("restore", str(file))
    with sqlite3.connect(other.folder / "signifer.sqlite3") as base:
        assert base.execute("SELECT count(*) FROM sqlite_master").fetchone() == (0,)


def test_a_backup_with_a_changed_row_is_refused_before_anything_is_made(club, tmp_path):
    def changed(entries):
        entries["tables/clubs.user.jsonl"] = entries["tables/clubs.user.jsonl"].replace(b"false", b"true", 1)

    file = repacked(club.plain, tmp_path / "changed.signifer", changed)
    other = Installation(tmp_path / "other")
    assert "not what was written" in other.refuses("restore", str(file))
    assert "not what was written" in other.refuses("restore", "--check", str(file))
    with sqlite3.connect(other.folder / "signifer.sqlite3") as base:
        assert base.execute("SELECT count(*) FROM sqlite_master").fetchone() == (0,)


def test_a_locked_backup_needs_its_passphrase(club, tmp_path):
    other = Installation(tmp_path / "other")
    assert "passphrase is needed" in other.refuses("restore", str(club.locked))
    assert "does not fit" in other.refuses("restore", str(club.locked), BACKUP_PASSPHRASE="another, quite another")
    phrase = tmp_path / "phrase"
    phrase.write_text(PHRASE + "\n")
    assert "is sound" in other.manage("restore", "--check", "--passphrase-file", str(phrase), str(club.locked))


def test_a_restore_that_was_cut_off_is_finished(club, tmp_path):
    other = Installation(tmp_path / "other")
    cut = (
        "import sys, django; django.setup()\n"
        "from pathlib import Path\n"
        "from campaigns.services.backups import putting\n"
        "with putting.opened_backup(Path(sys.argv[1])) as reader:\n"
        "    putting.put(reader)\n"
    )
    assert other.run("-c", cut, str(club.plain)).returncode == 0
    assert other.ask(LOOK)["restored"] == []
    other.manage("restore", "--finish")
    assert other.ask(LOOK)["restored"] == club.was["fought"]
    assert "no restore to finish" in other.refuses("restore", "--finish")


OLDER = """
import io, sys
from pathlib import Path
import django; django.setup()
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from campaigns.services.backups import taking, values
from campaigns.services.backups.archive import Writer
ours = ("clubs", "battles", "campaigns")
executor = MigrationExecutor(connection)
firsts = [node for node in executor.loader.graph.root_nodes() if node[0] in ours]
targets = firsts + [node for node in executor.loader.graph.leaf_nodes() if node[0] not in (*ours, "admin", "account", "mfa")]
executor.migrate(targets)
executor.loader.build_graph()
apps = executor.loader.project_state(targets).apps
apps.get_model("clubs", "User").objects.create(username="veteran", public_id="veteran00000")
with open(sys.argv[1], "wb") as file:
    writer = Writer(file)
    for model in apps.get_models(include_auto_created=True):
        if values.is_kept(model):
            columns = [field.attname for field in values.columns_of(model)]
            writer.table(model._meta.label_lower, columns, taking._rows(model))
    writer.close(made_at="2026-03-01T12:00:00+00:00", vendor="sqlite", migrations=taking.applied(), keys=None)
"""


def test_a_backup_of_the_first_release_is_brought_up_to_this_one(tmp_path):
    older, file = Installation(tmp_path / "older"), tmp_path / "older.signifer"
    done = older.run("-c", OLDER, str(file))
    assert done.returncode == 0, done.stderr
    other = Installation(tmp_path / "other")
    assert "the books are sound" in other.manage("restore", str(file))
    assert other.ask(LOOK)["users"] == ["veteran"]
    assert "No planned migration" in other.manage("migrate", "--plan")
    assert other.ask(ADD) > 0
    assert io.StringIO(other.manage("check", "--database", "default")).read().count("no issues") == 1
