"""Retired settings, which are rejected with a sentence that names their replacement."""

from collections.abc import Mapping

from scorekeeper.secret_key import ConfigError

RETIRED_SETTINGS: dict[str, str] = {
    "SCOREKEEPER_EPHEMERAL": "Unset it, and mount a volume at the data folder to keep the scores.",
    "SCOREKEEPER_NETWORK_FILE": "Unset it, and put the scorebook on a disk of this computer, or in"
    " PostgreSQL: locks may not work on a network drive.",
}
"""Replacements, by the name of the retired setting."""

RETIRED_NAMES: dict[str, dict[str, str]] = {
    "SCOREKEEPER_QUOTAS": {
        "megabytes": "Leave it out: only matches and players are counted.",
    },
    "SCOREKEEPER_RATES": {
        "knocks": "Leave it out: phones no longer ask to join. `codes` limits attempts at codes.",
        "guesses": "Leave it out: attempts are counted by address. `codes` limits them.",
    },
}
"""Replacements, by the setting and the retired name in its value."""


def refuse_retired(environment: Mapping[str, str]) -> None:
    """Raise ConfigError if a retired setting is set."""
    for name, successor in RETIRED_SETTINGS.items():
        if environment.get(name):
            raise ConfigError(f"{name} is no longer a setting. {successor}")
