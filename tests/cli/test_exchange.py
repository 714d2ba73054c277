"""`scorekeeper import` and `scorekeeper export`."""

import json
import signal
import subprocess
import time
from pathlib import Path

import pytest

from tests.effort import THOROUGH
from tests.servers import COMMAND, environment
from tests.servers import run as run_hosted

MATCH = {
    "format": "spades-match/2",
    "id": "c3BhZGVzLW1hdGNoLTAwMQ",
    "house": {"game": "partnership"},
    "players": ["Ann", "Ben", "Cleo", "Dan"],
    "sides": ["Gold", "Blue"],
    "first": 3,
    "opening": [{"points": 0, "bags": 0}, {"points": 0, "bags": 0}],
    "hands": [
        {"bids": [4, 3, 3, 3], "tricks": [4, 3, 3, 3], "noted": "2026-11-20T20:10:00Z"},
        {"bids": [4, 3, 3, 3], "tricks": [4, 3, 3, 3], "noted": "2026-11-20T20:20:00Z"},
    ],
    "started": "2026-11-20T20:00:00+01:00",
    "ended": None,
    "place": "=kitchen",
    "note": "",
}


def line(number: int = 1) -> str:
    written = {**MATCH, "id": f"match-{number:016d}"}
    return json.dumps(written, ensure_ascii=False, separators=(",", ":"))


def run(data: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run the command in a house."""
    return run_hosted(data, *arguments, SCOREKEEPER_HOSTED="0")


@pytest.fixture
def data(tmp_path: Path) -> Path:
    folder = tmp_path / "data"
    folder.mkdir()
    return folder


def test_what_is_brought_in_is_sent_out_as_it_was(data: Path, tmp_path: Path) -> None:
    file, out = tmp_path / "in.jsonl", tmp_path / "out.jsonl"
    file.write_text(f"{line(1)}\n{line(2)}\n")
    done = run(data, "import", str(file), "--yes")
    assert done.returncode == 0, done.stderr
    assert "2 matches are new.\n" in done.stderr
    assert done.stderr.endswith("2 matches are brought in.\n")
    assert run(data, "export", str(out)).returncode == 0
    assert out.read_text() == file.read_text()
    again = run(data, "import", str(file), "--yes")
    assert (again.returncode, "2 matches are here already." in again.stderr) == (0, True)
    assert again.stderr.endswith("Nothing to bring in.\n")


@pytest.mark.parametrize("options", [["--csv"], ["--csv", "--semicolon"]])
def test_a_list_is_written_and_never_imported(
    data: Path, tmp_path: Path, options: list[str]
) -> None:
    file, hands = tmp_path / "in.jsonl", tmp_path / "hands.csv"
    file.write_text(f"{line()}\n")
    run(data, "import", str(file), "--yes")
    assert run(data, "export", *options, str(hands)).returncode == 0
    assert hands.read_bytes().startswith(b"\xef\xbb\xbfmatch")
    assert "'=kitchen" in hands.read_text("utf-8-sig")
    done = run(data, "import", str(hands), "--yes")
    assert (done.returncode, "a list for a spreadsheet (CSV)" in done.stderr) == (1, True)


def test_without_a_yes_nothing_is_brought_in(data: Path, tmp_path: Path) -> None:
    file = tmp_path / "in.jsonl"
    file.write_text(f"{line()}\n")
    done = run(data, "import", str(file))
    assert (done.returncode, "1 match is new." in done.stderr) == (1, True)
    assert run(data, "export").stdout == ""


def test_what_is_broken_is_said_by_its_line(data: Path, tmp_path: Path) -> None:
    file = tmp_path / "in.jsonl"
    file.write_text(f"{line()}\n{line(2).replace('[4,3,3,3]', '[4,3,3,4]')}\n")
    done = run(data, "import", str(file), "--yes")
    assert done.returncode == 1
    assert "1 match cannot be read, so nothing is brought in." in done.stderr
    assert "  line 2: hand 1: one trick too many: Gold 7 + Blue 7 = 14" in done.stderr
    assert run(data, "export").stdout == ""


def test_a_file_that_is_there_is_not_written_over(data: Path, tmp_path: Path) -> None:
    out = tmp_path / "out.jsonl"
    out.write_text("mine")
    done = run(data, "export", str(out))
    assert (done.returncode, out.read_text()) == (1, "mine")
    assert "File exists" in done.stderr


def test_of_several_scorebooks_one_has_to_be_named(data: Path) -> None:
    assert run_hosted(data, "export").returncode == 1
    done = run(data, "export", "--scorebook", "nowhere")
    assert "There is no scorebook called 'nowhere'" in done.stderr


@pytest.mark.parametrize("after", [0.2, 0.4, 0.6, 0.8, 1.0] if THOROUGH else [0.2, 0.8])
def test_a_killed_import_has_brought_in_all_or_nothing(
    data: Path, tmp_path: Path, after: float
) -> None:
    file, out = tmp_path / "in.jsonl", tmp_path / "out.jsonl"
    file.write_text("".join(f"{line(number)}\n" for number in range(700)))
    run(data, "export", str(tmp_path / "empty.jsonl"))
    process = subprocess.Popen(
        [*COMMAND, "import", str(file), "--yes"],
        cwd=tmp_path,
        env=environment(data, SCOREKEEPER_HOSTED="0"),
        stderr=subprocess.PIPE,
    )
    assert process.stderr is not None
    for told in process.stderr:
        if b"new" in told:
            break
    time.sleep(after)
    process.send_signal(signal.SIGKILL)
    process.communicate()
    run(data, "export", str(out))
    assert len(out.read_text().splitlines()) in (0, 700)
    done = run(data, "import", str(file), "--yes")
    assert done.returncode == 0, done.stderr
    out.unlink()
    run(data, "export", str(out))
    assert out.read_text() == file.read_text()
