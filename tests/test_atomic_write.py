"""Files with one old or one new content, among them the secret key and the home code."""

import os
import signal
from pathlib import Path

import pytest

from scorekeeper.atomic_write import atomic_write, delete_abandoned, new_file, read_or_create
from tests.servers import run_python, start_python


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


def test_a_readable_file_with_a_secret_is_made_private(tmp_path: Path) -> None:
    path = tmp_path / "secret-key"
    path.write_text("known\n")
    path.chmod(0o644)

    assert read_or_create(path, lambda: "another") == "known"
    assert path.stat().st_mode & 0o777 == 0o600


def test_processes_starting_together_get_the_same_secret(tmp_path: Path) -> None:
    (tmp_path / "secret-key.new").write_text("left by a crash")
    program = "from scorekeeper.config import Config; print(Config.from_environment().secret_key)"
    keys = run_python("-c", program, times=4, SCOREKEEPER_DATA=str(tmp_path))

    assert keys == [(tmp_path / "secret-key").read_text()] * 4
    assert (tmp_path / "secret-key").stat().st_mode & 0o777 == 0o600


def test_a_new_file_appears_when_it_is_complete(tmp_path: Path) -> None:
    path = tmp_path / "export"
    (tmp_path / "export.partial").write_text("left by a crash")
    with pytest.raises(TypeError), new_file(path) as stream:
        stream.writelines([b"half", "not bytes"])  # type: ignore[list-item]
    assert list(tmp_path.iterdir()) == []
    with new_file(path) as stream:
        stream.write(b"all")
        assert not path.exists()
    assert path.read_text() == "all"
    with pytest.raises(FileExistsError), new_file(path):
        pass
    assert [file.name for file in tmp_path.iterdir()] == ["export"]


KILLED = """
import os, signal, sys
from pathlib import Path
from scorekeeper.atomic_write import temporary_path
with temporary_path(Path(sys.argv[1])) as path:
    path.mkdir() if sys.argv[2] == "folder" else path.touch()
    os.kill(os.getpid(), signal.SIGKILL)
"""


@pytest.mark.parametrize("kind", ["file", "folder"])
def test_only_temporary_files_of_killed_processes_are_deleted(tmp_path: Path, kind: str) -> None:
    assert start_python("-c", KILLED, tmp_path / "of-Monday", kind).wait(60) == -signal.SIGKILL
    assert sorted(os.listdir(tmp_path)) == ["of-Monday.partial", "of-Monday.partial.lock"]
    (tmp_path / "somebody's.partial").touch()
    with new_file(tmp_path / "of-Tuesday"):
        running = ["of-Tuesday.partial", "of-Tuesday.partial.lock", "somebody's.partial"]
        assert sorted(os.listdir(tmp_path)) == running
        delete_abandoned(tmp_path)
        busy = pytest.raises(FileExistsError, match="Another process is writing this file")
        with busy, new_file(tmp_path / "of-Tuesday"):
            pass
        assert sorted(os.listdir(tmp_path)) == running

    assert sorted(os.listdir(tmp_path)) == ["of-Tuesday", "somebody's.partial"]
