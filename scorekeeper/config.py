"""The settings of the program, read from the environment; docs/settings.md lists them.

An invalid setting raises ConfigError with a sentence that says what to do.
"""

import os
import re
import secrets
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import platformdirs
from sqlalchemy import URL
from sqlalchemy.exc import ArgumentError

from scorekeeper.atomic_write import read_or_create
from scorekeeper.book.db.database import parse_url

RATE_LIMITS = {"requests": 600, "polls": 240, "saves": 120, "codes": 20}
RATE_LIMITS |= {"matches": 60, "scorebooks": 10, "recoveries": 10}
"""Rate limits per address or device and process: the first four per minute, the others per hour."""
QUOTAS = {"matches": 1000, "players": 5000}
"""Quotas of a scorebook: new matches per day, and players in total."""

SETTINGS = frozenset(
    f"SCOREKEEPER_{name}"
    for name in (
        *("AUTO_BACKUP", "CORS_ORIGINS", "DATA", "DATABASE_URL", "HOME_CODE", "HOSTED", "HSTS"),
        *("LOG", "PUBLIC_URL", "QUOTAS", "RATE_LIMITS", "SECRET_KEY", "TRUSTED_HOSTS"),
        "TRUSTED_PROXIES",
    )
)
UNLIMITED = "unlimited"
YEAR_SECONDS = 365 * 24 * 60 * 60
MIN_KEY_LENGTH = 32
# Placeholders, and examples from the manuals of Flask and other frameworks.
_WELL_KNOWN = (
    *("changeme", "changethis", "replacethis", "replaceme", "secretkey", "supersecret"),
    *("djangoinsecure", "abcdefghijklmnop", "0123456789abcdef"),
    "192b9bdd22ab9ed4d12e236c78afcb9a393ec15f71bbf5dc987d54727823bcbf",
    "09d25e094faa6ca2556c818166b7a9563b93f7099f6f0f4caa6cf63b88e8d3e7",
)


class ConfigError(Exception):
    """An invalid setting; the message names it and says what to do."""


@dataclass(frozen=True)
class Config:
    """The settings of one start of the program."""

    database_url: URL
    data: Path
    secret_key: str = field(repr=False)
    auto_backup: bool = True
    hosted: bool = False
    # The code that the host chose; empty if it is in a file.
    home_code: str = field(default="", repr=False)
    public_url: str | None = None
    trusted_hosts: tuple[str, ...] = ()
    trusted_proxies: int = 0
    hsts_seconds: int = YEAR_SECONDS
    cors_origins: tuple[str, ...] = ()
    rate_limits: Mapping[str, int] = field(default_factory=lambda: RATE_LIMITS)
    quotas: Mapping[str, int] = field(default_factory=dict)
    log: str = ""
    # The settings that say where the scorebook file is, as a command in a new terminal needs them.
    place_settings: Mapping[str, str] = field(default_factory=dict)
    # In the demo, every browser is the device with this secret.
    demo_secret: str | None = field(default=None, repr=False)

    @classmethod
    def from_environment(
        cls, environment: Mapping[str, str] = os.environ, *, new_key: bool = True
    ) -> "Config":
        """Read the settings; make a missing data folder, and a secret key only if `new_key`."""
        for name in environment:
            # Kubernetes names its own after a service that is called scorekeeper.
            if re.match(r"SCOREKEEPER_(?!SERVICE_|PORT(_|$))", name) and name not in SETTINGS:
                raise ConfigError(f"{name} is not a setting. The file docs/settings.md lists them.")

        def read(parse: Callable[..., Any], name: str, *arguments: Any) -> Any:
            return parse(name, environment.get(name, ""), *arguments)

        data = read_data_folder(environment.get("SCOREKEEPER_DATA", ""))
        hosted = read(read_flag, "SCOREKEEPER_HOSTED", False)
        quotas = read(read_limits, "SCOREKEEPER_QUOTAS", QUOTAS)
        default = URL.create("sqlite+pysqlite", database=str(data / "scorebook.sqlite"))
        database_url = read(read_database_url, "SCOREKEEPER_DATABASE_URL", default)
        places = {
            "SCOREKEEPER_DATA": str(data),
            "SCOREKEEPER_DATABASE_URL": f"sqlite:///{database_url.database}",
        }
        return cls(
            database_url=database_url,
            data=data,
            auto_backup=read(read_flag, "SCOREKEEPER_AUTO_BACKUP", True),
            hosted=hosted,
            home_code=read(read_home_code, "SCOREKEEPER_HOME_CODE", hosted),
            public_url=read(read_public_url, "SCOREKEEPER_PUBLIC_URL", False),
            trusted_hosts=read(read_hosts, "SCOREKEEPER_TRUSTED_HOSTS"),
            trusted_proxies=read(read_number, "SCOREKEEPER_TRUSTED_PROXIES", 0, 1),
            hsts_seconds=read(read_number, "SCOREKEEPER_HSTS", YEAR_SECONDS, 9),
            cors_origins=read(read_origins, "SCOREKEEPER_CORS_ORIGINS"),
            rate_limits=read(read_limits, "SCOREKEEPER_RATE_LIMITS", RATE_LIMITS),
            quotas=quotas if hosted else {},
            log=read(read_log_format, "SCOREKEEPER_LOG"),
            place_settings={name: place for name, place in places.items() if environment.get(name)},
            secret_key=read_secret_key(
                environment.get("SCOREKEEPER_SECRET_KEY"), database_url, data, create=new_key
            ),
        )

    @property
    def host_names(self) -> tuple[str, ...]:
        """The names this server responds to: that of the public URL, and further ones."""
        own = urlsplit(self.public_url or "").hostname
        # Browsers send the ASCII form of a name with other letters.
        return (*self.trusted_hosts, own.encode("idna").decode()) if own else self.trusted_hosts

    @property
    def home_code_file(self) -> Path:
        """The file of a home code that nobody chose, next to that of the secret key."""
        return private_folder(self.database_url, self.data) / "house-code"

    @property
    def is_home_server(self) -> bool:
        """Whether all phones share one scorebook and join with its code."""
        return not self.hosted and self.demo_secret is None

    @property
    def scorebook_file(self) -> Path | None:
        """The SQLite file of a home server, which is backed up; None for other databases."""
        is_file = self.is_home_server and self.database_url.get_backend_name() == "sqlite"
        return Path(str(self.database_url.database)) if is_file else None


