import re
import shutil
import socket
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from scorekeeper.book.access.grants import AccessDenied
from scorekeeper.book.db.database import Database
from scorekeeper.book.joining import codes, join_codes
from scorekeeper.book.scorebooks import shared_scorebook
from scorekeeper.server import server_file, sockets
from tests.book.release_fixture import ANN, BEN, OLDEST
from tests.book.scorers import Phone
from tests.databases import change
from tests.servers import Server, run, serving

LETTERS = "[0-9A-HJKMNP-TV-Z]"


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """The data folder that a release left behind, with two scorebooks: one of a home."""
    folder = tmp_path / "data"
    folder.mkdir()
    shutil.copy(OLDEST, folder / "scorebook.sqlite")
    change(f"sqlite:///{folder}/scorebook.sqlite", "UPDATE scorebooks SET is_home = (id = 1)")
    return folder


@pytest.fixture
def database(data: Path) -> Iterator[Database]:
    with closing(Database(f"sqlite:///{data}/scorebook.sqlite")) as database:
        yield database


def output(data: Path, *arguments: str, **settings: str) -> str:
    done = run(data, *arguments, **{"SCOREKEEPER_HOSTED": "0", **settings})
    assert done.returncode == 0, done.stderr
    return done.stdout


def error_output(data: Path, *arguments: str, **settings: str) -> str:
    done = run(data, *arguments, **{"SCOREKEEPER_HOSTED": "0", **settings})
    assert done.returncode != 0
    return done.stderr


def test_the_home_code_is_constant_until_renewed(tmp_path: Path) -> None:
    first = output(tmp_path, "code")
    (code,) = re.findall(rf"Home code: ({LETTERS}{{4}}-{LETTERS}{{4}})\n", first)
    assert "No server is running" in first
    assert output(tmp_path, "code") == first
    assert codes.parse_code((tmp_path / "house-code").read_text(), 8) == codes.parse_code(code, 8)
    assert (tmp_path / "house-code").stat().st_mode & 0o777 == 0o600
    renewed = output(tmp_path, "code", "--renew")
    assert code not in renewed
    assert output(tmp_path, "code") == renewed


def test_a_chosen_home_code_is_printed_and_changed_where_it_is_set(
    data: Path, database: Database
) -> None:
    chosen = {"SCOREKEEPER_HOME_CODE": "club-2026-spades"}
    assert "Home code: CLUB-2026-SPAD-ES\n" in output(data, "code", **chosen)
    refused = run(data, "code", "--renew", SCOREKEEPER_HOSTED="0", **chosen)
    assert refused.returncode == 1
    assert refused.stderr == (
        "Error: The home code is set in SCOREKEEPER_HOME_CODE. Change it there, and restart the"
        " server.\n"
    )
    removed = output(data, "code", "--remove-phones", **chosen)
    assert "If they know the home code below, change SCOREKEEPER_HOME_CODE." in removed
    assert not Phone(database, ANN).owned()
    assert not (data / "house-code").exists()


def test_code_prints_the_address_of_the_running_server(tmp_path: Path) -> None:
    with serving(Server(tmp_path, "serve", "--host", "127.0.0.2", "--port", "0")) as served:
        printed = output(tmp_path, "code")
        assert re.search(rf"\nhttp://127.0.0.2:{served.port}/in/{LETTERS}{{8}}\n", printed)
        assert "█" in printed
    assert "No server is running" in output(tmp_path, "code")
    with serving(Server(tmp_path, "--local")) as served:
        printed = output(tmp_path, "code")
        assert f"Only this computer can open it: http://localhost:{served.port}/in/" in printed
    elsewhere = output(tmp_path, "code", SCOREKEEPER_PUBLIC_URL="https://scores.example")
    assert "\nhttps://scores.example/in/" in elsewhere


