"""A run without a path works on any machine, and still shows each promise once."""

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from tests import tiers
from tests.programs import NEEDED, ROOT, find_missing, find_missing_libraries

PROMISES = {
    "an acknowledged hand is never lost": "promises/test_acknowledged_hands.py",
    "a hand is stored once": "promises/test_stored_once.py",
    "a hand is never overwritten": "promises/test_two_scorers.py",
    "locks": "book/db/test_database.py",
    "a full disk": "promises/test_full_disk.py",
    "damaged files": "promises/test_damage.py",
    "refused scorebooks": "promises/test_refused_scorebooks.py",
    "a first start": "promises/test_first_start.py",
    "upgrades": "book/maintenance/test_schema.py",
    "restoring": "book/maintenance/test_restore.py",
    "backups": "book/maintenance/test_backups.py",
    "a real server": "test_wsgi.py",
    "clocks that jump": "promises/test_clocks.py",
    "slow clients": "promises/test_slow_clients.py",
    "abusive clients": "promises/test_abusive_clients.py",
    "a server that stops": "promises/test_stopping.py",
    "no input is a fault of ours": "web/test_errors.py",
    "hostile match files": "rules/match_file/test_hostile_files.py",
    "hostile imports": "book/transfer/test_hostile_files.py",
    "bounds": "promises/test_bounds.py",
    "no markup and no secrets in headers and logs": "promises/test_headers_and_logs.py",
    "no change without a token": "web/http/test_forgery.py",
    "nobody sees what is not theirs": "web/test_access.py",
    "who is removed is out": "web/joining/test_removed_phones.py",
    "an outbox is stored once": "web/match/test_outbox.py",
    "a phone alone adds up as the rules do": "rules/test_score_tables.py",
    "a scorebook stays in its partition": "book/models/test_models.py",
    "both databases: saving": "book/matches/test_saving.py",
}
"""Each promise, and a file of tests that shows it in every quick run."""
SKIPS = """
import pytest

def test_in_a_test():
    pytest.skip("because")

@pytest.fixture
def skipping():
    pytest.skip("because")

def test_in_a_fixture(skipping): pass

@pytest.mark.skip
def test_marked(): pass

def test_without_postgresql(request, monkeypatch):
    monkeypatch.setattr("tests.postgres.find_spec", lambda name: None)
    request.getfixturevalue("postgres")

def test_that_passes(): pass
"""
SKIPS_AS_A_WHOLE = 'import pytest\npytest.skip("because", allow_module_level=True)'


def run_pytest(*arguments: object, **variables: str) -> subprocess.CompletedProcess[str]:
    """Run the tests in a process of its own, as from a terminal."""
    others = ("CI", "THOROUGH", "PYTEST_")
    kept = {name: value for name, value in os.environ.items() if not name.startswith(others)}
    command = [sys.executable, "-m", "pytest", "-n", "0", "-p", "no:cacheprovider", *arguments]
    return subprocess.run(
        list(map(str, command)),
        cwd=ROOT,
        env=kept | variables,
        capture_output=True,
        text=True,
        check=False,
    )


def run_quickly(places: list[Path], *arguments: object, **variables: str) -> str:
    """Return what a run prints that finds its tests at these places without a path."""
    found = f"testpaths={shlex.join(map(str, places))}"
    return run_pytest("-o", found, *arguments, **variables).stdout


def test_each_promise_has_a_witness_in_a_quick_run() -> None:
    files = [ROOT / "tests" / name for name in PROMISES.values()]
    printed = run_quickly(files, "--collect-only", PATH="/nowhere")
    collected = {ROOT / line.partition("::")[0] for line in printed.splitlines() if "::" in line}

    assert collected == {*files}


def test_the_tables_name_what_is_there() -> None:
    names = (*tiers.LONG, *tiers.WITNESSES, *tiers.ON_POSTGRESQL, *NEEDED)

    assert [name for name in names if not (ROOT / name).exists()] == []
    assert {name for name in tiers.WITNESSES if not tiers.is_left_out(ROOT / name)} == {
        name
        for name in tiers.WITNESSES
        if not find_missing([name]) and not find_missing_libraries([name])
    }
    assert set(tiers.WITNESSES) <= set(NEEDED)


@pytest.mark.parametrize(
    ("variables", "counts"),
    [
        ({}, "1 failed, 1 passed, 1 skipped, 3 errors"),
        ({"CI": "true"}, "2 failed, 1 passed, 3 err"),
    ],
    ids=["quick", "all"],
)
def test_a_test_that_skips_fails(tmp_path: Path, variables: dict[str, str], counts: str) -> None:
    (tmp_path / "test_skips.py").write_text(SKIPS)
    (tmp_path / "test_module.py").write_text(SKIPS_AS_A_WHOLE)
    options = ("-p", "tests.conftest", "-o", "addopts=", "--continue-on-collection-errors")
    printed = run_quickly([tmp_path], *options, **variables)

    assert counts in printed
    assert ("PostgreSQL does not start here: its package" in printed) is (not variables)


@pytest.mark.parametrize(
    ("arguments", "variables"),
    [([], {"CI": "true"}), (["tests/hosting/test_kit.py"], {})],
    ids=["all", "a path"],
)
def test_missing_programs_stop_the_tests_that_need_them(
    arguments: list[str], variables: dict[str, str]
) -> None:
    stopped = run_pytest("--collect-only", *arguments, PATH="/nowhere", **variables)

    assert stopped.returncode == pytest.ExitCode.USAGE_ERROR
    # Some may be in /usr/sbin, which is searched too.
    assert re.search("Install Debian's packages first: .*openssl.* systemd", stopped.stderr)
