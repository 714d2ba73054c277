"""Parsers of the setting values; invalid values raise ConfigError with a sentence."""

import re
from collections.abc import Mapping
from importlib.util import find_spec
from pathlib import Path
from urllib.parse import urlsplit

import platformdirs
from sqlalchemy import URL
from sqlalchemy.exc import ArgumentError

from scorekeeper.book.db.database import parse_url
from scorekeeper.config.retired import RETIRED_NAMES
from scorekeeper.config.settings import UNLIMITED, YEAR_SECONDS
from scorekeeper.secret_key import ConfigError, check_key, load_key


def read_database(value: str, called: str) -> URL:
    """Read a database URL; `called` names the setting or option in errors."""
    try:
        url = parse_url(value)
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
    return _check_sqlite_file(url, called)


def read_address(value: str, called: str) -> str:
    """Read a public address; `called` names the setting or option in errors."""
    form = r"https?://(?:[\w.-]+|\[[0-9a-fA-F:]+\])(?::[0-9]{1,5})?(?:/[\w./~-]*)?"
    if not re.fullmatch(form, value) or not _is_valid_url(value):
        raise ConfigError(f"{called} is {value!r}: give an address such as https://scores.example.")
    return value.rstrip("/")


def _is_valid_url(url: str) -> bool:
    """Whether the host name and the port of a URL are valid."""
    try:
        parts = urlsplit(url)
        return parts.port != 0 and bool((parts.hostname or "").encode("idna"))
    except ValueError:
        return False


def read_flag(name: str, value: str, usual: bool) -> bool:
    """Read a setting that is 1 or 0; `usual` is the default."""
    if value not in ("", "0", "1"):
        raise ConfigError(f"{name} is {value!r}: give 1 or 0.")
    return value == "1" if value else usual


def read_data_folder(value: str) -> Path:
    """Read the path of the data folder."""
    if value:
        return Path(value).expanduser().absolute()
    return platformdirs.user_data_path("scorekeeper", appauthor=False)


def read_database_setting(value: str, data: Path) -> URL:
    """Read the database URL; the default is a SQLite file in the data folder."""
    if not value:
        return URL.create("sqlite+pysqlite", database=str(data / "scorebook.sqlite"))
    return read_database(value, "SCOREKEEPER_DATABASE")


def read_public_address(value: str) -> str | None:
    """Read the public address, or None."""
    return read_address(value, "SCOREKEEPER_ADDRESS") if value else None


def _check_sqlite_file(url: URL, called: str) -> URL:
    if not url.database or url.database == ":memory:" or url.database.startswith("file:"):
        raise ConfigError(f"{called} must name a file: what is kept in memory is lost at the end.")
    if url.query:
        raise ConfigError(f"{called} takes no options after '?' for SQLite.")
    return url.set(database=str(Path(url.database).expanduser().absolute()))


def read_trusted_hosts(value: str) -> tuple[str, ...]:
    """Read the additional trusted host names."""
    wanted = "host names alone, such as scores.example"
    return _read_list("SCOREKEEPER_TRUSTED_HOSTS", value, r"[\w.:\[\]-]+", wanted)


def read_proxy_count(value: str) -> int:
    """Read the number of trusted proxies."""
    if not re.fullmatch("[0-9]?", value):
        raise ConfigError(f"SCOREKEEPER_PROXIES is {value!r}: give a number from 0 to 9.")
    return int(value or "0")


def read_hsts_seconds(value: str) -> int:
    """Read the duration of HSTS in seconds."""
    if not re.fullmatch("[0-9]{0,9}", value):
        raise ConfigError(f"SCOREKEEPER_HSTS is {value!r}: give a number of seconds.")
    return int(value or YEAR_SECONDS)


def read_origins(value: str) -> tuple[str, ...]:
    """Read the origins that may use the API (CORS)."""
    # The form of the Origin header: lower case, without a path or a default port.
    origin = r"null|https?://([a-z0-9.-]+|\[[0-9a-f:]+\])(:[0-9]{1,5})?"
    wanted = "sites as browsers name them, such as https://overlay.example"
    return _read_list("SCOREKEEPER_API_ORIGINS", value, origin, wanted)


def _read_list(setting: str, value: str, form: str, wanted: str) -> tuple[str, ...]:
    found = tuple(one.strip() for one in value.split(",") if one.strip())
    for one in found:
        if not re.fullmatch(form, one):
            raise ConfigError(f"{setting} holds {one!r}: give {wanted}, separated by commas.")
    return found


def read_limits(called: str, value: str, usual: Mapping[str, int]) -> Mapping[str, int]:
    """Read limits such as `matches=200`; limits that are not named keep their default."""
    if value == UNLIMITED:
        return {}
    numbers = dict(usual)
    for part in filter(None, value.split(",")):
        name = part.partition("=")[0].strip()
        if successor := RETIRED_NAMES.get(called, {}).get(name):
            raise ConfigError(f"{called} no longer takes {name}. {successor}")
        found = re.fullmatch(r"\s*([a-z]+)\s*=\s*([1-9][0-9]{0,5})\s*", part)
        if found is None or found[1] not in usual:
            raise ConfigError(
                f"{called} holds {part!r}: give {UNLIMITED}, or some of"
                f" {', '.join(usual)} with a number from 1 to 999999, such as matches=200."
            )
        numbers[found[1]] = int(found[2])
    return numbers


def read_log_format(value: str) -> str:
    """Read the format of the request log; empty means no log."""
    if value not in ("", "lines", "json"):
        raise ConfigError(f"SCOREKEEPER_LOG is {value!r}: give lines or json.")
    return value


def read_metrics(value: str) -> bool:
    """Read whether metrics are served; raise ConfigError for values of earlier versions."""
    if value not in ("", "0", "1"):
        raise ConfigError(
            f"SCOREKEEPER_METRICS is {value!r}: give 1, and Prometheus asks for /metrics at the"
            " address of the pages. Keep it from others in the proxy, as those in deploy/ do."
        )
    if value == "1" and find_spec("prometheus_client") is None:
        raise ConfigError("SCOREKEEPER_METRICS needs a library: install the extra 'hosting'.")
    return value == "1"


def read_secret_key(value: str | None, database: URL, data: Path) -> str:
    """Return the secret key from the setting, or from its file, which is created if missing."""
    if value is not None:
        return check_key(value)
    return load_key(private_folder(database, data) / "secret-key")


def private_folder(database: URL, data: Path) -> Path:
    """Return the folder for files that belong to the database, such as the secret key."""
    if database.get_backend_name() == "sqlite":
        return Path(str(database.database)).parent
    return data
