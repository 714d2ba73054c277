"""The commands `backup` and `restore`."""

from pathlib import Path

import click

from scorekeeper.book.maintenance.backups import restore_file, sqlite_copy
from scorekeeper.cli.database import read_config, report_errors
from scorekeeper.words.scorebooks.backups import describe_contents, format_size


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@report_errors()
def backup(file: Path) -> None:
    """Back up the scorebook to FILE.

    Safe while the server is running.
    """
    made = sqlite_copy.create_backup(read_config().database_url, file)
    contents = f"{format_size(made.bytes)}, {describe_contents(made.matches, made.newest)}"
    click.echo(f"Backed up to {file} and checked: {contents}.")


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--with-phones", is_flag=True, help="Restore phones, links and codes, too.")
@report_errors()
def restore(file: Path, with_phones: bool) -> None:
    """Restore the scorebook from FILE.

    Automatic backups are in the folder scorebook-copies next to the scorebook. Safe while the
    server is running. The current state is kept, too. Phones that have access now keep it, and
    removed phones stay out, unless --with-phones is given.
    """
    config = read_config()
    done = restore_file.restore(
        config.database_url, file, at_home=config.is_home_server, with_phones=with_phones
    )
    # Without its settings, the command would restore into another folder than the server's.
    place = f" to {config.scorebook_file}" if config.scorebook_file else ""
    click.echo(f"Restored from {file}{place}.")
    if done.kept_access:
        click.echo("Phones, links and codes are the same as before the restore.")
    else:
        click.echo("Phones, links and codes are those of the backup.")
        click.echo("Phones removed after it have access again. Check them in Settings → Phones.")
    if done.kept is not None:
        click.echo(f"The previous state is kept in {done.kept}.")
