"""Settings that earlier versions had: each is refused with a sentence that names its successor."""

from collections.abc import Mapping

from scorekeeper.secret_key import ConfigError

RETIRED: dict[str, str] = {}
"""What to do instead, by the name of the setting that went."""


def refuse_retired(environment: Mapping[str, str]) -> None:
    """Raise ConfigError for a setting that this version no longer has."""
    for name, successor in RETIRED.items():
        if environment.get(name):
            raise ConfigError(f"{name} is no longer a setting. {successor}")
