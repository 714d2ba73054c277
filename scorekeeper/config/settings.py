"""All settings: names, defaults and meanings."""

from dataclasses import dataclass

from scorekeeper.secret_key import MIN_KEY_LENGTH


@dataclass(frozen=True)
class Setting:
    """An environment variable, its default, and its meaning."""

    name: str
    default: str
    meaning: str


RATE_LIMITS = {
    "requests": 600,
    "polls": 240,
    "saves": 120,
    "codes": 10,
    "matches": 60,
    "scorebooks": 10,
    "recoveries": 10,
}
"""Rate limits per address or device and process: the first four per minute, the others per hour."""

QUOTAS = {"matches": 1000, "players": 5000}
"""Quotas of a scorebook: new matches per day, and players in total."""

UNLIMITED = "unlimited"
YEAR_SECONDS = 365 * 24 * 60 * 60

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
        f"The key that signs cookies and forms, at least {MIN_KEY_LENGTH} characters.",
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
        str(YEAR_SECONDS),
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
        "Hosted, how many matches may be added to one scorebook in a day, imported ones included, "
        "and how many players it may have. Name those to change. `unlimited` takes all.",
    ),
    Setting(
        "SCOREKEEPER_RATES",
        f"`{','.join(f'{name}={most}' for name, most in RATE_LIMITS.items())}`",
        "How many requests, polls and saves a minute, and new matches and scorebooks an hour, an "
        "address or a phone may send; how many codes a minute and recovery codes an hour "
        "an address may try. Each process counts for itself. Name those to change. "
        f"`{UNLIMITED}` takes all.",
    ),
    Setting(
        "SCOREKEEPER_METRICS",
        "0",
        "1 serves [metrics](docs/hosting/watch.md) at `/metrics` for Prometheus, to everybody who "
        "gets past the proxy.",
    ),
    Setting(
        "SCOREKEEPER_LOG",
        "what went wrong or was refused",
        "`lines` writes a line for each request, too, `json` all of it [for programs]"
        "(docs/hosting/watch.md).",
    ),
)
"""Every setting, as the README documents it."""