def read_database_url(name: str, value: str, default: URL | None = None) -> URL:
    """Read a database URL; `name` is the setting or option, for errors."""
    if default is not None and not value:
        return default
    try:
        url = parse_url(value)
    except (ArgumentError, ValueError):
        # The value may hold a password, so neither it nor the cause is repeated.
        raise ConfigError(
            f"{name} is not a database URL such as sqlite:///scores.sqlite"
            " or postgresql://user@host/name."
        ) from None
    if url.get_backend_name() == "postgresql":
        return url
    if url.get_backend_name() != "sqlite":
        raise ConfigError(f"{name} is a {url.get_backend_name()} URL. Use SQLite or PostgreSQL.")
    if not url.database or url.database == ":memory:" or url.database.startswith("file:"):
        raise ConfigError(f"{name} must be a file. A database in memory would be lost.")
    if url.query:
        raise ConfigError(f"{name} can't have options after '?' for SQLite.")
    return url.set(database=str(Path(url.database).expanduser().absolute()))


def read_public_url(name: str, value: str, required: bool = True) -> str | None:
    """Read a public address; `name` is the setting or option, for errors."""
    form = r"https?://(?:[\w.-]+|\[[0-9a-fA-F:]+\])(?::[0-9]{1,5})?(?:/[\w./~-]*)?"
    if not (value or required):
        return None
    if not (re.fullmatch(form, value) and _is_valid_url(value)):
        raise ConfigError(f"{name} is {value!r}. Use an address such as https://scores.example.")
    return value.rstrip("/")


def _is_valid_url(url: str) -> bool:
    try:
        parts = urlsplit(url)
        return parts.port != 0 and bool((parts.hostname or "").encode("idna"))
    except ValueError:
        return False


def read_flag(name: str, value: str, default: bool) -> bool:
    """Read a setting that is 1 or 0."""
    if value not in ("", "0", "1"):
        raise ConfigError(f"{name} is {value!r}. It must be 1 or 0.")
    return value == "1" if value else default


def read_data_folder(value: str) -> Path:
    """Read the path of the data folder."""
    if value:
        return Path(value).expanduser().absolute()
    return platformdirs.user_data_path("scorekeeper", appauthor=False)


