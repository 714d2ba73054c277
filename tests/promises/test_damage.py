"""Damage to a scorebook is reported in a sentence; a backup is restored exactly."""

import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from random import Random

import pytest
from click.testing import CliRunner, Result

from scorekeeper.cli import main
from tests.clients import BIDS
from tests.promises.direct_queries import contents
from tests.servers import ON_THIS_MACHINE, Server, run, serving


@dataclass(frozen=True)
class Kept:
    """Folders to begin with: of a server that was stopped, and of one that was killed."""

    stopped: Path
    killed: Path


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Kept:
    """A match, a copy of its scorebook, and three hands more."""
    kept = Kept(*(tmp_path_factory.mktemp("kept") / name for name in ("stopped", "killed")))
    with serving(Server(kept.stopped.with_name("work") / "data", *ON_THIS_MACHINE)) as server:
        browser = server.browser()
        match = browser.start_match()
        browser.play_hand(match)
        assert run(server.data, "backup", str(copy_of(server))).returncode == 0
        server.stop()
        shutil.copytree(server.data.parent, kept.stopped)
        server.start()
        for _ in range(3):
            browser.play_hand(match)
        server.kill()
        shutil.copytree(server.data.parent, kept.killed)
    return kept


@pytest.fixture
def stopped(kept: Kept, tmp_path: Path) -> Server:
    shutil.copytree(kept.stopped, tmp_path, dirs_exist_ok=True)
    return Server(tmp_path / "data", *ON_THIS_MACHINE)


@pytest.fixture
def killed(kept: Kept, tmp_path: Path) -> Server:
    """A server that was killed three hands after its copy was made."""
    shutil.copytree(kept.killed, tmp_path, dirs_exist_ok=True)
    return Server(tmp_path / "data", *ON_THIS_MACHINE)


@pytest.fixture
def played(stopped: Server) -> Iterator[Server]:
    with serving(stopped) as running:
        yield running


def copy_of(server: Server) -> Path:
    return server.data.parent / "copy.sqlite"


def all_but_numbers(file: Path) -> list[tuple[object, ...]]:
    """Return everything in a file except the counters of what was seen."""
    with closing(sqlite3.connect(file)) as kept:
        tables = [
            name
            for (name,) in kept.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
            if not name.startswith("sqlite_")
        ]
        found = []
        for table in sorted(tables):
            names = [row[1] for row in kept.execute(f"PRAGMA table_info({table})")]
            names = [f'"{name}"' for name in names if name not in ("version", "revision")]
            rows = kept.execute(f"SELECT {', '.join(names)} FROM {table}").fetchall()
            found += [(table, *row) for row in sorted(rows, key=repr)]
        return found


def command(data: Path, *arguments: str) -> Result:
    """Run a command in this process; what it does not foresee is in the result."""
    settings = {"SCOREKEEPER_DATA": str(data), "SCOREKEEPER_DATABASE_URL": ""}
    return CliRunner().invoke(main, arguments, env=settings)


def is_foreseen(result: Result) -> bool:
    return result.exception is None or isinstance(result.exception, SystemExit)


def damaged(whole: bytes) -> Iterator[bytes]:
    """Yield a file with other bits anywhere, in its header and in its schema, and short ones."""
    yield from flips(whole, 25)
    yield from (header + whole[100:] for header in flips(whole[:100], 25))
    found = [at for at in range(len(whole)) if whole.startswith(b"CREATE ", at)]
    chance = Random(2)
    for _ in range(25):
        at = chance.choice(found) + chance.randrange(200)
        yield whole[:at] + bytes([chance.randrange(256)]) + whole[at + 1 :]
    yield b""
    yield whole[:50]
    yield whole[:5000]


def flips(whole: bytes, count: int) -> Iterator[bytes]:
    chance = Random(1)
    for _ in range(count):
        at = chance.randrange(len(whole))
        yield whole[:at] + bytes([whole[at] ^ chance.randrange(1, 256)]) + whole[at + 1 :]


def test_every_damaged_file_is_reported_in_a_sentence(stopped: Server) -> None:
    scorebook, said = stopped.scorebook, set()
    whole = scorebook.read_bytes()

    for file in damaged(whole):
        scorebook.write_bytes(file)
        result = command(stopped.data, "check")
        assert is_foreseen(result), result.output
        said.add((result.exit_code, result.output.count("\n")))
        for ending in ("-wal", "-shm"):
            scorebook.with_name(f"{scorebook.name}{ending}").unlink(missing_ok=True)

    assert said == {(0, 1), (1, 1)}


