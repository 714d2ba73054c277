import json
import re
import signal
import sqlite3
import subprocess
import time
from contextlib import closing
from pathlib import Path

import pytest

from tests.effort import THOROUGH
from tests.servers import COMMAND, environment, run as run_hosted

MATCH = {
    "format": "spades-match/2",
    "id": "c3BhZGVzLW1hdGNoLTAwMQ",
    "house": {"game": "partnership"},
    "players": ["Ann", "Ben", "Cleo", "Dan"],
    "sides": ["Gold", "Blue"],
    "first": 3,
    "opening": [{"points": 0, "bags": 0}, {"points": 0, "bags": 0}],
    "hands": [
        {"bids": [4, 3, 3, 3], "tricks": [4, 3, 3, 3], "noted": "2026-11-20T21:10:00+01:00"},
        {"bids": [4, 3, 3, 3], "tricks": [4, 3, 3, 3], "noted": "2026-11-20T21:20:00+01:00"},
    ],
    "started": "2026-11-20T20:00:00+01:00",
    "ended": None,
    "place": "kitchen",
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


def test_an_import_is_exported_unchanged(data: Path, tmp_path: Path) -> None:
    file, out = tmp_path / "in.jsonl", tmp_path / "out.jsonl"
    file.write_text(f"{line(1)}\n{line(2)}\n")
    done = run(data, "import", str(file), "--yes")
    assert done.returncode == 0, done.stderr
    assert done.stderr.startswith(f"Created the scorebook {data}/scorebook.sqlite.\n")
    assert "2 new matches\n" in done.stderr
    assert done.stderr.endswith("2 matches imported\n")
    assert run(data, "export", str(out)).returncode == 0
    assert out.read_text() == file.read_text()
    again = run(data, "import", str(file), "--yes")
    assert (again.returncode, "2 matches are already here." in again.stderr) == (0, True)
    assert again.stderr.endswith("Nothing to import.\n")
    file.write_text(line(3).replace("Ann", "Änn"))
    assert "  Änn is Ann here.\nFor a new player, add" in run(data, "import", str(file)).stderr
    run(data, "import", str(file), "--yes", "--someone-else", "Änn")
    assert '["Änn","Ben"' in run(data, "export").stdout


def test_an_unconfirmed_import_or_one_with_a_broken_line_imports_nothing(
    data: Path, tmp_path: Path
) -> None:
    file = tmp_path / "in.jsonl"
    file.write_text(f"{line()}\n")
    done = run(data, "import", str(file))
    assert (done.returncode, "1 new match\n" in done.stderr) == (1, True)
    assert run(data, "export").stdout == ""
    file.write_text(f"{line()}\n{line(2).replace('[4,3,3,3]', '[4,3,3,4]')}\n")
    done = run(data, "import", str(file), "--yes")
    assert done.returncode == 1
    assert done.stderr.endswith("Error: 1 line can’t be read, so nothing is imported.\n")
    assert "  line 2: hand 1: one trick too many: Gold 7 + Blue 7 = 14" in done.stderr
    assert run(data, "export").stdout == ""


def test_export_does_not_overwrite_a_file(data: Path, tmp_path: Path) -> None:
    out = tmp_path / "out.jsonl"
    out.write_text("mine")
    run(data, "upgrade")
    done = run(data, "export", str(out))
    assert (done.returncode, out.read_text()) == (1, "mine")
    assert "File exists" in done.stderr


def test_one_of_several_scorebooks_must_be_chosen(data: Path) -> None:
    run_hosted(data, "upgrade")
    assert run_hosted(data, "export").returncode == 1
    done = run(data, "export", "--scorebook", "nowhere")
    assert "There is no scorebook called 'nowhere'" in done.stderr


def start_import(data: Path, file: Path) -> subprocess.Popen[bytes]:
    # A shell's background job ignores interrupts, and so would what it starts.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    return subprocess.Popen(
        [*COMMAND, "import", str(file), "--yes"],
        cwd=data.parent,
        env=environment(data, SCOREKEEPER_HOSTED="0"),
        stderr=subprocess.PIPE,
    )


def count_matches(data: Path) -> int:
    """Read the file while another process imports."""
    with closing(sqlite3.connect(data / "scorebook.sqlite", timeout=10)) as opened:
        [(number,)] = opened.execute("SELECT count(*) FROM matches").fetchall()
    return int(number)


@pytest.mark.parametrize("kill_at", range(0, 700, 35) if THOROUGH else [0, 300])
def test_a_killed_import_is_finished_by_importing_again(
    data: Path, tmp_path: Path, kill_at: int
) -> None:
    file, out = tmp_path / "in.jsonl", tmp_path / "out.jsonl"
    nameless = "".join(f"{json.dumps({**MATCH, 'id': None})}\n" for _ in range(100))
    named = "".join(f"{line(number)}\n" for number in range(600))
    file.write_text(nameless + named.replace('"note":""', '"note":"named"'))
    run(data, "upgrade")
    process = start_import(data, file)
    assert process.stderr is not None
    next(written for written in process.stderr if b"new" in written)
    while process.poll() is None and count_matches(data) < kill_at:
        time.sleep(0.002)
    process.send_signal(signal.SIGKILL)
    process.communicate()
    before = count_matches(data)
    assert before % 100 == 0
    assert before >= kill_at
    done = run(data, "import", str(file), "--yes")
    assert done.returncode == 0, done.stderr
    assert count_matches(data) == 700
    run(data, "export", str(out))
    exported = [json.loads(text) for text in out.read_text().splitlines()]
    assert [one["id"] for one in exported if one["note"]] == [
        json.loads(line(number))["id"] for number in range(600)
    ]
    assert sum(not one["note"] for one in exported) == 100
    again = run(data, "import", str(file), "--yes")
    assert "700 matches are already here." in again.stderr


def test_an_interrupted_import_prints_how_to_finish(data: Path, tmp_path: Path) -> None:
    file = tmp_path / "in.jsonl"
    # Many, so that the import is still running however late this process is scheduled.
    file.write_text("".join(f"{line(number)}\n" for number in range(5000)))
    run(data, "upgrade")
    process = start_import(data, file)
    assert process.stderr is not None
    next(written for written in process.stderr if b"new" in written)
    while count_matches(data) < 100:
        time.sleep(0.002)
    process.send_signal(signal.SIGINT)
    _, output = process.communicate()
    assert process.returncode != 0
    progress = re.search(
        r"Error: (\d+) of 5000 matches were imported. Import the file again", output.decode()
    )
    assert progress is not None
    # It may be interrupted between the commit of a batch and counting it.
    assert count_matches(data) - int(progress[1]) in (0, 100)


def test_overwrite_replaces_matches_with_those_of_the_file(data: Path, tmp_path: Path) -> None:
    first, second = tmp_path / "first.jsonl", tmp_path / "second.jsonl"
    first.write_text(f"{line()}\n")
    second.write_text(line().replace('"note":""', '"note":"rainy"') + "\n")
    run(data, "import", str(first), "--yes")
    kept = run(data, "import", str(second), "--yes")
    assert "1 match is different here. The one here is kept." in kept.stderr
    assert "20 Nov 2026: different: note\nTo replace what is here, add --overwrite." in kept.stderr
    assert run(data, "export").stdout == first.read_text()
    done = run(data, "import", str(second), "--yes", "--overwrite")
    assert "1 match is different here and will be replaced by the one in the file." in done.stderr
    assert done.stderr.endswith("1 match imported\n")
    assert run(data, "export").stdout == second.read_text()
