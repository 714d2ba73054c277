"""The benchmarks run; their results are not checked."""

import os
from contextlib import closing
from pathlib import Path

import pytest

from benchmarks import evening, exchange, faults, load, releases, seating
from benchmarks.clients import SCORER, Phone, steps
from benchmarks.locks import holding
from benchmarks.scorebooks import fill
from benchmarks.slow_clients import measured
from tests.effort import THOROUGH
from tests.servers import ROOT


def test_the_saving_benchmark_runs(tmp_path: Path) -> None:
    book = fill(tmp_path, new=1)
    with holding(book, steps(book.new, hands=1)) as (insert, save):
        assert insert() > 0
        assert [save() > 0, save() > 0] == [True, True]


if THOROUGH:  # with servers and thousands of requests

    def test_the_slow_client_benchmark_runs() -> None:
        bare_header, bare_body, *behind = measured("gunicorn, sync", patience=1.0)

        assert (bare_header, bare_body) == (None, None)
        assert None not in behind

    def test_the_watching_benchmark_runs() -> None:
        cores = sorted(os.sched_getaffinity(0))
        command = load.served("gunicorn", 1)
        [rung] = load.climb(command, "postgresql", [12], 2.0, cores, cores, settle=1.0)

        assert (rung.tables, rung.result.errors) == (12, 0)
        assert rung.memory > 50


def test_the_benchmark_of_releases_runs() -> None:
    with releases.serving(ROOT, rounds=1) as release:
        reader, scorer = Phone(release.port), Phone(release.port, SCORER)
        with closing(reader.connection), closing(scorer.connection):
            seconds = [task() for task in releases.tasks(release, reader, scorer).values()]

    assert min(seconds) > 0
    assert (release.start > 0, release.memory > 50) == (True, True)


def test_the_exchange_benchmark_runs(capsys: pytest.CaptureFixture[str]) -> None:
    exchange.main(["--matches", "60", "--database", "sqlite"])

    head, _, *lines = capsys.readouterr().out.splitlines()
    assert head.startswith("| sqlite, 60 matches |")
    assert [line.split(" | ")[0] for line in lines] == [
        *("| export", "| import", "| import, all known")
    ]


def test_the_fault_benchmark_reports_broken_promises(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    held, broken = tmp_path / "test_held.py", tmp_path / "test_broken.py"
    held.write_text('"""A promise that holds."""\ndef test_it() -> None: assert "so"\n')
    broken.write_text('"""A promise that fails."""\ndef test_it() -> None: assert not "so"\n')

    done = [*faults.run([held, broken], 0)]

    printed = capsys.readouterr().out
    assert [one.held for one in done] == [True, False]
    assert "held  A promise that holds." in printed
    assert "NOT HELD  A promise that fails." in printed


def test_promises_are_found_by_name() -> None:
    promises = {file.stem: faults.promise(file) for file in faults.found()}

    assert promises["test_stored_once"] == "A hand is stored once, however often it is sent."
    assert promises.keys() >= {"test_acknowledged_hands", "test_full_disk", "test_released"}


def test_the_seating_benchmark_runs(capsys: pytest.CaptureFixture[str]) -> None:
    seating.main(["--people", "9", "--pairs", "8", "--seeds", "1", "--events", "8"])

    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "| played | found | |"
    assert {line.split(" | ")[-1] for line in lines[2:]} == {"kept |"}


def test_the_seating_benchmark_ends_with_an_error_if_a_promise_is_broken(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(seating, "MAX_MS", 0)

    with pytest.raises(SystemExit, match="1"):
        seating.main(["--people", "8", "--pairs", "8", "--seeds", "1", "--events", "1"])


def test_the_evening_benchmark_runs() -> None:
    result = evening.measure(phones=8, rounds=1, every=0.5)

    assert set(result.looks.statuses) == {200, 304}
    assert result.alone > 0
    assert result.together > 0
