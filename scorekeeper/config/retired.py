"""Settings that earlier versions had: each is refused with a sentence that names its successor."""

from collections.abc import Mapping

from scorekeeper.secret_key import ConfigError

RETIRED_SETTINGS: dict[str, str] = {
    "SCOREKEEPER_EPHEMERAL": "Unset it, and mount a volume at the data folder to keep the scores.",
    "SCOREKEEPER_NETWORK_FILE": "Unset it, and put the scorebook on a disk of this computer, or in"
    " PostgreSQL: locks may not work on a network drive.",
}
"""What to do instead, by the name of the setting that went."""

RETIRED_NAMES: dict[str, dict[str, str]] = {
    "SCOREKEEPER_QUOTAS": {
        "megabytes": "Matches and players are counted, bytes are not: leave it out.",
    },
    "SCOREKEEPER_RATES": {
        "knocks": "Phones join with a code or a link: codes limits attempts.",
        "guesses": "Attempts at codes are counted for each address alone: use codes.",
    },
}
"""What to do instead, by the setting and by the name that went from its value."""


def refuse_retired(environment: Mapping[str, str]) -> None:
    """Raise ConfigError for a setting that this version no longer has."""
    for name, successor in RETIRED_SETTINGS.items():
        if environment.get(name):
            raise ConfigError(f"{name} is no longer a setting. {successor}")
