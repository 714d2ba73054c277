import os
import stat
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from scorekeeper.config import QUOTAS, RATE_LIMITS, SETTINGS, Config
from scorekeeper.config.retired import RETIRED_NAMES, RETIRED_SETTINGS
from scorekeeper.secret_key import ConfigError

ROOT = Path(__file__).parents[1]

GOOD_KEY = "pV3kq9Zt7mB1xWc8Lr5sYd2fHj6nGa4E"


def config(data: Path, **settings: str) -> Config:
    """The settings of an environment that has these, without the beginning of their names."""
    names = {f"SCOREKEEPER_{name}": value for name, value in settings.items()}
    return Config.from_environment({"SCOREKEEPER_DATA": str(data), **names})


def test_without_settings_the_scores_lie_in_the_data_folder(tmp_path: Path) -> None:
    assert config(tmp_path).database.database == str(tmp_path / "scorebook.sqlite")


def test_the_data_folder_is_the_user_s_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.delenv("XDG_DATA_HOME", raising=False)

    read = Config.from_environment({"SCOREKEEPER_SECRET_KEY": GOOD_KEY})
    assert tmp_path in read.data.parents
    assert read.data.name == "scorekeeper"


def test_a_data_folder_may_be_given_from_home(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", "/home/ann")
    environment = {"SCOREKEEPER_DATA": "~/scores", "SCOREKEEPER_SECRET_KEY": GOOD_KEY}

    assert Config.from_environment(environment).data == Path("/home/ann/scores")


def test_reading_the_settings_makes_no_scorebook(tmp_path: Path) -> None:
    config(tmp_path, SECRET_KEY=GOOD_KEY)

    assert list(tmp_path.iterdir()) == []


def test_a_relative_file_is_found_from_where_the_program_was_started(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    read = config(tmp_path, DATABASE="sqlite:///kitchen.sqlite")

    assert read.database.database == str(tmp_path / "kitchen.sqlite")


def test_a_server_is_reached_with_the_driver_of_the_program(tmp_path: Path) -> None:
    read = config(tmp_path, DATABASE="postgres://ann:spades@host/scores")

    assert read.database.drivername == "postgresql+psycopg"
    assert read.database.password == "spades"


@pytest.mark.parametrize(
    ("value", "sentence"),
    [
        pytest.param("kitchen.sqlite", "not a database URL", id="no URL"),
        pytest.param("sqlite://", "must name a file", id="memory"),
        pytest.param("sqlite:///:memory:", "must name a file", id="memory by name"),
        pytest.param("sqlite:///file::memory:?uri=true", "must name a file", id="memory by URI"),
        pytest.param("sqlite:///a.sqlite?timeout=1", "no options", id="options"),
        pytest.param("mysql://host/scores", "SQLite or PostgreSQL", id="MySQL"),
        pytest.param("recipes://host/scores", "SQLite or PostgreSQL", id="unknown kind"),
    ],
)
def test_a_database_that_cannot_be_used_is_refused(
    tmp_path: Path, value: str, sentence: str
) -> None:
    with pytest.raises(ConfigError, match=f"SCOREKEEPER_DATABASE.*{sentence}"):
        config(tmp_path, DATABASE=value)


def test_a_bad_address_is_refused_without_its_password(tmp_path: Path) -> None:
    with pytest.raises(ConfigError) as refusal:
        config(tmp_path, DATABASE="postgresql://ann:queenofspades@host:port/scores")

    assert "queenofspades" not in str(refusal.value)


@pytest.mark.parametrize(
    ("value", "hosts"),
    [
        pytest.param("", (), id="any"),
        pytest.param("scores.example", ("scores.example",), id="one"),
        pytest.param(" a.example, .b.example ,", ("a.example", ".b.example"), id="two"),
        pytest.param("192.168.1.7,[::1]", ("192.168.1.7", "[::1]"), id="addresses"),
    ],
)
def test_trusted_hosts_are_separated_by_commas(
    tmp_path: Path, value: str, hosts: tuple[str, ...]
) -> None:
    assert config(tmp_path, TRUSTED_HOSTS=value).trusted_hosts == hosts


@pytest.mark.parametrize("value", ["https://scores.example", "a.example b.example", "*"])
def test_a_trusted_host_is_a_name_alone(tmp_path: Path, value: str) -> None:
    with pytest.raises(ConfigError, match="SCOREKEEPER_TRUSTED_HOSTS"):
        config(tmp_path, TRUSTED_HOSTS=value)


@pytest.mark.parametrize(("value", "proxies"), [("", 0), ("0", 0), ("1", 1), ("9", 9)])
def test_proxies_are_counted(tmp_path: Path, value: str, proxies: int) -> None:
    assert config(tmp_path, PROXIES=value).proxies == proxies


@pytest.mark.parametrize("value", ["yes", "-1", "10", "1.5", "²", "1\n"])
def test_a_number_of_proxies_is_a_small_number(tmp_path: Path, value: str) -> None:
    with pytest.raises(ConfigError, match="SCOREKEEPER_PROXIES"):
        config(tmp_path, PROXIES=value)


@pytest.mark.parametrize(("value", "made"), [("", True), ("1", True), ("0", False)])
def test_copies_are_made_unless_it_is_said(tmp_path: Path, value: str, made: bool) -> None:
    assert config(tmp_path, COPIES=value).copies is made


def test_whether_copies_are_made_is_0_or_1(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="SCOREKEEPER_COPIES is 'weekly'"):
        config(tmp_path, COPIES="weekly")


@pytest.mark.parametrize(
    ("settings", "is_copied"),
    [
        ({}, True),
        ({"HOSTED": "1"}, False),
        ({"DATABASE": "postgresql://ann@host/scores"}, False),
    ],
    ids=["at home", "hosted", "on a server"],
)
def test_the_file_of_a_house_alone_is_copied(
    tmp_path: Path, settings: dict[str, str], is_copied: bool
) -> None:
    assert (config(tmp_path, **settings).scorebook is not None) is is_copied


@pytest.mark.parametrize(("value", "hosted"), [("", False), ("0", False), ("1", True)])
def test_scorebooks_are_hosted_where_it_is_said(tmp_path: Path, value: str, hosted: bool) -> None:
    assert config(tmp_path, HOSTED=value).hosted is hosted


@pytest.mark.parametrize("value", ["yes", "true", "2", "1\n"])
def test_whether_they_are_hosted_is_0_or_1(tmp_path: Path, value: str) -> None:
    with pytest.raises(ConfigError, match="SCOREKEEPER_HOSTED"):
        config(tmp_path, HOSTED=value)


@pytest.mark.parametrize(
    ("settings", "speaks"),
    [
        pytest.param({}, False, id="a house"),
        pytest.param({"PROXIES": "1"}, True, id="a proxy"),
        pytest.param({"TRUSTED_HOSTS": "scores.example"}, True, id="a name"),
        pytest.param({"DATABASE": "postgresql://host/scores"}, True, id="a server"),
    ],
)
def test_some_settings_speak_for_a_host(
    tmp_path: Path, settings: dict[str, str], speaks: bool
) -> None:
    assert config(tmp_path, **settings).speaks_for_host is speaks


@pytest.mark.parametrize(
    ("database", "folder"),
    [("", "."), ("sqlite:///kitchen/scores.sqlite", "kitchen"), ("postgresql://host/scores", ".")],
    ids=["file", "file elsewhere", "server"],
)
def test_the_house_s_code_lies_beside_the_secret_key(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, database: str, folder: str
) -> None:
    monkeypatch.chdir(tmp_path)
    read = config(tmp_path, DATABASE=database)
    assert read.house_code == tmp_path / folder / "house-code"
    assert read.house_code.with_name("secret-key").is_file()


@pytest.mark.parametrize(
    ("value", "address"),
    [
        ("", None),
        ("https://scores.example", "https://scores.example"),
        ("http://192.168.1.7:8000/", "http://192.168.1.7:8000"),
        ("https://scores.example/table/", "https://scores.example/table"),
        ("http://[fd00::2]:8000", "http://[fd00::2]:8000"),
    ],
)
def test_where_others_find_it_may_be_said(tmp_path: Path, value: str, address: str | None) -> None:
    assert config(tmp_path, ADDRESS=value).address == address


@pytest.mark.parametrize(
    "value",
    [
        *("scores.example", "ftp://scores.example", "https://", "https://a b", "http://a/?b"),
        *("http://a..b", "http://[:::]", "http://a:0", "http://a:65536", f"http://{'a' * 64}"),
    ],
)
def test_where_others_find_it_is_an_address(tmp_path: Path, value: str) -> None:
    with pytest.raises(ConfigError, match="SCOREKEEPER_ADDRESS"):
        config(tmp_path, ADDRESS=value)


@pytest.mark.parametrize(
    ("value", "rates"),
    [
        pytest.param("", RATE_LIMITS, id="the usual ones"),
        pytest.param("matches=200", RATE_LIMITS | {"matches": 200}, id="one"),
        pytest.param(
            " saves = 999999,requests=1 ", RATE_LIMITS | {"saves": 999_999, "requests": 1}, id="two"
        ),
        pytest.param("unlimited", {}, id="none"),
    ],
)
def test_rates_are_changed_by_name(tmp_path: Path, value: str, rates: dict[str, int]) -> None:
    assert config(tmp_path, RATES=value).rates == rates


@pytest.mark.parametrize("value", ["100", "hands=3", "matches=0", "matches=-1", "matches=1000000"])
def test_rates_that_cannot_be_used_are_refused(tmp_path: Path, value: str) -> None:
    with pytest.raises(ConfigError, match=f"SCOREKEEPER_RATES holds '{value}'"):
        config(tmp_path, RATES=value)


@pytest.mark.parametrize(
    ("setting", "name", "successor"),
    [
        (setting, name, successor)
        for setting, names in RETIRED_NAMES.items()
        for name, successor in names.items()
    ],
)
def test_a_retired_name_in_a_setting_is_refused_with_its_successor(
    tmp_path: Path, setting: str, name: str, successor: str
) -> None:
    with pytest.raises(ConfigError) as refused:
        config(tmp_path, **{setting.removeprefix("SCOREKEEPER_"): f"matches=60, {name}=5"})
    assert str(refused.value) == f"{setting} no longer takes {name}. {successor}"


@pytest.mark.parametrize(
    ("value", "quotas"),
    [
        pytest.param("", QUOTAS, id="the usual ones"),
        pytest.param("players=50", QUOTAS | {"players": 50}, id="one"),
        pytest.param("unlimited", {}, id="none"),
    ],
)
def test_quotas_are_changed_by_name(tmp_path: Path, value: str, quotas: dict[str, int]) -> None:
    assert config(tmp_path, QUOTAS=value, HOSTED="1").quotas == quotas
    assert config(tmp_path, QUOTAS=value).quotas == {}


@pytest.mark.parametrize("value", ["100", "hands=3", "players=0"])
def test_quotas_that_cannot_be_used_are_refused(tmp_path: Path, value: str) -> None:
    with pytest.raises(ConfigError, match=f"SCOREKEEPER_QUOTAS holds '{value}'"):
        config(tmp_path, QUOTAS=value)


@pytest.mark.parametrize(("value", "seconds"), [("", 31_536_000), ("0", 0), ("300", 300)])
def test_how_long_https_is_kept_to_is_chosen(tmp_path: Path, value: str, seconds: int) -> None:
    assert config(tmp_path, HSTS=value).https_seconds == seconds


@pytest.mark.parametrize("value", ["no", "-1", "1.5", "9999999999"])
def test_how_long_https_is_kept_to_is_a_number_of_seconds(tmp_path: Path, value: str) -> None:
    with pytest.raises(ConfigError, match="SCOREKEEPER_HSTS"):
        config(tmp_path, HSTS=value)


def test_a_secret_key_can_be_chosen(tmp_path: Path) -> None:
    assert config(tmp_path, SECRET_KEY=GOOD_KEY).secret_key == GOOD_KEY


@pytest.mark.parametrize(
    "key",
    [
        pytest.param("", id="empty"),
        pytest.param("dev", id="dev"),
        pytest.param(GOOD_KEY[:31], id="one too short"),
        pytest.param("a" * 64, id="one character"),
        pytest.param("spades-and-hearts" * 2, id="repeated"),
        pytest.param("01" * 10 + "10" * 10, id="two characters"),
        pytest.param("please-change-me-to-something-random-4711", id="placeholder"),
        pytest.param("YOUR_SECRET_KEY_GOES_HERE_1234567890", id="another placeholder"),
        pytest.param(
            "192b9bdd22ab9ed4d12e236c78afcb9a393ec15f71bbf5dc987d54727823bcbf", id="manual"
        ),
    ],
)
def test_a_secret_key_that_can_be_guessed_is_refused(tmp_path: Path, key: str) -> None:
    with pytest.raises(ConfigError, match="SCOREKEEPER_SECRET_KEY"):
        config(tmp_path, SECRET_KEY=key)


def test_a_secret_key_is_made_once_and_kept(tmp_path: Path) -> None:
    first = config(tmp_path / "data").secret_key
    second = config(tmp_path / "data").secret_key

    assert first == second
    assert len(first) >= 43


def test_every_scorebook_has_a_secret_key_of_its_own(tmp_path: Path) -> None:
    assert config(tmp_path / "a").secret_key != config(tmp_path / "b").secret_key


def test_the_secret_key_is_kept_beside_the_scorebook(tmp_path: Path) -> None:
    config(tmp_path / "data", DATABASE=f"sqlite:///{tmp_path}/kitchen/scores.sqlite")

    assert (tmp_path / "kitchen" / "secret-key").is_file()
    assert not (tmp_path / "data").exists()


def test_the_secret_key_of_a_scorebook_on_a_server_is_kept_in_the_data_folder(
    tmp_path: Path,
) -> None:
    config(tmp_path, DATABASE="postgresql://ann@host/scores")

    assert (tmp_path / "secret-key").is_file()


def test_the_secret_key_is_for_its_owner_alone(tmp_path: Path) -> None:
    config(tmp_path)

    assert stat.S_IMODE((tmp_path / "secret-key").stat().st_mode) == 0o600


def test_a_secret_key_that_others_may_read_is_closed_to_them(tmp_path: Path) -> None:
    path = tmp_path / "secret-key"
    path.write_text(GOOD_KEY)
    path.chmod(0o644)

    assert config(tmp_path).secret_key == GOOD_KEY
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


@pytest.mark.parametrize(
    "content",
    [
        pytest.param(b"", id="empty"),
        pytest.param(b"short\n", id="short"),
        pytest.param(b"\0" * 64, id="zeros"),
        pytest.param(b"\xff\xfe" * 32, id="not text"),
    ],
)
def test_a_bad_file_with_a_secret_key_is_refused_and_left_alone(
    tmp_path: Path, content: bytes
) -> None:
    path = tmp_path / "secret-key"
    path.write_bytes(content)
    with pytest.raises(ConfigError, match="secret-key"):
        config(tmp_path)

    assert path.read_bytes() == content


def test_a_data_folder_that_cannot_be_made_is_refused(tmp_path: Path) -> None:
    (tmp_path / "data").write_text("a file")
    with pytest.raises(ConfigError, match="SCOREKEEPER_SECRET_KEY is not set"):
        config(tmp_path / "data")


def test_processes_that_start_at_once_have_one_secret_key(tmp_path: Path) -> None:
    program = "from scorekeeper.config import Config; print(Config.from_environment().secret_key)"
    environment = {
        **os.environ,
        "PYTHONPATH": str(ROOT),
        "SCOREKEEPER_DATA": str(tmp_path / "data"),
    }
    processes = [
        subprocess.Popen([sys.executable, "-c", program], env=environment, stdout=subprocess.PIPE)
        for _ in range(4)
    ]
    keys = {process.communicate(timeout=60)[0] for process in processes}

    assert len(keys) == 1
    assert keys == {(tmp_path / "data" / "secret-key").read_bytes()}


def test_leavings_of_a_start_that_died_are_made_up_for(tmp_path: Path) -> None:
    (tmp_path / "secret-key.new").write_text("half")

    assert len(config(tmp_path).secret_key) >= 43
    assert not (tmp_path / "secret-key.new").exists()


def test_the_settings_do_not_show_the_secret_key(tmp_path: Path) -> None:
    read = config(tmp_path, SECRET_KEY=GOOD_KEY, DATABASE="postgresql://ann:queen@host/scores")

    assert GOOD_KEY not in repr(read)
    assert "queen" not in repr(read)


class Watched(Mapping[str, str]):
    """An environment that remembers what it was asked for."""

    def __init__(self, **settings: str) -> None:
        self.settings = settings
        self.asked: set[str] = set()

    def __getitem__(self, name: str) -> str:
        self.asked.add(name)
        return self.settings[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self.settings)

    def __len__(self) -> int:
        return len(self.settings)


def test_the_table_of_settings_names_those_that_are_read(tmp_path: Path) -> None:
    environment = Watched(SCOREKEEPER_DATA=str(tmp_path), SCOREKEEPER_SECRET_KEY=GOOD_KEY)
    Config.from_environment(environment)

    assert {setting.name for setting in SETTINGS} == environment.asked - set(RETIRED_SETTINGS)


@pytest.mark.parametrize(
    ("value", "origins"),
    [
        ("", ()),
        ("https://overlay.example", ("https://overlay.example",)),
        (" http://192.168.1.7:8080, null ,", ("http://192.168.1.7:8080", "null")),
        ("http://[::1]:8080", ("http://[::1]:8080",)),
    ],
)
def test_sites_that_may_ask_are_separated_by_commas(
    tmp_path: Path, value: str, origins: tuple[str, ...]
) -> None:
    assert config(tmp_path, API_ORIGINS=value).api_origins == origins


@pytest.mark.parametrize(
    "value",
    ["*", "overlay.example", "https://overlay.example/", "https://Overlay.example", "file:"],
)
def test_a_site_is_named_as_browsers_name_it(tmp_path: Path, value: str) -> None:
    with pytest.raises(ConfigError, match="SCOREKEEPER_API_ORIGINS"):
        config(tmp_path, API_ORIGINS=value)


def test_metrics_are_on_or_off(tmp_path: Path) -> None:
    assert [config(tmp_path, METRICS=value).metrics for value in ("", "0", "1")] == [
        False,
        False,
        True,
    ]


@pytest.mark.parametrize("value", ["open", "9464", "0.0.0.0:9464", "[::1]:9464", "yes", "1\n"])
def test_what_earlier_versions_took_for_metrics_is_refused(tmp_path: Path, value: str) -> None:
    with pytest.raises(ConfigError, match=r"SCOREKEEPER_METRICS is .+: give 1, and"):
        config(tmp_path, METRICS=value)


def test_metrics_need_their_library(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("scorekeeper.config.values.find_spec", lambda _: None)

    with pytest.raises(ConfigError, match="install the extra 'hosting'"):
        config(tmp_path, METRICS="1")


def test_the_log_is_for_people_or_for_programs(tmp_path: Path) -> None:
    assert [config(tmp_path, LOG=value).log for value in ("", "lines", "json")] == [
        "",
        "lines",
        "json",
    ]
    with pytest.raises(ConfigError, match="SCOREKEEPER_LOG is 'xml'"):
        config(tmp_path, LOG="xml")
