"""The settings of the program, read from the environment."""

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from importlib.util import find_spec
from pathlib import Path
from urllib.parse import urlsplit

import platformdirs
from sqlalchemy import URL
from sqlalchemy.exc import ArgumentError

from scorekeeper.book.database import address
from scorekeeper.places import is_kept, under
from scorekeeper.secret_key import KEY_LENGTH, ConfigError, chosen_key, kept_key
from scorekeeper.workers import OPEN, place_of_figures


@dataclass(frozen=True)
class Setting:
    """An environment variable, what holds without it, and what it means."""

    name: str
    default: str
    meaning: str


RATES = {
    "requests": 600,
    "polls": 240,
    "saves": 120,
    "codes": 10,
    "guesses": 100,
    "matches": 60,
    "scorebooks": 10,
    "recoveries": 10,
    "knocks": 3,
}
"""How often an address or a device may do something, all together for guesses at a code.

The first four a minute, the others an hour.
"""

QUOTAS = {"matches": 1000, "players": 5000, "megabytes": 500}
"""Matches that a scorebook may start in a day; players and megabytes that it may have."""

UNLIMITED = "unlimited"
A_YEAR = 365 * 24 * 60 * 60

SETTINGS = (
    Setting(
        "SCOREKEEPER_DATABASE",
        "`scorebook.sqlite` in the data folder",
        "Where the scores lie: a SQLAlchemy URL of a SQLite file or a PostgreSQL database.",
    ),
    Setting(
        "SCOREKEEPER_DATA",
        "the user's data folder",
        "The data folder, in which the scorebook and the secret key are kept.",
    ),
    Setting(
        "SCOREKEEPER_SECRET_KEY",
        "made at the first start, kept in `secret-key` beside the scorebook",
        f"The key that signs cookies and forms, at least {KEY_LENGTH} characters.",
    ),
    Setting(
        "SCOREKEEPER_NETWORK_FILE",
        "0",
        "1 lets the scorebook be a file on a network's file system, served by one process; else "
        "that is refused, as locks do not hold there.",
    ),
    Setting(
        "SCOREKEEPER_EPHEMERAL",
        "not asked",
        "0 refuses a data folder that is no mount of its own and would go with the container, as "
        "ours says; 1 lets all scores go with it.",
    ),
    Setting(
        "SCOREKEEPER_COPIES",
        "1",
        "0 makes no copies by itself; else the scorebook of a house is copied once a day, and the "
        "copies of seven days and four weeks are kept beside it. PostgreSQL is copied by its own "
        "dumps.",
    ),
    Setting(
        "SCOREKEEPER_HOSTED",
        "0",
        "1 lets everybody open a scorebook of their own; else all phones share that of the house.",
    ),
    Setting(
        "SCOREKEEPER_ADDRESS",
        "the addresses of this machine",
        "Where other phones find the program, such as `https://scores.example`.",
    ),
    Setting(
        "SCOREKEEPER_TRUSTED_HOSTS",
        "none",
        "Further host names to answer to, separated by commas. Numeric addresses and this "
        "machine's own names are always answered.",
    ),
    Setting(
        "SCOREKEEPER_PROXIES",
        "0",
        "How many proxies stand in front of the program and may say who asks.",
    ),
    Setting(
        "SCOREKEEPER_HSTS",
        str(A_YEAR),
        "How many seconds a browser that came by https comes by nothing else (HSTS); 0 takes it "
        "back.",
    ),
    Setting(
        "SCOREKEEPER_API_ORIGINS",
        "none",
        "Other sites whose pages may ask the [programs' door](docs/api.md), such as "
        "`https://overlay.example`, separated by commas; `null` are pages from files.",
    ),
    Setting(
        "SCOREKEEPER_QUOTAS",
        f"`{','.join(f'{name}={most}' for name, most in QUOTAS.items())}`",
        "Hosted, how many matches one scorebook may start in a day, and how many players and "
        "megabytes it may have. Name those to change. `unlimited` takes all.",
    ),
    Setting(
        "SCOREKEEPER_RATES",
        f"`{','.join(f'{name}={most}' for name, most in RATES.items())}`",
        "How many requests, polls and saves a minute, and new matches and scorebooks an hour, an "
        "address or a phone may send; how many codes a minute, recovery codes and knocks an hour "
        "an address may try, and guesses at codes a minute all together. Name those to change. "
        f"`{UNLIMITED}` takes all.",
    ),
    Setting(
        "SCOREKEEPER_METRICS",
        "nowhere",
        "Where Prometheus asks for [the figures](docs/hosting/watch.md): a port of this machine "
        "such as `9464`, an address and a port, or `open` for `/metrics` beside the pages.",
    ),
    Setting(
        "SCOREKEEPER_LOG",
        "what went wrong or was refused",
        "`lines` writes a line for each request, too, `json` all of it [for programs]"
        "(docs/hosting/watch.md).",
    ),
)
"""Every setting, as the README documents it."""


