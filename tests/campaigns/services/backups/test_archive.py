"""A backup is believed in nothing: names, sizes and digests are looked at before a row of it is read."""

import hashlib
import io
import json
import stat
import zipfile

import pytest

from campaigns.services.backups.archive import FORMAT, KEYS, MANIFEST, RATIO_FROM, Reader, Writer
from campaigns.services.backups.errors import BackupRefused

MADE_AT = "2026-03-01T12:00:00+00:00"
ROWS = [[1, "Legio Valencia"], [2, "Ñandú"]]


def sound(rows=ROWS, keys=None) -> bytes:
    target = io.BytesIO()
    writer = Writer(target)
    writer.table("clubs.club", ["id", "name"], iter(rows))
    writer.close(made_at=MADE_AT, vendor="sqlite", migrations={"clubs": ["0001_people_and_clubs"]}, keys=keys)
    return target.getvalue()


def entries_of(data: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(data)) as packed:
        return {name: packed.read(name) for name in packed.namelist()}


def packed(entries: dict[str, bytes]) -> bytes:
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as made:
        for name, content in entries.items():
            made.writestr(name, content)
    return target.getvalue()


def manifest_with(**other) -> dict[str, bytes]:
    found = entries_of(sound())
    return {**found, MANIFEST: json.dumps({**json.loads(found[MANIFEST]), **other}).encode()}


def read(data: bytes, **how) -> list[list]:
    reader = Reader(io.BytesIO(data), **how)
    reader.verify()
    return [row for table in reader.manifest.tables for row in reader.rows(table)]


def test_what_was_written_is_read():
    assert read(sound()) == ROWS
    assert Reader(io.BytesIO(sound(keys={"dice": ["k"]}))).keys() == {"dice": ["k"]}
    assert Reader(io.BytesIO(sound())).keys() == {}


def test_an_empty_table_is_a_table():
    assert read(sound(rows=[])) == []


@pytest.mark.parametrize("data", [b"", b"not a backup", b"PK\x03\x04" + b"\0" * 50])
def test_what_is_no_backup_is_refused(data):
    with pytest.raises(BackupRefused, match="not a backup"):
        read(data)


def test_a_file_that_was_cut_is_refused():
    data = sound()
    for length in range(0, len(data), 37):
        with pytest.raises(BackupRefused):
            read(data[:length])


def test_a_row_that_was_changed_is_found_by_its_digest():
    entries = entries_of(sound())
    entries["tables/clubs.club.jsonl"] = entries["tables/clubs.club.jsonl"].replace(b"Valencia", b"Sagunto!")
    with pytest.raises(BackupRefused, match="not what was written"):
        read(packed(entries))


def test_a_row_that_is_missing_is_found():
    entries = entries_of(sound())
    entries["tables/clubs.club.jsonl"] = entries["tables/clubs.club.jsonl"].splitlines(keepends=True)[0]
    with pytest.raises(BackupRefused, match="not what was written"):
        read(packed(entries))


def test_keys_that_were_exchanged_are_found():
    entries = entries_of(sound(keys={"dice": ["mine"]}))
    entries[KEYS] = b'{"dice": ["another"]}'
    with pytest.raises(BackupRefused, match="keys are not"):
        read(packed(entries))


@pytest.mark.parametrize(
    "name", ["../../etc/passwd", "/etc/passwd", "tables/../../x", "C:/x", "folder/", "tables/clubs.other.jsonl"]
)
def test_an_entry_that_has_no_place_there_is_refused(name):
    with pytest.raises(BackupRefused):
        read(packed({**entries_of(sound()), name: b"x"}))


def test_a_link_is_refused():
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w") as made:
        for name, content in entries_of(sound()).items():
            entry = zipfile.ZipInfo(name)
            entry.external_attr = (stat.S_IFLNK | 0o777) << 16 if name.startswith("tables/") else 0o600 << 16
            made.writestr(entry, content)
    with pytest.raises(BackupRefused, match="no place in a backup"):
        read(target.getvalue())


@pytest.mark.filterwarnings("ignore:Duplicate name")
def test_an_entry_that_is_there_twice_is_refused():
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w") as made:
        for name, content in entries_of(sound()).items():
            made.writestr(name, content)
            made.writestr(name, content)
    with pytest.raises(BackupRefused, match="one twice"):
        read(target.getvalue())


def test_a_bomb_is_refused_before_it_is_unpacked():
    bomb = {**entries_of(sound()), "tables/clubs.club.jsonl": b"0" * (40 * RATIO_FROM)}
    with pytest.raises(BackupRefused, match="unpacks to far more"):
        read(packed(bomb))


def test_a_file_that_is_too_large_in_all_is_refused():
    with pytest.raises(BackupRefused, match="larger than a backup may be"):
        read(sound(), most_bytes=100)


def test_too_many_entries_are_refused():
    many = {f"tables/a{n}.b.jsonl": b"" for n in range(1200)}
    with pytest.raises(BackupRefused, match="too many entries"):
        read(packed({**entries_of(sound()), **many}))


def test_a_newer_form_says_so():
    with pytest.raises(BackupRefused, match="newer release"):
        read(packed(manifest_with(format=FORMAT + 1, shape="unheard of")))


@pytest.mark.parametrize("other", [{"made_at": 7}, {"tables": [{"model": "x"}]}, {"more": 1}, {"migrations": []}])
def test_a_manifest_that_cannot_be_read_is_refused(other):
    with pytest.raises(BackupRefused, match="manifest"):
        read(packed(manifest_with(**other)))


@pytest.mark.parametrize("line", [b"{}\n", b"[1]\n", b"[1,2,3]\n", b"nonsense\n", b"[" * 100_000 + b"\n"])
def test_a_line_that_is_no_row_is_refused(line):
    entries = entries_of(sound())
    told = json.loads(entries[MANIFEST])
    told["tables"][0] |= {"rows": 1, "sha256": hashlib.sha256(line).hexdigest()}
    with pytest.raises(BackupRefused):
        read(packed({**entries, "tables/clubs.club.jsonl": line, MANIFEST: json.dumps(told).encode()}))
