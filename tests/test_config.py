import re
from pathlib import Path
from unittest.mock import MagicMock

import pytest

from scorekeeper.config import QUOTAS, RATE_LIMITS, SETTINGS, Config, ConfigError

ROOT = Path(__file__).parents[1]

GOOD_KEY = "pV3kq9Zt7mB1xWc8Lr5sYd2fHj6nGa4E"
TWO_LIMITS = {"saves": 999_999, "codes": 1}


def config(data: Path, **settings: str) -> Config:
    names = {f"SCOREKEEPER_{name}": value for name, value in settings.items()}
    return Config.from_environment({"SCOREKEEPER_DATA": str(data), **names})


def test_the_data_folder_is_the_users_by_default(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.delenv("XDG_DATA_HOME", raising=False)
    settings = Config.from_environment({"SCOREKEEPER_SECRET_KEY": GOOD_KEY})
    assert tmp_path in settings.data.parents
    assert settings.data.name == "scorekeeper"


def test_the_data_folder_may_begin_with_a_tilde(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", "/home/ann")
    environment = {"SCOREKEEPER_DATA": "~/scores", "SCOREKEEPER_SECRET_KEY": GOOD_KEY}
    assert Config.from_environment(environment).data == Path("/home/ann/scores")


def test_reading_the_settings_creates_no_scorebook(tmp_path: Path) -> None:
    config(tmp_path, SECRET_KEY=GOOD_KEY)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("value", "file"), [("", "scorebook.sqlite"), ("sqlite:///kitchen.sqlite", "kitchen.sqlite")]
)
def test_a_database_file_is_in_the_current_or_the_data_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, value: str, file: str
) -> None:
    monkeypatch.chdir(tmp_path)
    assert config(tmp_path, DATABASE_URL=value).database_url.database == str(tmp_path / file)


def test_a_postgresql_url_uses_the_installed_driver(tmp_path: Path) -> None:
    url = config(tmp_path, DATABASE_URL="postgres://ann:spades@host/scores").database_url
    assert (url.drivername, url.password) == ("postgresql+psycopg", "spades")


VALUES: list[tuple[str, str, str, object]] = [
    ("TRUSTED_HOSTS", "trusted_hosts", "", ()),
    ("TRUSTED_HOSTS", "trusted_hosts", " a.example, .b.example ,", ("a.example", ".b.example")),
    ("TRUSTED_HOSTS", "trusted_hosts", "192.168.1.7,[::1]", ("192.168.1.7", "[::1]")),
    ("TRUSTED_HOSTS", "host_names", "scores.example", ("scores.example",)),
    ("PUBLIC_URL", "host_names", "https://Scores.example:8443/table", ("scores.example",)),
    ("PUBLIC_URL", "host_names", "https://müller.example", ("xn--mller-kva.example",)),
    ("HOME_CODE", "home_code", "", ""),
    ("HOME_CODE", "home_code", "12345678", "12345678"),
    ("HOME_CODE", "home_code", "abcd-2345 efgh", "ABCD2345EFGH"),
    ("HOME_CODE", "home_code", "u" * 40, "U" * 40),
    ("TRUSTED_PROXIES", "trusted_proxies", "", 0),
    ("TRUSTED_PROXIES", "trusted_proxies", "0", 0),
    ("TRUSTED_PROXIES", "trusted_proxies", "9", 9),
    ("AUTO_BACKUP", "auto_backup", "", True),
    ("AUTO_BACKUP", "auto_backup", "0", False),
    ("HOSTED", "hosted", "", False),
    ("HOSTED", "hosted", "0", False),
    ("HOSTED", "hosted", "1", True),
    ("PUBLIC_URL", "public_url", "", None),
    ("PUBLIC_URL", "public_url", "https://scores.example", "https://scores.example"),
    ("PUBLIC_URL", "public_url", "http://192.168.1.7:8000/", "http://192.168.1.7:8000"),
    ("PUBLIC_URL", "public_url", "https://scores.example/table/", "https://scores.example/table"),
    ("PUBLIC_URL", "public_url", "http://[fd00::2]:8000", "http://[fd00::2]:8000"),
    ("RATE_LIMITS", "rate_limits", "", RATE_LIMITS),
    ("RATE_LIMITS", "rate_limits", " saves = 999999,codes=1 ", RATE_LIMITS | TWO_LIMITS),
    ("RATE_LIMITS", "rate_limits", "unlimited", {}),
    ("HSTS", "hsts_seconds", "", 31_536_000),
    ("HSTS", "hsts_seconds", "0", 0),
    ("HSTS", "hsts_seconds", "300", 300),
    ("SECRET_KEY", "secret_key", GOOD_KEY, GOOD_KEY),
    ("CORS_ORIGINS", "cors_origins", "", ()),
    ("CORS_ORIGINS", "cors_origins", " http://10.0.0.7:80, null ,", ("http://10.0.0.7:80", "null")),
    ("CORS_ORIGINS", "cors_origins", "http://[::1]:8080", ("http://[::1]:8080",)),
    ("LOG", "log", "", ""),
    ("LOG", "log", "lines", "lines"),
    ("LOG", "log", "json", "json"),
]