@dataclass(frozen=True)
class Config:
    """The settings of one start of the program."""

    database: URL
    data: Path
    secret_key: str = field(repr=False)
    copies: bool = True
    hosted: bool = False
    address: str | None = None
    trusted_hosts: tuple[str, ...] = ()
    proxies: int = 0
    https_seconds: int = A_YEAR
    api_origins: tuple[str, ...] = ()
    rates: Mapping[str, int] = field(default_factory=lambda: RATES)
    quotas: Mapping[str, int] = field(default_factory=dict)
    log: str = ""
    metrics: str = ""
    # A demonstration shows its matches to every browser: all are the device with this secret.
    everyone: str | None = field(default=None, repr=False)

    @classmethod
    def from_environment(cls, environment: Mapping[str, str] = os.environ) -> "Config":
        """Read the settings; at the first start, make the data folder and the secret key."""
        data = _data(environment.get("SCOREKEEPER_DATA", ""))
        hosted = _is_on("SCOREKEEPER_HOSTED", environment.get("SCOREKEEPER_HOSTED", ""), False)
        quotas = _numbers("SCOREKEEPER_QUOTAS", environment.get("SCOREKEEPER_QUOTAS", ""), QUOTAS)
        database = _database(environment.get("SCOREKEEPER_DATABASE", ""), data)
        on_network = environment.get("SCOREKEEPER_NETWORK_FILE", "")
        if not _is_on("SCOREKEEPER_NETWORK_FILE", on_network, False):
            _refuse_network(database)
        if not _is_on("SCOREKEEPER_EPHEMERAL", environment.get("SCOREKEEPER_EPHEMERAL", ""), True):
            _require_kept(data)
        return cls(
            database=database,
            data=data,
            copies=_is_on("SCOREKEEPER_COPIES", environment.get("SCOREKEEPER_COPIES", ""), True),
            hosted=hosted,
            address=_address(environment.get("SCOREKEEPER_ADDRESS", "")),
            trusted_hosts=_trusted_hosts(environment.get("SCOREKEEPER_TRUSTED_HOSTS", "")),
            proxies=_proxies(environment.get("SCOREKEEPER_PROXIES", "")),
            https_seconds=_https_seconds(environment.get("SCOREKEEPER_HSTS", "")),
            api_origins=_origins(environment.get("SCOREKEEPER_API_ORIGINS", "")),
            rates=_numbers("SCOREKEEPER_RATES", environment.get("SCOREKEEPER_RATES", ""), RATES),
            quotas=quotas if hosted else {},
            log=_log(environment.get("SCOREKEEPER_LOG", "")),
            metrics=_metrics(environment.get("SCOREKEEPER_METRICS", "")),
            secret_key=_secret_key(environment.get("SCOREKEEPER_SECRET_KEY"), database, data),
        )

    @property
    def house_code(self) -> Path:
        """The file of the house's code, beside that of the secret key."""
        return _beside(self.database, self.data) / "house-code"

    @property
    def at_home(self) -> bool:
        """Whether all phones share the scorebook of a house, and come in by its code."""
        return not self.hosted and self.everyone is None

    @property
    def scorebook(self) -> Path | None:
        """The file of the house's scorebook; a server keeps and copies its own."""
        is_file = self.at_home and self.database.get_backend_name() == "sqlite"
        return Path(str(self.database.database)) if is_file else None

    @property
    def speaks_for_host(self) -> bool:
        """Whether these are settings of somebody who serves more than a house."""
        on_a_server = self.database.get_backend_name() != "sqlite"
        return on_a_server or self.proxies > 0 or bool(self.trusted_hosts)


def read_database(value: str, called: str) -> URL:
    """Read where scores lie; raise ConfigError where it is no such URL, by what it is called."""
    try:
        url = address(value)
    except (ArgumentError, ValueError):
        # The value may hold a password, so neither it nor the cause is repeated.
        raise ConfigError(
            f"{called} is not a database URL such as sqlite:///scores.sqlite"
            " or postgresql://user@host/name."
        ) from None
    if url.get_backend_name() == "postgresql":
        return url
    if url.get_backend_name() != "sqlite":
        raise ConfigError(
            f"{called} names {url.get_backend_name()};"
            " the scorebook can be kept in SQLite or PostgreSQL."
        )
    return _sqlite_file(url, called)


def read_address(value: str, called: str) -> str:
    """Read where the program is found; raise ConfigError where it is no such address."""
    form = r"https?://(?:[\w.-]+|\[[0-9a-fA-F:]+\])(?::[0-9]{1,5})?(?:/[\w./~-]*)?"
    if not re.fullmatch(form, value) or not _can_be_asked(value):
        raise ConfigError(f"{called} is {value!r}: give an address such as https://scores.example.")
    return value.rstrip("/")


def _can_be_asked(url: str) -> bool:
    """Whether there can be such a name, such numbers and such a port."""
    try:
        parts = urlsplit(url)
        return parts.port != 0 and bool((parts.hostname or "").encode("idna"))
    except ValueError:
        return False


