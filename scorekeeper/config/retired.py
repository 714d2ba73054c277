"""Retired settings, which are refused with a sentence that names their replacement."""

from collections.abc import Mapping

from scorekeeper.secret_key import ConfigError

RETIRED_SETTINGS = {
    "SCOREKEEPER_ADDRESS": "Use SCOREKEEPER_PUBLIC_URL instead.",
    "SCOREKEEPER_API_ORIGINS": "Use SCOREKEEPER_CORS_ORIGINS instead.",
    "SCOREKEEPER_COPIES": "Use SCOREKEEPER_AUTO_BACKUP instead.",
    "SCOREKEEPER_DATABASE": "Use SCOREKEEPER_DATABASE_URL instead.",
    "SCOREKEEPER_PROXIES": "Use SCOREKEEPER_TRUSTED_PROXIES instead.",
    "SCOREKEEPER_RATES": "Use SCOREKEEPER_RATE_LIMITS instead.",
    "SCOREKEEPER_EPHEMERAL": "Unset it. To keep the scores, mount a volume at the data folder.",
    "SCOREKEEPER_NETWORK_FILE": "Unset it. Put the scorebook on a disk of this computer or in"
    " PostgreSQL, because locks may not work on a network drive.",
}
"""Replacements, by the name of the retired setting."""


def refuse_retired(environment: Mapping[str, str]) -> None:
    """Raise ConfigError with a line for each retired setting that is used."""
    used = [name for name in RETIRED_SETTINGS if environment.get(name)]
    if used:
        raise ConfigError(
            "\n".join(f"{name} is no longer a setting. {RETIRED_SETTINGS[name]}" for name in used)
        )
