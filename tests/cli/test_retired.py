from pathlib import Path

import pytest

from scorekeeper.config.values import RETIRED_SETTINGS, refuse_retired
from scorekeeper.secret_key import ConfigError
from tests.servers import run


def test_all_retired_settings_are_refused_in_one_message(tmp_path: Path) -> None:
    settings = {
        "SCOREKEEPER_DATABASE": "postgresql:///scorekeeper",
        "SCOREKEEPER_PROXIES": "1",
        "SCOREKEEPER_RATES": "saves=60",
        "SCOREKEEPER_RATE_LIMITS": "",
        "SCOREKEEPER_COPIES": "",
        "SCOREKEEPER_EPHEMERAL": "1",
    }
    refused = run(tmp_path / "data", "upgrade", **settings)
    assert (refused.returncode, refused.stdout) == (1, "")
    assert refused.stderr == (
        "Error: SCOREKEEPER_DATABASE is no longer a setting. Use SCOREKEEPER_DATABASE_URL"
        " instead.\n"
        "SCOREKEEPER_PROXIES is no longer a setting. Use SCOREKEEPER_TRUSTED_PROXIES instead.\n"
        "SCOREKEEPER_RATES is no longer a setting. Use SCOREKEEPER_RATE_LIMITS instead.\n"
        "SCOREKEEPER_EPHEMERAL is no longer a setting. Unset it. To keep the scores, mount a"
        " volume at the data folder.\n"
    )
    assert not (tmp_path / "data").exists()


@pytest.mark.parametrize("name", sorted(RETIRED_SETTINGS))
def test_a_setting_of_an_earlier_version_is_refused(name: str) -> None:
    with pytest.raises(ConfigError, match=f"^{name} is no longer a setting. [A-Z].*\\.$"):
        refuse_retired({name: "0"})
    refuse_retired({name: ""})
