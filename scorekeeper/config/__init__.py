"""The settings of the program, read from the environment; docs/settings.md lists them."""

import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from sqlalchemy import URL

from scorekeeper.config import values

__all__ = ["QUOTAS", "RATE_LIMITS", "Config", "read_database_url", "read_public_url"]


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
    hsts_seconds: int = values.YEAR_SECONDS
    cors_origins: tuple[str, ...] = ()
    rate_limits: Mapping[str, int] = field(default_factory=lambda: values.RATE_LIMITS)
    quotas: Mapping[str, int] = field(default_factory=dict)
    log: str = ""
    metrics: bool = False
    # The settings that say where the scorebook file is, as a command in a new terminal needs them.
    place_settings: Mapping[str, str] = field(default_factory=dict)
    # In the demo, every browser is the device with this secret.
    demo_secret: str | None = field(default=None, repr=False)

    @classmethod
    def from_environment(
        cls, environment: Mapping[str, str] = os.environ, *, new_key: bool = True
    ) -> "Config":
        """Read the settings; make a missing data folder, and a secret key only if `new_key`."""

        def read(parse: Callable[..., Any], name: str, *arguments: Any) -> Any:
            return parse(name, environment.get(name, ""), *arguments)

        values.refuse_retired(environment)
        data = values.read_data_folder(environment.get("SCOREKEEPER_DATA", ""))
        hosted = read(values.read_flag, "SCOREKEEPER_HOSTED", False)
        quotas = read(values.read_limits, "SCOREKEEPER_QUOTAS", values.QUOTAS)
        default = URL.create("sqlite+pysqlite", database=str(data / "scorebook.sqlite"))
        database_url = read(values.read_database_url, "SCOREKEEPER_DATABASE_URL", default)
        places = {
            "SCOREKEEPER_DATA": str(data),
            "SCOREKEEPER_DATABASE_URL": f"sqlite:///{database_url.database}",
        }
        return cls(
            database_url=database_url,
            data=data,
            auto_backup=read(values.read_flag, "SCOREKEEPER_AUTO_BACKUP", True),
            hosted=hosted,
            home_code=read(values.read_home_code, "SCOREKEEPER_HOME_CODE", hosted),
            public_url=read(values.read_public_url, "SCOREKEEPER_PUBLIC_URL", False),
            trusted_hosts=read(values.read_hosts, "SCOREKEEPER_TRUSTED_HOSTS"),
            trusted_proxies=read(values.read_number, "SCOREKEEPER_TRUSTED_PROXIES", 0, 1),
            hsts_seconds=read(values.read_number, "SCOREKEEPER_HSTS", values.YEAR_SECONDS, 9),
            cors_origins=read(values.read_origins, "SCOREKEEPER_CORS_ORIGINS"),
            rate_limits=read(values.read_limits, "SCOREKEEPER_RATE_LIMITS", values.RATE_LIMITS),
            quotas=quotas if hosted else {},
            log=read(values.read_log_format, "SCOREKEEPER_LOG"),
            metrics=read(values.read_metrics, "SCOREKEEPER_METRICS"),
            place_settings={name: place for name, place in places.items() if environment.get(name)},
            secret_key=values.read_secret_key(
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
        return values.private_folder(self.database_url, self.data) / "house-code"

    @property
    def is_home_server(self) -> bool:
        """Whether all phones share one scorebook and join with its code."""
        return not self.hosted and self.demo_secret is None

    @property
    def scorebook_file(self) -> Path | None:
        """The SQLite file of a home server, which is backed up; None for other databases."""
        is_file = self.is_home_server and self.database_url.get_backend_name() == "sqlite"
        return Path(str(self.database_url.database)) if is_file else None