def test_a_junk_log_does_no_harm(stopped: Server) -> None:
    before = put_next_to(stopped, "-wal")

    assert command(stopped.data, "check").output == "Everything is fine.\n"
    assert contents(stopped) == before


def test_a_junk_journal_is_reported_with_a_remedy(stopped: Server) -> None:
    put_next_to(stopped, "-journal")

    refused = command(stopped.data, "check")
    restored = command(stopped.data, "restore", str(copy_of(stopped)), "--with-phones")

    assert is_foreseen(refused)
    assert "the log scorebook.sqlite-journal next to it belongs to another file" in refused.output
    assert restored.exit_code == 0
    assert command(stopped.data, "check").output == "Everything is fine.\n"


def put_next_to(server: Server, ending: str) -> list[str]:
    """Put nonsense next to a scorebook; return what the scorebook contains."""
    before = contents(server)
    Path(f"{server.scorebook}{ending}").write_bytes(Random(1).randbytes(9000))
    return before


def test_check_repairs_a_damaged_index(stopped: Server) -> None:
    harm_an_index(stopped.scorebook)

    refused = command(stopped.data, "check")
    mended = command(stopped.data, "check", "--repair")

    assert "Nothing is lost. Repair it with `scorekeeper check --repair`" in refused.output
    assert refused.exit_code == 1
    assert mended.output.endswith("\nRecomputed 1 result.\nEverything is fine.\n")
    assert list(stopped.data.glob("scorebook-before-repair*.sqlite"))


def harm_an_index(scorebook: Path) -> None:
    """Take an entry out of an index behind the back of its table."""
    with closing(sqlite3.connect(scorebook, isolation_level=None)) as kept:
        (name, sql) = kept.execute(
            "SELECT name, sql FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL"
            " AND tbl_name = 'grants' AND sql NOT LIKE '%UNIQUE%'"
        ).fetchone()
        kept.execute("PRAGMA writable_schema = ON")
        kept.execute(
            "UPDATE sqlite_master SET sql = sql || ' WHERE id < 0' WHERE name = ?", (name,)
        )
        kept.execute("PRAGMA writable_schema = RESET")
    with closing(sqlite3.connect(scorebook, isolation_level=None)) as kept:
        kept.execute(f"REINDEX {name}")
        kept.execute("PRAGMA writable_schema = ON")
        kept.execute("UPDATE sqlite_master SET sql = ? WHERE name = ?", (sql, name))


def test_a_backup_is_restored_under_a_running_server(played: Server) -> None:
    browser, other = played.browser(), played.browser()
    match, later = browser.start_match(), other.start_match()
    copied = all_but_numbers(copy_of(played))
    open_form = browser.open(match).form("/bids")

    restored = run(played.data, "restore", str(copy_of(played)), "--with-phones")

    assert (restored.returncode, restored.stderr) == (0, "")
    assert all_but_numbers(played.scorebook) == copied
    assert [browser.open(path).status for path in (match, later)] == [404, 404]
    assert browser.send(open_form, **BIDS).status == 404
    new = browser.start_match()
    browser.play_hand(new)
    assert len(browser.hands(new)) == 1
    assert command(played.data, "check").output == "Everything is fine.\n"


def test_pages_cached_before_a_restore_are_not_shown(server: Server) -> None:
    browser = server.browser()
    match = browser.start_match()
    browser.play_hand(match)
    run(server.data, "backup", str(copy_of(server)))
    browser.play_hand(match)
    form = browser.open(match).form("/bids")
    browser.play_hand(match)
    page = browser.open(match)

    run(server.data, "restore", str(copy_of(server)))
    browser.play_hand(match)

    assert browser.open(match).text != page.text
    assert browser.send(form, **BIDS).status == 409
    assert len(browser.hands(match)) == 2


def test_a_backup_is_restored_over_a_killed_server(killed: Server) -> None:
    assert killed.scorebook.with_name("scorebook.sqlite-wal").stat().st_size > 0
    copied = all_but_numbers(copy_of(killed))
    before = contents(killed)

    restored = run(killed.data, "restore", str(copy_of(killed)), "--with-phones")

    assert (restored.returncode, restored.stderr) == (0, "")
    assert all_but_numbers(killed.scorebook) == copied
    [kept] = killed.data.glob("scorebook-before-restore-*.sqlite")
    assert f"is kept in {kept}" in restored.stdout
    with closing(sqlite3.connect(kept)) as was:
        assert list(was.iterdump()) == before