def read_number(name: str, value: str, default: int, max_digits: int) -> int:
    """Read a number that is not negative."""
    if not re.fullmatch(f"[0-9]{{0,{max_digits}}}", value):
        raise ConfigError(f"{name} is {value!r}. It must be a number from 0 to {'9' * max_digits}.")
    return int(value or default)


def read_hosts(name: str, value: str) -> tuple[str, ...]:
    return _read_list(name, value, r"[\w.:\[\]-]+", "host names, such as scores.example")


def read_origins(name: str, value: str) -> tuple[str, ...]:
    """Read the origins that may use the API (CORS)."""
    # The form of the Origin header: lower case, without a path or a default port.
    origin = r"null|https?://([a-z0-9.-]+|\[[0-9a-f:]+\])(:[0-9]{1,5})?"
    return _read_list(name, value, origin, "origins, such as https://overlay.example")


def _read_list(name: str, value: str, form: str, expected: str) -> tuple[str, ...]:
    parts = tuple(part.strip() for part in value.split(",") if part.strip())
    for part in parts:
        if not re.fullmatch(form, part):
            raise ConfigError(f"{name} contains {part!r}. Use {expected}, separated by commas.")
    return parts


def read_limits(name: str, value: str, default: Mapping[str, int]) -> Mapping[str, int]:
    """Read limits such as `matches=200`; limits that are not named keep their default."""
    if value == UNLIMITED:
        return {}
    limits = dict(default)
    for part in filter(None, value.split(",")):
        limit = re.fullmatch(r"\s*([a-z]+)\s*=\s*([1-9][0-9]{0,5})\s*", part)
        if limit is None or limit[1] not in default:
            raise ConfigError(
                f"{name} contains {part!r}. Use {UNLIMITED}, or some of {', '.join(default)}"
                " with a number from 1 to 999999, such as matches=200."
            )
        limits[limit[1]] = int(limit[2])
    return limits


def read_log_format(name: str, value: str) -> str:
    """Read the format of the request log; empty means no log."""
    if value not in ("", "lines", "json"):
        raise ConfigError(f"{name} is {value!r}. It must be lines or json.")
    return value


def read_home_code(name: str, value: str, hosted: bool) -> str:
    """Read the home code that the host chose, for errors without repeating it."""
    code = re.sub(r"[\s-]", "", value)
    if value and not re.fullmatch("[A-Za-z0-9]{8,40}", code):
        raise ConfigError(f"{name} must be 8 to 40 letters and digits.")
    if value and hosted:
        raise ConfigError(f"{name} is for a home scorebook. Unset it, or set SCOREKEEPER_HOSTED=0.")
    return code.upper()


def read_secret_key(value: str | None, database_url: URL, data: Path, *, create: bool) -> str:
    """Return the key that signs cookies and forms: from the setting, or from its file.

    Without `create`, a missing file is not made, and the key is empty.
    """
    if value is not None:
        if _is_weak(value):
            python = "py" if sys.platform == "win32" else "python3"
            raise ConfigError(
                f"SCOREKEEPER_SECRET_KEY must be {MIN_KEY_LENGTH} or more random characters."
                f' Make one with: {python} -c "import secrets; print(secrets.token_urlsafe(32))"'
            )
        return value
    file = private_folder(database_url, data) / "secret-key"
    return load_key(file) if create or file.exists() else ""


def load_key(path: Path) -> str:
    """Read the key from its file, which is created if it does not exist."""
    try:
        key = read_or_create(path, lambda: secrets.token_urlsafe(32))
    except (OSError, UnicodeDecodeError) as error:
        raise ConfigError(
            f"SCOREKEEPER_SECRET_KEY is not set, and {path} can't be used: {error}."
        ) from error
    if _is_weak(key):
        raise ConfigError(
            f"The secret key in {path} is too short or easy to guess. Move the file away to get a"
            " new one. All links then stop working; phones keep their access."
        )
    return key


def _is_weak(key: str) -> bool:
    letters = re.sub("[^a-z0-9]", "", key.lower())
    # A periodic text occurs inside its own double, away from both ends.
    repeated = key in (key + key)[1:-1]
    return (
        len(key) < MIN_KEY_LENGTH
        or len(set(key)) < 8
        or repeated
        or any(known in letters for known in _WELL_KNOWN)
    )


def private_folder(database_url: URL, data: Path) -> Path:
    """Return the folder for files that belong to the database, such as the secret key."""
    if database_url.get_backend_name() == "sqlite":
        return Path(str(database_url.database)).parent
    return data
