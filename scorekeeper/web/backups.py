"""Backups of the database on a home server: a list, and downloads."""

import re
import shlex
import shutil
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime, tzinfo
from pathlib import Path

from flask import Response, current_app, make_response, render_template

from scorekeeper.book.access.grants import AccessDenied, Secret
from scorekeeper.book.db.errors import ScorebookError
from scorekeeper.book.db.ids import now
from scorekeeper.book.maintenance.backups import backup_report, download, retention
from scorekeeper.book.maintenance.backups.backup_report import VerifiedBackup, is_damaged
from scorekeeper.book.players import clocks
from scorekeeper.book.scorebooks import scorebooks
from scorekeeper.web.forms.base import RecordingForm, initial_values
from scorekeeper.web.http import current_device
from scorekeeper.web.http.responses import send_file
from scorekeeper.web.site import db
from scorekeeper.words.scorebooks import backups as words

STALE_AFTER_DAYS = 3
"""Days without a check after which the page warns that the backups are old."""
MIMETYPE = "application/vnd.sqlite3"
IS_WINDOWS = sys.platform == "win32"
"""Whether people type commands in PowerShell."""


@dataclass(frozen=True)
class BackupEntry:
    """A backup in the list: its file, date, size and kind, and the result of its last check."""

    path: Path
    day: datetime
    bytes: int
    last_check: VerifiedBackup | None
    is_automatic: bool
    is_damaged: bool

    @property
    def name(self) -> str:
        return self.path.name

    @property
    def was_checked_that_day(self) -> bool:
        return self.last_check is not None and (
            self.last_check.moment.astimezone(self.day.tzinfo).date() == self.day.date()
        )


def show(form: RecordingForm | None = None, status: int = 200) -> Response:
    """List the backups."""
    scorebook: Path | None = current_app.config["SCOREBOOK_FILE"]
    with db.read() as (session, secret):
        if not current_device.is_at_home() or not download.owns_shared(session, secret):
            raise AccessDenied("copies")
        can_download = scorebook is not None and download.owns_all(session, secret)
        book = next(one for one in scorebooks.find_all(session, secret) if one.is_home)
        clock = clocks.make_clock(None, clocks.load_time_zone(session, book.id))
    report = backup_report.BackupReport()
    entries: list[BackupEntry] = []
    if scorebook is not None:
        report = backup_report.read_report(retention.backup_folder(scorebook))
        entries = [_build_entry(path, report, clock) for path in retention.list_backups(scorebook)]
    checked = report.checked_at
    settings, command = _find_command()
    usable = (entry.path for entry in entries if entry.is_automatic and not entry.is_damaged)
    newest = next((str(path) for path in usable), "FILE")
    html = render_template(
        "backups/show.html",
        book=book,
        place=None if scorebook is None else retention.backup_folder(scorebook),
        makes_backups=current_app.config["AUTO_BACKUP"],
        report=report,
        is_stale=checked is not None and (now() - checked).days >= STALE_AFTER_DAYS,
        entries=entries,
        can_download=can_download,
        clock=clock,
        restore=write_command(settings, [*command, "restore", newest]),
        backup=write_command(settings, [*command, "backup", "FILE"]),
        is_windows=IS_WINDOWS,
        form=form or RecordingForm(**initial_values()),
    )
    return make_response(html, status)


def send_new_backup() -> Response:
    """Make a new backup and send it."""
    _secret, scorebook = _require_full_access()
    try:
        path = download.create_download(scorebook)
    except ScorebookError as error:
        return _render_error(error)
    file = path.open("rb")
    # An open file stays readable. If it can't be deleted yet, the daily cleanup does it.
    with suppress(OSError):
        path.unlink()
    return send_file(file, f"scorebook-{now():%Y-%m-%d}.sqlite", MIMETYPE)


def send_backup(copy: str) -> Response:
    """Send a backup."""
    secret, scorebook = _require_full_access()
    with db.database().read() as session:
        try:
            path = download.find_backup(session, secret, scorebook, copy)
        except ScorebookError as error:
            return _render_error(error)
    return send_file(path.open("rb"), path.name, MIMETYPE)


def write_command(settings: Mapping[str, str], command: Sequence[str]) -> str:
    """Return a command as it is typed in PowerShell on Windows, or in a shell elsewhere."""
    if not IS_WINDOWS:
        values = [f"{name}={shlex.quote(value)}" for name, value in settings.items()]
        return " ".join([*values, shlex.join(command)])
    values = [f"$env:{name} = {_quote_for_powershell(value)};" for name, value in settings.items()]
    quoted = [_quote_for_powershell(word) for word in command]
    if quoted[0] != command[0]:
        # Otherwise, PowerShell would print it.
        quoted.insert(0, "&")
    return " ".join([*values, *quoted])


def _render_error(error: ScorebookError) -> Response:
    form = RecordingForm(**initial_values())
    form.add_error(words.describe_error(error.reason))
    return show(form, 422)


def _find_command() -> tuple[Mapping[str, str], list[str]]:
    """Return the settings and the words that run the command in a new terminal on this computer.

    A `scorekeeper` of another folder is a wrapper and knows the settings. Without one the terminal
    needs the path of the command, and where the scorebook is if that was set.
    """
    settings: Mapping[str, str] = current_app.config["PLACE_SETTINGS"]
    archive = Path(sys.argv[0]).absolute()
    if archive.suffix == ".pyz":
        return settings, [sys.executable, str(archive)]
    command = Path(sys.executable).with_name("scorekeeper.exe" if IS_WINDOWS else "scorekeeper")
    on_path = shutil.which("scorekeeper")
    if not command.exists() or (on_path is not None and Path(on_path) != command):
        return {}, ["scorekeeper"]
    return settings, [str(command)]


def _quote_for_powershell(word: str) -> str:
    if re.fullmatch(r"[\w.-]+", word):
        return word
    # Any of these quotes ends a text, unless it is doubled.
    return "'" + re.sub("(['‘’‚‛])", r"\1\1", word) + "'"


def _require_full_access() -> tuple[Secret | None, Path]:
    """Return the device's secret and the database file; raise AccessDenied without full access."""
    scorebook: Path | None = current_app.config["SCOREBOOK_FILE"]
    with db.read() as (session, secret):
        at_home = scorebook is not None and current_device.is_at_home()
        if scorebook is None or not (at_home and download.owns_all(session, secret)):
            raise AccessDenied("copies")
    return secret, scorebook


def _build_entry(
    path: Path, report: backup_report.BackupReport, clock: tzinfo | None
) -> BackupEntry:
    stat = path.stat()
    made_at = datetime.fromtimestamp(stat.st_mtime, UTC).astimezone(clock)
    is_automatic = retention.FILE_NAME.fullmatch(path.name) is not None
    verified = report.of(path.name)
    damaged = is_damaged(path, verified)
    return BackupEntry(path, made_at, stat.st_size, verified, is_automatic, damaged)
