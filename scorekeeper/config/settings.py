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
        "SCOREKEEPER_DATABASE_URL",
        "`scorebook.sqlite` in the data folder",
        "The SQLAlchemy URL of a SQLite file or a PostgreSQL database.",
    ),
    Setting(
        "SCOREKEEPER_DATA",
        "the user's data folder",
        "The folder of the scorebook and the secret key.",
    ),
    Setting(
        "SCOREKEEPER_SECRET_KEY",
        "made at the first start, kept in `secret-key` beside the scorebook",
        f"The key that signs cookies and forms, at least {MIN_KEY_LENGTH} characters.",
    ),
    Setting(
        "SCOREKEEPER_AUTO_BACKUP",
        "1",
        "1: a home scorebook is backed up once a day, and the backups of seven days and four "
        "weeks are kept beside it. 0: no automatic backups. Back up PostgreSQL with its own dumps.",
    ),
    Setting(
        "SCOREKEEPER_HOSTED",
        "0",
        "1: anyone can create their own scorebook. 0: all phones share one.",
    ),
    Setting(
        "SCOREKEEPER_PUBLIC_URL",
        "the addresses of this computer",
        "The address for links and QR codes, such as `https://scores.example`.",
    ),
    Setting(
        "SCOREKEEPER_TRUSTED_HOSTS",
        "none",
        "Additional host names of this server, separated by commas. Numeric addresses and this "
        "computer's own names are always accepted.",
    ),
    Setting(
        "SCOREKEEPER_TRUSTED_PROXIES",
        "0",
        "The number of proxies in front of the program, whose headers it trusts.",
    ),
    Setting("SCOREKEEPER_HSTS", str(YEAR_SECONDS), "HSTS max-age in seconds. 0 turns it off."),
    Setting(
        "SCOREKEEPER_CORS_ORIGINS",
        "none",
        "Other sites whose pages may use the [API](docs/api.md), such as "
        "`https://overlay.example`, separated by commas. `null` stands for pages from files.",
    ),
    Setting(
        "SCOREKEEPER_QUOTAS",
        f"`{','.join(f'{name}={limit}' for name, limit in QUOTAS.items())}`",
        "Limits per scorebook when hosted: new matches per day, imported ones included, and "
        f"players. List only those you change. `{UNLIMITED}` removes them all.",
    ),
    Setting(
        "SCOREKEEPER_RATE_LIMITS",
        f"`{','.join(f'{name}={limit}' for name, limit in RATE_LIMITS.items())}`",
        "Limits per address or phone: requests, polls and saves per minute, new matches and "
        "scorebooks per hour, and per address codes tried per minute and recovery codes per hour. "
        "Each process counts separately. List only those you change. "
        f"`{UNLIMITED}` removes them all.",
    ),
    Setting(
        "SCOREKEEPER_METRICS",
        "0",
        "1 serves [metrics](docs/hosting/watch.md) for Prometheus at `/metrics`, which the proxy "
        "must block.",
    ),
    Setting(
        "SCOREKEEPER_LOG",
        "warnings and errors",
        "`lines`: one line per request as well. `json`: [structured logs](docs/hosting/watch.md).",
    ),
)
"""Every setting, as the README documents it."""