@pytest.mark.parametrize("host", ["127.0.0.2", "unix"])
def test_code_prints_only_the_path_if_the_servers_address_is_unknown(
    tmp_path_factory: pytest.TempPathFactory, host: str
) -> None:
    # The path of a Unix socket may have about a hundred characters.
    folder = tmp_path_factory.mktemp("s")
    listener = socket.socket(socket.AF_UNIX if host == "unix" else socket.AF_INET)
    with listener:
        listener.bind(f"{folder}/socket" if host == "unix" else (host, 0))
        listener.listen()
        # gunicorn registers no addresses for others unless SCOREKEEPER_PUBLIC_URL is set.
        address = sockets.address_of(listener)
        with server_file.registered(folder / "data", address, [], remember=False):
            printed = output(folder / "data", "code")
    assert re.search(rf"\nOpen on the server's address: /in/{LETTERS}{{8}}\n$", printed)
    assert "localhost" not in printed
    assert "No server is running" not in printed


def test_remove_phones_needs_renew_and_keeps_other_scorebooks(
    data: Path, database: Database
) -> None:
    output(data, "code")
    assert Phone(database, ANN).owned()
    assert "--remove-phones needs --renew" in error_output(data, "code", "--remove-phones")
    assert Phone(database, ANN).owned()
    done = run(data, "code", "--renew", "--remove-phones", SCOREKEEPER_HOSTED="0")
    assert "All phones were removed." in done.stdout
    assert done.stderr.endswith("scorekeeper.security: done by the host: all phones were removed\n")
    assert not Phone(database, ANN).owned()
    assert Phone(database, BEN).owned()


def test_a_hosted_server_has_no_home_code(data: Path) -> None:
    sentence = error_output(data, "code", SCOREKEEPER_HOSTED="1")
    assert sentence.endswith("no home code. Add a phone with `scorekeeper code SCOREBOOK`.\n")
    assert not (data / "house-code").exists()


def test_scorebooks_of_many_people_are_not_shared_automatically(data: Path) -> None:
    change(f"sqlite:///{data}/scorebook.sqlite", "UPDATE scorebooks SET is_home = false")
    assert "SCOREKEEPER_HOSTED=1" in error_output(data, "code")
    assert "This is now the shared scorebook" in output(data, "scorebooks", "--share", "2")
    assert "Home code" in output(data, "code")
    listed = output(data, "scorebooks").splitlines()
    assert ["shared" in line for line in listed] == [False, True]


def test_scorebooks_lists_players_matches_and_last_use(data: Path, database: Database) -> None:
    first, second = output(data, "scorebooks").splitlines()[-2:]
    assert re.fullmatch(r" +1 +shared +\d+ matches +\d{4}-\d\d-\d\d +\S.*", first)
    assert "Ann" in second
    with database.write() as session:
        shared_scorebook.set_shared(session, 2)
    assert "shared" in output(data, "scorebooks").splitlines()[1]


def test_an_empty_database_lists_no_scorebooks(tmp_path: Path) -> None:
    run(tmp_path, "upgrade")
    assert output(tmp_path, "scorebooks") == "There is no scorebook yet.\n"


def test_code_prints_a_link_that_adds_one_phone_to_a_scorebook(
    data: Path, database: Database
) -> None:
    output(data, "code")
    for scorebook, secret, hosted in (("1", ANN, "0"), ("2", BEN, "0"), ("2", BEN, "1")):
        printed = output(data, "code", scorebook, SCOREKEEPER_HOSTED=hosted)
        assert printed.endswith("It adds one phone and works for 10 minutes.\n")
        (code,) = re.findall(rf"/in/({LETTERS}{{26}})\n", printed)
        phone = Phone(database)
        phone.come(join_codes.redeem, code)
        assert phone.owned() == Phone(database, secret).owned()
        with pytest.raises(AccessDenied):
            Phone(database).come(join_codes.redeem, code)


@pytest.mark.parametrize("option", ["--renew", "--remove-phones"])
def test_options_for_the_home_code_need_no_scorebook(data: Path, option: str) -> None:
    done = run(data, "code", "1", option)
    assert done.returncode == 2
    assert done.stderr.endswith("Error: --renew and --remove-phones can't have a SCOREBOOK.\n")


def test_an_unknown_scorebook_is_refused_with_where_to_look(data: Path) -> None:
    for arguments in (["code", "77"], ["scorebooks", "--share", "kitchen"]):
        assert "see `scorekeeper scorebooks`" in error_output(data, *arguments)
