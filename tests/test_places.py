"""What lies under the scorebook: disks, networks, memory, and folders of others."""

import os
import shlex
import sqlite3
import sys
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from scorekeeper import places
from scorekeeper.book import alone
from scorekeeper.book.database import Database, address
from scorekeeper.book.schema import prepare
from scorekeeper.cli.health import health
from scorekeeper.config import Config
from scorekeeper.places import Mount
from scorekeeper.secret_key import ConfigError
from scorekeeper.wsgi import AGAIN_AFTER
from tests.hosting.hosts import gunicorn, hosting
from tests.servers import run

LINE = "{number} 1 0:{number} / {folder} rw,relatime shared:1 - {kind} source rw\n"
NOBODY = 65534
SERVE_ALONE = """
import pathlib, sys
from scorekeeper import places
from scorekeeper.book import alone, database
places.MOUNTS = pathlib.Path(sys.argv[1])
alone.serve_alone(database.address(sys.argv[2]))
"""


@pytest.fixture
def mounted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A list of mounts as Linux keeps it, in which all but / can be said by the test."""
    table = tmp_path / "mountinfo"
    table.write_text(LINE.format(number=1, folder="/", kind="ext4"))
    monkeypatch.setattr(places, "MOUNTS", table)
    return table


def mount(table: Path, folder: Path, kind: str) -> None:
    with table.open("a") as lines:
        written = str(folder).replace(" ", "\\040")
        lines.write(LINE.format(number=2, folder=written, kind=kind))


def test_the_nearest_mount_counts_and_the_latest_of_one_folder(
    mounted: Path, tmp_path: Path
) -> None:
    here = tmp_path / "with blank"
    assert places.under(here / "scores").kind == "ext4"
    mount(mounted, here, "xfs")
    assert places.under(here / "not" / "yet") == Mount(here, "xfs")
    mount(mounted, here, "nfs4")
    mount(mounted, Path("/"), "btrfs")
    assert places.under(here) == Mount(here, "nfs4")
    assert places.under(tmp_path / "with blanks").kind == "btrfs"


def test_this_machine_has_mounts() -> None:
    assert places.under(Path("/proc/self")).kind == "proc"
    assert not places.under(Path(__file__)).is_of_a_network


@pytest.mark.parametrize("kind", ["nfs", "nfs4", "cifs", "smb3", "9p", "fuse.sshfs"])
def test_a_file_on_a_network_is_refused_unless_the_host_says_so(
    mounted: Path, tmp_path: Path, kind: str
) -> None:
    mount(mounted, tmp_path, kind)
    settings = {"SCOREKEEPER_DATA": str(tmp_path / "data")}

    with pytest.raises(ConfigError, match=f"which is {kind}: locks do not hold there"):
        Config.from_environment(settings)
    allowed = Config.from_environment(settings | {"SCOREKEEPER_NETWORK_FILE": "1"})

    prepare(allowed.database)
    with closing(Database(allowed.database)) as database, database.read() as session:
        assert session.connection().exec_driver_sql("PRAGMA journal_mode").scalar() == "delete"


def test_on_a_network_one_process_serves(
    mounted: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    url = address(f"sqlite:///{tmp_path}/scorebook.sqlite")
    held: dict[Path, object] = {}
    monkeypatch.setattr(alone, "_HELD", held)
    alone.serve_alone(url)
    assert held == {}
    mount(mounted, tmp_path, "cifs")
    alone.serve_alone(url)
    # It may try again, as after a first request that failed.
    alone.serve_alone(url)
    assert len(held) == 1
    command = [sys.executable, "-c", SERVE_ALONE, str(mounted), str(url)]
    other = run(tmp_path / "data", command=command)
    assert "another process serves it: one alone can" in other.stderr


def test_in_a_container_the_data_folder_has_to_be_a_mount(mounted: Path, tmp_path: Path) -> None:
    data = tmp_path / "data"
    settings = {"SCOREKEEPER_DATA": str(data), "SCOREKEEPER_EPHEMERAL": "0"}
    with pytest.raises(ConfigError, match=f"--volume scorekeeper:{data}"):
        Config.from_environment(settings)
    Config.from_environment(settings | {"SCOREKEEPER_EPHEMERAL": "1"})
    mount(mounted, data, "tmpfs")
    with pytest.raises(ConfigError, match="no mount of its own"):
        Config.from_environment(settings)
    mount(mounted, data, "ext4")
    assert Config.from_environment(settings).data == data


@pytest.fixture
def not_root() -> Iterator[str]:
    """Runs as somebody who may write little; says as whom, as `chown` and `install` do."""
    is_root = os.geteuid() == 0
    if is_root:
        os.seteuid(NOBODY)
    yield str(os.geteuid())
    if is_root:
        os.seteuid(0)


def test_a_folder_of_somebody_else_is_named_with_what_mends_it(not_root: str) -> None:
    assert places.unwritable(Path("/root")) == (
        f"/root belongs to user 0, and this runs as {not_root}."
        f" What mends it: chown -R {not_root}:{os.getegid()} /root"
    )


@pytest.mark.parametrize("folder", ["/", "/usr", "/var/lib"])
def test_no_command_names_a_folder_in_which_other_things_lie(not_root: str, folder: str) -> None:
    assert places.unwritable(Path(folder)) == (
        f"{folder} belongs to user 0, and this runs as {not_root}."
        " What mends it: a folder for the scores alone; other things lie in this one."
    )


@pytest.mark.parametrize("folder", ["/scores of us", "/usr/scores", "/usr/of/us/all"])
def test_where_a_folder_is_missing_no_command_names_one_above_it(
    not_root: str, folder: str
) -> None:
    _, command = places.unwritable(Path(folder)).split(" What mends it: ")

    made = ["install", "-d", "-o", not_root, "-g", str(os.getegid()), "-m", "700", folder]
    assert shlex.split(command) == made


@pytest.fixture
def closed(tmp_path: Path) -> Path:
    """A folder into which nobody but root may look."""
    folder = tmp_path / "closed"
    folder.mkdir(mode=0o000)
    return folder


def test_what_may_not_even_be_looked_for_is_as_good_as_missing(closed: Path, not_root: str) -> None:
    with pytest.raises(PermissionError):
        (closed / "data").exists()

    assert f"install -d -o {not_root} " in places.unwritable(closed / "data")


def test_health_finds_the_server_by_itself(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    data = tmp_path / "data"
    config = Config.from_environment({"SCOREKEEPER_DATA": str(data), "SCOREKEEPER_HOSTED": "1"})
    monkeypatch.setenv("SCRIPT_NAME", "/cards")
    before = run(data, "health")
    with hosting(gunicorn("--workers=1"), data) as (_, port):
        unprepared = health(config, None)
        assert run(data, "upgrade").returncode == 0
        time.sleep(AGAIN_AFTER)
        well = health(config, None)
        at = health(config, f"http://127.0.0.1:{port}/cards")

    assert (before.returncode, before.stdout) == (
        1,
        f"No server runs on the data folder {data}.\n",
    )
    assert unprepared == (
        False,
        "The scorebook is not ready: the server's log says why.\nThe database does not answer.",
    )
    assert well[0]
    assert at[0]


def test_where_an_upgrade_failed_it_is_never_healthy(tmp_path: Path) -> None:
    data = tmp_path / "data"
    config = Config.from_environment({"SCOREKEEPER_DATA": str(data), "SCOREKEEPER_HOSTED": "1"})
    with closing(sqlite3.connect(data / "scorebook.sqlite")) as other:
        other.execute("CREATE TABLE shopping (what)")
    with hosting(gunicorn("--workers=1"), data):
        assert run(data, "upgrade").returncode == 1
        assert not health(config, None)[0]