@pytest.mark.parametrize(
    ("setting", "field", "value", "expected"),
    VALUES,
    ids=[f"{setting}={value}" for setting, _, value, _ in VALUES],
)
def test_a_setting_is_read(
    tmp_path: Path, setting: str, field: str, value: str, expected: object
) -> None:
    assert getattr(config(tmp_path, **{setting: value}), field) == expected


REFUSED = {
    "TRUSTED_HOSTS": ("https://scores.example", "a.example b.example", "*"),
    "TRUSTED_PROXIES": ("yes", "-1", "10", "1.5", "²", "1\n"),
    "AUTO_BACKUP": ("weekly",),
    "HOSTED": ("yes", "true", "2", "1\n"),
    "PUBLIC_URL": (
        *("scores.example", "ftp://scores.example", "https://", "https://a b", "http://a/?b"),
        *("http://a..b", "http://[:::]", "http://a:0", "http://a:65536", f"http://{'a' * 64}"),
    ),
    "RATE_LIMITS": ("100", "knocks=3", "matches=0", "matches=-1", "matches=1000000"),
    "QUOTAS": ("100", "hands=3", "megabytes=5", "players=0"),
    "HSTS": ("no", "-1", "1.5", "9999999999"),
    "CORS_ORIGINS": (
        *("*", "overlay.example", "https://overlay.example/", "https://Overlay.example", "file:"),
    ),
    "LOG": ("xml",),
}


@pytest.mark.parametrize(
    ("setting", "value"), [(setting, value) for setting in REFUSED for value in REFUSED[setting]]
)
def test_an_unusable_value_is_refused_with_what_to_use(
    tmp_path: Path, setting: str, value: str
) -> None:
    sentence = rf"^SCOREKEEPER_{setting} (is|contains) {re.escape(repr(value))}\. (Use|It must be) "
    with pytest.raises(ConfigError, match=sentence):
        config(tmp_path, **{setting: value})


@pytest.mark.parametrize(
    ("value", "sentence"),
    [
        pytest.param("kitchen.sqlite", "not a database URL", id="no URL"),
        pytest.param("sqlite://", "must be a file", id="memory"),
        pytest.param("sqlite:///:memory:", "must be a file", id="memory by name"),
        pytest.param("sqlite:///file::memory:?uri=true", "must be a file", id="memory by URI"),
        pytest.param("sqlite:///a.sqlite?timeout=1", "can't have options", id="options"),
        pytest.param("mysql://host/scores", "Use SQLite or PostgreSQL", id="MySQL"),
        pytest.param("recipes://host/scores", "Use SQLite or PostgreSQL", id="unknown kind"),
        pytest.param("postgresql://ann:queen@host:port/a", "not a database URL", id="bad port"),
    ],
)
def test_an_unusable_database_is_refused_without_its_password(
    tmp_path: Path, value: str, sentence: str
) -> None:
    with pytest.raises(ConfigError, match=f"SCOREKEEPER_DATABASE_URL.*{sentence}") as refused:
        config(tmp_path, DATABASE_URL=value)
    assert "queen" not in str(refused.value)


@pytest.mark.parametrize(
    ("settings", "has_file"),
    [
        pytest.param({}, True, id="at home"),
        pytest.param({"HOSTED": "1"}, False, id="hosted"),
        pytest.param({"TRUSTED_PROXIES": "1"}, True, id="proxy"),
        pytest.param({"TRUSTED_HOSTS": "scores.example"}, True, id="host name"),
        pytest.param({"DATABASE_URL": "postgresql://a@host/b"}, False, id="PostgreSQL"),
    ],
)
def test_only_the_file_of_a_home_is_backed_up(
    tmp_path: Path, settings: dict[str, str], has_file: bool
) -> None:
    assert (config(tmp_path, **settings).scorebook_file is not None) == has_file


