from pathlib import Path

import pytest
from click.testing import CliRunner

from scorekeeper.cli import main
from scorekeeper.cli.group import COMMANDS, RETIRED_COMMANDS
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


@pytest.mark.parametrize("name", RETIRED_COMMANDS)
@pytest.mark.parametrize("arguments", [[], ["--help"], ["1"]], ids=" ".join)
def test_a_retired_command_names_the_new_one(name: str, arguments: list[str]) -> None:
    failed = CliRunner().invoke(main, [name, *arguments])
    assert failed.exit_code == 2
    new_name = RETIRED_COMMANDS[name]
    assert failed.stderr.endswith(f"Error: `{name}` is now `scorekeeper {new_name}`.\n")
    new = CliRunner().invoke(main, [*new_name.split(), "--help"])
    assert (new.exit_code, name in COMMANDS) == (0, False)
