"""The benchmarks run; their results are not checked."""

import os
from contextlib import ExitStack, closing
from pathlib import Path

import pytest

from benchmarks import faults, load, releases, seating
from benchmarks.clients import SCORER, Phone
from benchmarks.polls import compare_polls
from tests.effort import THOROUGH
from tests.servers import ROOT

if THOROUGH:  # with servers and thousands of requests

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


@pytest.mark.parametrize("max_ms", [-1.0, float("inf")])
def test_the_seating_benchmark_ends_with_an_error_if_a_round_takes_too_long(
    max_ms: float, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(seating, "MAX_MS", max_ms)

    with pytest.raises(SystemExit, match=str(max_ms < 0)):
        seating.main(["--people", "9", "--pairs", "8"])

    assert capsys.readouterr().out.splitlines()[0] == "| played | ms at most | for |"


def test_polls_are_compared_on_both_databases() -> None:
    with ExitStack() as stack:
        compared = compare_polls(stack)

        assert [min(line.base(), line.ours()) > 0 for line in compared] == [True, True]
