from pathlib import Path

import pytest
from click.testing import CliRunner

from scorekeeper.cli import main
from scorekeeper.cli.group import COMMANDS, RENAMED_COMMANDS
from scorekeeper.config.retired import RETIRED_NAMES, RETIRED_SETTINGS, refuse_retired
from scorekeeper.secret_key import ConfigError
from tests.servers import run


def test_all_retired_settings_are_refused_in_one_message(tmp_path: Path) -> None:
    settings = {
        "SCOREKEEPER_DATABASE": "postgresql:///scorekeeper",
        "SCOREKEEPER_PROXIES": "1",
        "SCOREKEEPER_RATES": "saves=60,knocks=3",
        "SCOREKEEPER_RATE_LIMITS": "",
        "SCOREKEEPER_COPIES": "",
        "SCOREKEEPER_EPHEMERAL": "1",
        "SCOREKEEPER_QUOTAS": "megabytes=5",
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
        "SCOREKEEPER_QUOTAS no longer takes megabytes. Leave it out. Only matches and players"
        " count now.\n"
        "SCOREKEEPER_RATE_LIMITS no longer takes knocks. Leave it out. Phones no longer ask to"
        " join; `codes` limits tries.\n"
    )
    assert not (tmp_path / "data").exists()


@pytest.mark.parametrize(
    ("setting", "name"),
    [(setting, name) for setting in RETIRED_NAMES for name in RETIRED_NAMES[setting]],
)
def test_a_retired_name_in_a_setting_is_refused_with_its_successor(setting: str, name: str) -> None:
    with pytest.raises(ConfigError) as refused:
        refuse_retired({setting: f"matches=60, {name}=5"})
    assert str(refused.value) == f"{setting} no longer takes {name}. {RETIRED_NAMES[setting][name]}"


@pytest.mark.parametrize(
    ("arguments", "successor"),
    [
        (["check", "--url", "https://scores.example"], "/readyz"),
        (["serve", "--socket", "/run/scores"], "--bind unix:PATH"),
        (["serve", "--address", "https://scores.example"], "Use --public-url instead."),
        (["check", "--mend"], "Use --repair instead."),
        (["code", "--new"], "Use --renew instead."),
        (["code", "--new", "--everybody-out"], "Use --renew instead."),
        (["code", "--everybody-out"], "Use --remove-phones instead."),
        (["import", "--theirs", "file"], "Use --overwrite instead."),
        (["export", "--csv"], "Use --format=hands-csv instead."),
        (["export", "--results", "file"], "Use --format=matches-csv instead."),
        (["export", "--semicolon"], "Use --delimiter=';' instead."),
    ],
)
def test_an_option_of_an_earlier_version_is_refused_with_its_successor(
    arguments: list[str], successor: str
) -> None:
    refused = CliRunner().invoke(main, arguments)
    assert refused.exit_code == 2
    assert "is no longer an option" in refused.output
    assert successor in refused.output


@pytest.mark.parametrize("name", sorted(RENAMED_COMMANDS))
def test_a_renamed_command_is_refused_with_its_new_name(name: str) -> None:
    new = RENAMED_COMMANDS[name]
    assert new in COMMANDS
    for arguments in ([], ["--yes"], ["FILE", "--help"]):
        refused = CliRunner().invoke(main, [name, *arguments])
        assert refused.exit_code == 2
        assert (
            f"'{name}' is no longer a command. Use `scorekeeper {new}` instead." in refused.output
        )


def test_the_help_lists_no_retired_command_or_option() -> None:
    lines = CliRunner().invoke(main, ["--help"]).output.splitlines()
    assert {line.split()[0] for line in lines if line.startswith("  ")}.isdisjoint(RENAMED_COMMANDS)
    assert "--mend" not in CliRunner().invoke(main, ["check", "--help"]).output


@pytest.mark.parametrize("name", sorted(RETIRED_SETTINGS))
def test_a_setting_of_an_earlier_version_is_refused(name: str) -> None:
    with pytest.raises(ConfigError, match=f"^{name} is no longer a setting. [A-Z].*\\.$"):
        refuse_retired({name: "0"})
    refuse_retired({name: ""})
