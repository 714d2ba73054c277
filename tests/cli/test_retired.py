import click
import pytest
from click.testing import CliRunner

from scorekeeper.cli import main
from scorekeeper.cli.retired import retire_command, retired_option
from scorekeeper.config.retired import RETIRED_SETTINGS, refuse_retired
from scorekeeper.secret_key import ConfigError


@click.group()
def group() -> None:
    pass


@group.command()
@retired_option("--old", is_flag=True, instead="Use --new.")
def work() -> None:
    click.echo("done")


retire_command(group, "toil", "Use `work`.")


def test_a_retired_option_is_refused_with_its_successor() -> None:
    refused = CliRunner().invoke(group, ["work", "--old"])
    assert refused.exit_code == 2
    assert "--old is no longer an option. Use --new." in refused.output
    assert CliRunner().invoke(group, ["work"]).output == "done\n"


@pytest.mark.parametrize("arguments", [[], ["--yes"], ["file", "--help"]])
def test_a_retired_command_is_refused_with_its_successor(arguments: list[str]) -> None:
    refused = CliRunner().invoke(group, ["toil", *arguments])
    assert refused.exit_code == 2
    assert "'toil' is no longer a command. Use `work`." in refused.output


def test_a_retired_setting_is_refused_with_its_successor(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(RETIRED_SETTINGS, "SCOREKEEPER_OLD", "Set SCOREKEEPER_NEW instead.")
    with pytest.raises(ConfigError) as refused:
        refuse_retired({"SCOREKEEPER_OLD": "1"})
    assert str(refused.value) == (
        "SCOREKEEPER_OLD is no longer a setting. Set SCOREKEEPER_NEW instead."
    )
    refuse_retired({"SCOREKEEPER_OLD": ""})


@pytest.mark.parametrize(
    ("said", "successor"),
    [
        (["check", "--url", "https://scores.example"], "/readyz"),
        (["serve", "--socket", "/run/scores"], "--bind unix:PATH"),
    ],
)
def test_an_option_of_an_earlier_version_names_its_successor(
    said: list[str], successor: str
) -> None:
    refused = CliRunner().invoke(main, said)
    assert refused.exit_code == 2
    assert "is no longer an option" in refused.output
    assert successor in refused.output


@pytest.mark.parametrize("name", sorted(RETIRED_SETTINGS))
def test_a_setting_of_an_earlier_version_is_refused(name: str) -> None:
    with pytest.raises(ConfigError, match=f"^{name} is no longer a setting. [A-Z].*\\.$"):
        refuse_retired({name: "0"})
