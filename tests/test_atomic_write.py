import os
from pathlib import Path

import pytest

from scorekeeper.atomic_write import atomic_write


def test_a_file_is_replaced_and_private(tmp_path: Path) -> None:
    path = tmp_path / "code"
    path.write_text("old")
    (tmp_path / "code.new").write_text("left by a crash")
    atomic_write(path, "Zoë\n")

    assert path.read_text(encoding="utf-8") == "Zoë\n"
    assert path.stat().st_mode & 0o777 == 0o600
    assert [file.name for file in tmp_path.iterdir()] == ["code"]


def test_a_failed_write_keeps_the_old_content(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(_descriptor: int) -> None:
        raise OSError("full")

    path = tmp_path / "code"
    path.write_text("old")
    monkeypatch.setattr(os, "fsync", fail)
    with pytest.raises(OSError, match="full"):
        atomic_write(path, "new")

    assert path.read_text() == "old"
