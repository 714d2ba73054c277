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
    "codes": 20,
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
        "SQLAlchemy URL of a SQLite file or a PostgreSQL database.",
    ),
    Setting(
        "SCOREKEEPER_DATA",
        "the user's data folder",
        "Folder of the scorebook and the secret key.",
    ),
    Setting(
        "SCOREKEEPER_SECRET_KEY",
        "made at the first start, kept in `secret-key` next to the scorebook",
        f"Key that signs cookies and forms: at least {MIN_KEY_LENGTH} random characters.",
    ),
    Setting(
        "SCOREKEEPER_AUTO_BACKUP",
        "1",
        "1: backs up a home scorebook once a day, and keeps the backups of seven days and four "
        "weeks next to it. 0: no automatic backups. PostgreSQL needs its own dumps.",
    ),
    Setting(
        "SCOREKEEPER_HOSTED",
        "0",
        "1: anyone can create their own scorebook. 0: all phones share one.",
    ),
    Setting(
        "SCOREKEEPER_PUBLIC_URL",
        "the addresses of this computer",
        "Address for links and QR codes, such as `https://scores.example`.",
    ),
    Setting(
        "SCOREKEEPER_TRUSTED_HOSTS",
        "none",
        "More host names of this server, separated by commas. The name in the public URL, numeric "
        "addresses and this computer's own names always work.",
    ),
    Setting(
        "SCOREKEEPER_TRUSTED_PROXIES",
        "0",
        "Number of proxies in front of scorekeeper. It trusts their headers.",
    ),
    Setting("SCOREKEEPER_HSTS", str(YEAR_SECONDS), "HSTS max-age in seconds. 0 turns it off."),
    Setting(
        "SCOREKEEPER_CORS_ORIGINS",
        "none",
        "Other sites whose pages may use the [API](api.md), such as `https://overlay.example`, "
        "separated by commas. `null` means pages from files.",
    ),
    Setting(
        "SCOREKEEPER_QUOTAS",
        f"`{','.join(f'{name}={limit}' for name, limit in QUOTAS.items())}`",
        "Limits per scorebook when hosted: players, and new matches per day, including imported "
        f"ones. List only those you change. `{UNLIMITED}` removes them all.",
    ),
    Setting(
        "SCOREKEEPER_RATE_LIMITS",
        f"`{','.join(f'{name}={limit}' for name, limit in RATE_LIMITS.items())}`",
        "Limits per address or phone: requests, polls and saves per minute; new matches and "
        "scorebooks per hour. Limits per address: wrong codes per minute, wrong recovery codes "
        f"per hour. Each process counts separately. List only those you change. `{UNLIMITED}` "
        "removes them all.",
    ),
    Setting(
        "SCOREKEEPER_METRICS",
        "0",
        "1: serves [metrics](hosting/watch.md) for Prometheus at `/metrics`. Block that path at "
        "the proxy.",
    ),
    Setting(
        "SCOREKEEPER_LOG",
        "warnings and errors",
        "`lines`: also one line per request. `json`: [structured logs](hosting/watch.md).",
    ),
)
"""All settings; links are relative to docs/, where settings.md lists them."""
