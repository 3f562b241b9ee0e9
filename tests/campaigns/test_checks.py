"""A start that could not tell a war, or that brings a broken pack, is refused."""

import msgspec

from campaigns import checks
from campaigns.narration import kinds, telling
from campaigns.rules import pack as packs


def test_a_sound_program_starts():
    assert checks.check_narration() == []
    assert checks.check_packs() == []


def test_a_kind_without_a_sentence_is_refused(monkeypatch):
    monkeypatch.delitem(telling._tellers, "recovered")
    (error,) = checks.check_narration()
    assert error.id == "campaigns.E001"
    assert "recovered" in error.msg
    assert "recovered" in kinds.ENGINE_KINDS


def test_a_broken_pack_is_refused_with_the_place(monkeypatch):
    sound = packs.bundled("hispania")
    broken = msgspec.structs.replace(sound, fate=sound.fate[1:])
    monkeypatch.setattr(checks, "bundled", lambda key: broken)
    (first, *_rest) = checks.check_packs()
    assert first.id == "campaigns.E002"
    assert first.msg == "The pack hispania, fate: No row of the table has the total 2."