@pytest.mark.parametrize(
    "present",
    [
        pytest.param(lambda path, copy: shutil.copy(copy, path), id="copied over by hand"),
        pytest.param(lambda path, _copy: path.write_bytes(b"x" * 9000), id="no scorebook"),
        pytest.param(lambda path, _copy: path.write_bytes(b""), id="empty"),
        pytest.param(lambda path, _copy: path.unlink(), id="gone"),
    ],
)
def test_a_backup_is_restored_despite_a_stale_log(
    killed: Server, present: Callable[[Path, Path], object]
) -> None:
    assert killed.scorebook.with_name("scorebook.sqlite-wal").stat().st_size > 0
    copied = all_but_numbers(copy_of(killed))
    present(killed.scorebook, copy_of(killed))

    restored = command(killed.data, "restore", str(copy_of(killed)), "--with-phones")

    assert (restored.exit_code, restored.stderr) == (0, "")
    assert all_but_numbers(killed.scorebook) == copied
    assert command(killed.data, "check").output == "Everything is fine.\n"
    assert list(killed.data.glob("scorebook-before-restore-*"))
    with serving(killed) as again:
        assert again.browser().open("/").status == 200


def test_restore_needs_readable_access_or_with_phones(stopped: Server) -> None:
    copy = copy_of(stopped)
    stopped.scorebook.write_bytes(b"x" * 9000)

    refused = command(stopped.data, "restore", str(copy))

    assert (refused.exit_code, refused.stderr.count("\n")) == (1, 1)
    assert "which phones have access now" in refused.stderr
    assert "Add --with-phones" in refused.stderr
    assert stopped.scorebook.read_bytes() == b"x" * 9000


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        pytest.param(None, "There is no ", id="not there"),
        pytest.param(b"holiday", "is not a SQLite file", id="not a database"),
        pytest.param(b"", "other is empty.", id="empty"),
        pytest.param(b"SQLite format 3\0" + b"x" * 9000, "is damaged", id="damaged"),
    ],
)
def test_an_invalid_backup_is_not_restored(
    stopped: Server, tmp_path: Path, content: bytes | None, reason: str
) -> None:
    file, before = tmp_path / "other", contents(stopped)
    if content is not None:
        file.write_bytes(content)

    refused = command(stopped.data, "restore", str(file))

    assert (refused.exit_code, refused.stderr.count("\n")) == (1, 1)
    assert reason in refused.stderr
    assert contents(stopped) == before


def test_the_scorebook_is_not_restored_over_itself(stopped: Server) -> None:
    refused = run(stopped.data, "restore", str(stopped.scorebook))

    assert (
        refused.stderr == f"Error: {stopped.scorebook} is the scorebook itself. Choose a backup.\n"
    )


def test_check_names_and_repairs_a_match_that_was_altered(played: Server) -> None:
    browser = played.browser()
    match = browser.start_match()
    browser.send(browser.open(f"{match}?change=end").form("/end"))
    played.stop()
    name = match.rpartition("/")[2]
    with closing(sqlite3.connect(played.scorebook, isolation_level=None)) as kept:
        where = "WHERE match_id = (SELECT match_id FROM addresses WHERE public_id = ?)"
        kept.execute(f"UPDATE match_sides SET points = 7 {where}", (name,))
        wrong = command(played.data, "check")
        repaired = command(played.data, "check", "--repair")
        kept.execute("UPDATE matches SET house_rules = '{\"target\": 1}'")
        unreadable = command(played.data, "check", "--repair")

    assert f"The stored result of match {name} is wrong" in wrong.output
    assert "Fix it with `scorekeeper check --repair`." in wrong.output
    assert (wrong.exit_code, wrong.output.count("\n")) == (1, 1)
    assert repaired.output.endswith("\nRecomputed 2 results.\nEverything is fine.\n")
    left_out = "Recomputed 0 results.\nLeft out 2 matches, because they can't be read.\n"
    assert left_out in unreadable.output
    assert f"Can't read match {name}:" in unreadable.output
    assert (unreadable.exit_code, unreadable.output.count("\n")) == (1, 4)