def _is_on(name: str, value: str, usual: bool) -> bool:
    if value not in ("", "0", "1"):
        raise ConfigError(f"{name} is {value!r}: give 1 or 0.")
    return value == "1" if value else usual


def _data(value: str) -> Path:
    if value:
        return Path(value).expanduser().absolute()
    return platformdirs.user_data_path("scorekeeper", appauthor=False)


def _database(value: str, data: Path) -> URL:
    if not value:
        return URL.create("sqlite+pysqlite", database=str(data / "scorebook.sqlite"))
    return read_database(value, "SCOREKEEPER_DATABASE")


def _address(value: str) -> str | None:
    return read_address(value, "SCOREKEEPER_ADDRESS") if value else None


def _sqlite_file(url: URL, called: str) -> URL:
    if not url.database or url.database == ":memory:" or url.database.startswith("file:"):
        raise ConfigError(f"{called} must name a file: what is kept in memory is lost at the end.")
    if url.query:
        raise ConfigError(f"{called} takes no options after '?' for SQLite.")
    return url.set(database=str(Path(url.database).expanduser().absolute()))


def _refuse_network(database: URL) -> None:
    if database.get_backend_name() != "sqlite":
        return
    mount = under(Path(str(database.database)))
    if mount.is_of_a_network:
        raise ConfigError(
            f"The scorebook {database.database} would lie on {mount.folder}, which is {mount.kind}:"
            " locks do not hold there as SQLite needs them, and scores could be lost. Put it on a"
            " disk of this machine, or in PostgreSQL; SCOREKEEPER_NETWORK_FILE=1 goes on all the"
            " same, with one process alone."
        )


def _require_kept(data: Path) -> None:
    if not is_kept(data):
        raise ConfigError(
            f"The data folder {data} is no mount of its own: all scores would go with the"
            f" container. Mount a volume there (--volume scorekeeper:{data}), or set"
            " SCOREKEEPER_EPHEMERAL=1 to let them go."
        )


def _trusted_hosts(value: str) -> tuple[str, ...]:
    wanted = "host names alone, such as scores.example"
    return _each("SCOREKEEPER_TRUSTED_HOSTS", value, r"[\w.:\[\]-]+", wanted)


def _proxies(value: str) -> int:
    if not re.fullmatch("[0-9]?", value):
        raise ConfigError(f"SCOREKEEPER_PROXIES is {value!r}: give a number from 0 to 9.")
    return int(value or "0")


def _https_seconds(value: str) -> int:
    if not re.fullmatch("[0-9]{0,9}", value):
        raise ConfigError(f"SCOREKEEPER_HSTS is {value!r}: give a number of seconds.")
    return int(value or A_YEAR)


def _origins(value: str) -> tuple[str, ...]:
    # As browsers say it: small letters, no path, and no port that is the usual one.
    origin = r"null|https?://([a-z0-9.-]+|\[[0-9a-f:]+\])(:[0-9]{1,5})?"
    wanted = "sites as browsers name them, such as https://overlay.example"
    return _each("SCOREKEEPER_API_ORIGINS", value, origin, wanted)


def _each(setting: str, value: str, form: str, wanted: str) -> tuple[str, ...]:
    found = tuple(one.strip() for one in value.split(",") if one.strip())
    for one in found:
        if not re.fullmatch(form, one):
            raise ConfigError(f"{setting} holds {one!r}: give {wanted}, separated by commas.")
    return found


def _numbers(called: str, value: str, usual: Mapping[str, int]) -> Mapping[str, int]:
    """Read numbers by their names; what is not named is as usual."""
    if value == UNLIMITED:
        return {}
    numbers = dict(usual)
    for part in filter(None, value.split(",")):
        found = re.fullmatch(r"\s*([a-z]+)\s*=\s*([1-9][0-9]{0,5})\s*", part)
        if found is None or found[1] not in usual:
            raise ConfigError(
                f"{called} holds {part!r}: give {UNLIMITED}, or some of"
                f" {', '.join(usual)} with a number from 1 to 999999, such as matches=200."
            )
        numbers[found[1]] = int(found[2])
    return numbers


def _log(value: str) -> str:
    if value not in ("", "lines", "json"):
        raise ConfigError(f"SCOREKEEPER_LOG is {value!r}: give lines or json.")
    return value


def _metrics(value: str) -> str:
    try:
        place_of_figures(value)
    except ValueError:
        raise ConfigError(
            f"SCOREKEEPER_METRICS is {value!r}: give a port such as 9464, an address and a port"
            f" such as 0.0.0.0:9464, or {OPEN}."
        ) from None
    if value and find_spec("prometheus_client") is None:
        raise ConfigError("SCOREKEEPER_METRICS needs a library: install the extra 'hosting'.")
    return value


def _secret_key(value: str | None, database: URL, data: Path) -> str:
    if value is not None:
        return chosen_key(value)
    return kept_key(_beside(database, data) / "secret-key")


def _beside(database: URL, data: Path) -> Path:
    """Return the folder in which what belongs to the scorebook is kept."""
    if database.get_backend_name() == "sqlite":
        return Path(str(database.database)).parent
    return data
