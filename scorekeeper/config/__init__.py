"""The settings of the program, read from the environment."""

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from sqlalchemy import URL

from scorekeeper.config import values
from scorekeeper.config.retired import refuse_retired
from scorekeeper.config.settings import QUOTAS, RATE_LIMITS, SETTINGS, YEAR_SECONDS
from scorekeeper.config.values import read_address, read_database

__all__ = ["QUOTAS", "RATE_LIMITS", "SETTINGS", "Config", "read_address", "read_database"]


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
    https_seconds: int = YEAR_SECONDS
    api_origins: tuple[str, ...] = ()
    rates: Mapping[str, int] = field(default_factory=lambda: RATE_LIMITS)
    quotas: Mapping[str, int] = field(default_factory=dict)
    log: str = ""
    metrics: bool = False
    # In the demo, every browser is the device with this secret.
    everyone: str | None = field(default=None, repr=False)

    @classmethod
    def from_environment(cls, environment: Mapping[str, str] = os.environ) -> "Config":
        """Read the settings; at the first start, make the data folder and the secret key."""

        def given(setting: str) -> str:
            return environment.get(setting, "")

        refuse_retired(environment)
        data = values.read_data_folder(given("SCOREKEEPER_DATA"))
        hosted = values.read_flag("SCOREKEEPER_HOSTED", given("SCOREKEEPER_HOSTED"), False)
        quotas = values.read_limits("SCOREKEEPER_QUOTAS", given("SCOREKEEPER_QUOTAS"), QUOTAS)
        database = values.read_database_setting(given("SCOREKEEPER_DATABASE"), data)
        return cls(
            database=database,
            data=data,
            copies=values.read_flag("SCOREKEEPER_COPIES", given("SCOREKEEPER_COPIES"), True),
            hosted=hosted,
            address=values.read_public_address(given("SCOREKEEPER_ADDRESS")),
            trusted_hosts=values.read_trusted_hosts(given("SCOREKEEPER_TRUSTED_HOSTS")),
            proxies=values.read_proxy_count(given("SCOREKEEPER_PROXIES")),
            https_seconds=values.read_hsts_seconds(given("SCOREKEEPER_HSTS")),
            api_origins=values.read_origins(given("SCOREKEEPER_API_ORIGINS")),
            rates=values.read_limits("SCOREKEEPER_RATES", given("SCOREKEEPER_RATES"), RATE_LIMITS),
            quotas=quotas if hosted else {},
            log=values.read_log_format(given("SCOREKEEPER_LOG")),
            metrics=values.read_metrics(given("SCOREKEEPER_METRICS")),
            secret_key=values.read_secret_key(
                environment.get("SCOREKEEPER_SECRET_KEY"), database, data
            ),
        )

    @property
    def house_code(self) -> Path:
        """The file of the home code, next to that of the secret key."""
        return values.private_folder(self.database, self.data) / "house-code"

    @property
    def at_home(self) -> bool:
        """Whether this is a home server: all phones share one scorebook and join with its code."""
        return not self.hosted and self.everyone is None

    @property
    def scorebook(self) -> Path | None:
        """The SQLite file of a home server, which is backed up; None for other databases."""
        is_file = self.at_home and self.database.get_backend_name() == "sqlite"
        return Path(str(self.database.database)) if is_file else None

    @property
    def speaks_for_host(self) -> bool:
        """Whether the settings suggest a server for more than one home."""
        on_a_server = self.database.get_backend_name() != "sqlite"
        return on_a_server or self.proxies > 0 or bool(self.trusted_hosts)
