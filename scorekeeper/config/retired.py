"""Retired settings, which are refused with a sentence that names their replacement."""

from collections.abc import Mapping

from scorekeeper.secret_key import ConfigError

RENAMED_SETTINGS: dict[str, str] = {
    "SCOREKEEPER_ADDRESS": "SCOREKEEPER_PUBLIC_URL",
    "SCOREKEEPER_API_ORIGINS": "SCOREKEEPER_CORS_ORIGINS",
    "SCOREKEEPER_COPIES": "SCOREKEEPER_AUTO_BACKUP",
    "SCOREKEEPER_DATABASE": "SCOREKEEPER_DATABASE_URL",
    "SCOREKEEPER_PROXIES": "SCOREKEEPER_TRUSTED_PROXIES",
    "SCOREKEEPER_RATES": "SCOREKEEPER_RATE_LIMITS",
}
"""New names, by the old name of the setting."""

RETIRED_SETTINGS: dict[str, str] = {
    **{old: f"Use {new} instead." for old, new in RENAMED_SETTINGS.items()},
    "SCOREKEEPER_EPHEMERAL": "Unset it. To keep the scores, mount a volume at the data folder.",
    "SCOREKEEPER_NETWORK_FILE": "Unset it. Put the scorebook on a disk of this computer or in"
    " PostgreSQL, because locks may not work on a network drive.",
}
"""Replacements, by the name of the retired setting."""

RETIRED_NAMES: dict[str, dict[str, str]] = {
    "SCOREKEEPER_QUOTAS": {"megabytes": "Leave it out. Only matches and players count now."},
    "SCOREKEEPER_RATE_LIMITS": {
        "knocks": "Leave it out. Phones no longer ask to join; `codes` limits tries.",
        "guesses": "Leave it out. Tries are counted per address; `codes` limits them.",
    },
}
"""Replacements, by the setting and the retired name in its value."""


def refuse_retired(environment: Mapping[str, str]) -> None:
    """Raise ConfigError with a line for each retired setting or name that is used."""
    used = {name: value for name in RETIRED_SETTINGS if (value := environment.get(name))}
    problems = [f"{name} is no longer a setting. {RETIRED_SETTINGS[name]}" for name in used]
    renamed = {
        RENAMED_SETTINGS[old]: value for old, value in used.items() if old in RENAMED_SETTINGS
    }
    for setting, names in RETIRED_NAMES.items():
        parts = (environment.get(setting) or renamed.get(setting, "")).split(",")
        given = [part.partition("=")[0].strip() for part in parts]
        problems += [
            f"{setting} no longer takes {name}. {names[name]}" for name in given if name in names
        ]
    if problems:
        raise ConfigError("\n".join(problems))
