from pathlib import Path

from tests.servers import run


def test_all_retired_settings_are_refused_in_one_message(tmp_path: Path) -> None:
    settings = {
        "SCOREKEEPER_DATABASE": "postgresql:///scorekeeper",
        "SCOREKEEPER_PROXIES": "1",
        "SCOREKEEPER_RATES": "saves=60",
        "SCOREKEEPER_RATE_LIMITS": "",
        "SCOREKEEPER_COPIES": "",
    }
    refused = run(tmp_path / "data", "upgrade", **settings)
    assert (refused.returncode, refused.stdout) == (1, "")
    assert refused.stderr == (
        "Error: SCOREKEEPER_DATABASE is no longer a setting. Use SCOREKEEPER_DATABASE_URL"
        " instead.\n"
        "SCOREKEEPER_PROXIES is no longer a setting. Use SCOREKEEPER_TRUSTED_PROXIES instead.\n"
        "SCOREKEEPER_RATES is no longer a setting. Use SCOREKEEPER_RATE_LIMITS instead.\n"
    )
    assert not (tmp_path / "data").exists()
