"""A backup is of one moment, belongs to its owner alone, and appears under its name only when it is whole."""

import io
import stat
import threading

import pytest
from django.db import connection

from campaigns.models import StrategicAction
from campaigns.services import sealed
from campaigns.services.backups import taking
from campaigns.services.backups.archive import Reader
from campaigns.services.backups.errors import BackupRefused
from clubs.models import Club, User
from tests.factories.campaigns import a_war
from tests.factories.clubs import NOW, sign_up

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]
PHRASE = "a horse, a mule, a donkey"


def rows_of(data: bytes, model: str) -> list[dict]:
    reader = Reader(io.BytesIO(data))
    reader.verify()
    table = next(one for one in reader.manifest.tables if one.model == model)
    return [dict(zip(table.columns, row, strict=True)) for row in reader.rows(table)]


def test_it_holds_every_row_but_log_ins(club, place, livia, hanno, client):
    war = a_war(club, rome=place(livia), carthage=place(hanno), by=place(livia))
    sealed.give_order(war, side="rome", action="guerrilla", by=place(livia), now=NOW)
    client.force_login(livia, backend="django.contrib.auth.backends.ModelBackend")
    target = io.BytesIO()
    written = taking.write(target, now=NOW)
    data = target.getvalue()
    assert len(rows_of(data, "clubs.user")) == User.objects.count()
    assert [row["action"] for row in rows_of(data, "campaigns.strategicaction")] == ["guerrilla"]
    reader = Reader(io.BytesIO(data))
    assert "sessions.session" not in {table.model for table in reader.manifest.tables}
    assert written == sum(model._base_manager.count() for model in taking.kept_models())
    assert reader.manifest.keys_sha256 == ""


def test_what_is_written_meanwhile_is_not_in_it_and_does_not_wait(club, monkeypatch):
    plain, begun = taking._rows, []

    def write_meanwhile():
        sign_up("late", display_name="Late")
        connection.close()

    def slow(model):
        if not begun:
            begun.append(model)
            Club.objects.exists()  # the moment of the backup is that of its first look
            other = threading.Thread(target=write_meanwhile)
            other.start()
            other.join(15)
            assert not other.is_alive()
        return plain(model)

    monkeypatch.setattr(taking, "_rows", slow)
    target = io.BytesIO()
    taking.write(target, now=NOW)
    assert User.objects.filter(username="late").exists()
    assert "late" not in [row["username"] for row in rows_of(target.getvalue(), "clubs.user")]


def test_the_file_is_its_owners_alone_and_nothing_is_written_over(club, tmp_path):
    path = tmp_path / "monday.signifer"
    taking.take(path, now=NOW)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    before = path.read_bytes()
    with pytest.raises(BackupRefused, match="there already"):
        taking.take(path, now=NOW)
    assert path.read_bytes() == before
    assert [one.name for one in tmp_path.iterdir()] == ["monday.signifer"]


def test_a_backup_that_fails_leaves_nothing_behind(club, tmp_path, monkeypatch):
    monkeypatch.setattr(taking, "applied", lambda: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        taking.take(tmp_path / "monday.signifer", now=NOW)
    assert list(tmp_path.iterdir()) == []


def test_keys_go_along_only_under_lock(club, tmp_path, settings):
    path = tmp_path / "monday.signifer"
    with pytest.raises(BackupRefused, match="passphrase"):
        taking.take(path, now=NOW, with_keys=True)
    taking.take(path, now=NOW, with_keys=True, passphrase=PHRASE)
    data = path.read_bytes()
    assert settings.DICE_KEYS[0].encode() not in data
    assert StrategicAction._meta.label_lower.encode() not in data  # not even the names of the tables can be read