@pytest.mark.parametrize(
    ("database", "folder"),
    [
        pytest.param("", "data", id="file"),
        pytest.param("sqlite:///kitchen/scores.sqlite", "kitchen", id="file elsewhere"),
        pytest.param("postgresql://host/scores", "data", id="server"),
    ],
)
def test_home_code_and_secret_key_are_with_the_scorebook(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, database: str, folder: str
) -> None:
    monkeypatch.chdir(tmp_path)
    read = config(tmp_path / "data", DATABASE_URL=database)
    assert read.home_code_file == tmp_path / folder / "house-code"
    assert read.home_code_file.with_name("secret-key").is_file()
    assert [path.name for path in tmp_path.iterdir()] == [folder]


@pytest.mark.parametrize(
    ("value", "quotas"), [("", QUOTAS), ("players=50", QUOTAS | {"players": 50}), ("unlimited", {})]
)
def test_quotas_apply_to_hosted_scorebooks_only(
    tmp_path: Path, value: str, quotas: dict[str, int]
) -> None:
    assert config(tmp_path, QUOTAS=value, HOSTED="1").quotas == quotas
    assert config(tmp_path, QUOTAS=value).quotas == {}


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
        pytest.param(
            "192b9bdd22ab9ed4d12e236c78afcb9a393ec15f71bbf5dc987d54727823bcbf", id="manual"
        ),
    ],
)
def test_a_weak_secret_key_is_refused(tmp_path: Path, key: str) -> None:
    with pytest.raises(ConfigError, match="SCOREKEEPER_SECRET_KEY"):
        config(tmp_path, SECRET_KEY=key)


@pytest.mark.parametrize(
    "code", ["abc", "1234567", "a" * 41, "-", " ", "schlüssel", "pass_word", "/in/abcd2345"]
)
def test_an_unusable_home_code_is_refused_without_repeating_it(tmp_path: Path, code: str) -> None:
    with pytest.raises(ConfigError) as refused:
        config(tmp_path, HOME_CODE=code)
    assert str(refused.value) == "SCOREKEEPER_HOME_CODE must be 8 to 40 letters and digits."


def test_a_home_code_is_refused_where_people_have_their_own_scorebooks(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"^SCOREKEEPER_HOME_CODE is for a home scorebook\."):
        config(tmp_path, HOME_CODE="abcd2345", HOSTED="1")


def test_a_secret_key_is_generated_once_for_each_scorebook(tmp_path: Path) -> None:
    first, again, other = (config(tmp_path / name).secret_key for name in ("a", "a", "b"))

    assert first == again != other
    assert len(first) >= 43


@pytest.mark.parametrize(
    "content",
    [
        pytest.param(b"", id="empty"),
        pytest.param(b"short\n", id="short"),
        pytest.param(b"\xff\xfe" * 32, id="not text"),
    ],
)
def test_an_invalid_secret_key_file_is_refused_and_not_changed(
    tmp_path: Path, content: bytes
) -> None:
    path = tmp_path / "secret-key"
    path.write_bytes(content)
    with pytest.raises(ConfigError, match="secret-key"):
        config(tmp_path)

    assert path.read_bytes() == content


def test_a_data_folder_that_cannot_be_created_is_refused(tmp_path: Path) -> None:
    (tmp_path / "data").write_text("a file")
    with pytest.raises(ConfigError, match="SCOREKEEPER_SECRET_KEY is not set"):
        config(tmp_path / "data")


def test_repr_of_the_settings_contains_no_secrets(tmp_path: Path) -> None:
    url = "postgresql://ann:queen@host/scores"
    read = config(tmp_path, SECRET_KEY=GOOD_KEY, DATABASE_URL=url, HOME_CODE="FULLHOUSE")

    assert GOOD_KEY not in repr(read)
    assert "FULLHOUSE" not in repr(read)
    assert "queen" not in repr(read)


@pytest.mark.parametrize("name", ["METRICS", "TRUSTED_PROXY", "hosted", "PORTS"])
def test_an_unknown_setting_is_refused(tmp_path: Path, name: str) -> None:
    with pytest.raises(ConfigError, match=f"^SCOREKEEPER_{name} is not a setting"):
        config(tmp_path, SERVICE_HOST="10.0.0.1", PORT="tcp://10.0.0.1:80", **{name: "1"})


def test_every_setting_read_is_documented(tmp_path: Path) -> None:
    listed = re.findall(r"(?m)^\| `(SCOREKEEPER_\w+)`", (ROOT / "docs" / "settings.md").read_text())
    settings = {"SCOREKEEPER_DATA": str(tmp_path), "SCOREKEEPER_SECRET_KEY": GOOD_KEY}
    environment = MagicMock(**{"get.side_effect": settings.get})
    Config.from_environment(environment)
    asked = {call.args[0] for call in environment.get.call_args_list}

    assert sorted(listed) == sorted(asked) == sorted(SETTINGS)
