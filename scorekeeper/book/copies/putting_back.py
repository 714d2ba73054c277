"""Letting the scorebook be as it was in a copy, as a phone asks for it.

Who is in stays in, and who was let out stays out: phones, links and codes are those of today,
whatever the copy says. Else a copy could let somebody in, or out.
"""

import sqlite3
from contextlib import closing
from pathlib import Path

from sqlalchemy import URL

from scorekeeper.book import house
from scorekeeper.book.alone import alone
from scorekeeper.book.columns import now
from scorekeeper.book.copies import contents, giving, keeping, report
from scorekeeper.book.copies.contents import columns, opened
from scorekeeper.book.copies.report import Looked, PutBack
from scorekeeper.book.database import PATIENCE, Database
from scorekeeper.book.errors import ScorebookError
from scorekeeper.book.examination import examine
from scorekeeper.book.restoring import restore


class Changed(Exception):
    """The scorebook is not as it was when it was shown what would be lost."""


def put_back(
    scorebook: Path, copy: Path, key: str, seen: str, *, speaks_for_host: bool = False
) -> PutBack:
    """Put a copy back, once for each key of a form; raise Changed where more was saved since.

    Raises ScorebookError where the copy is of no use, or there is no room for it.
    """
    folder = keeping.folder_of(scorebook)
    with alone(folder / "putting-back.lock", 2 * PATIENCE):
        last = report.read(folder).put_back
        if last is not None and key and last.key == key:
            return last
        if contents.state(scorebook) != seen:
            raise Changed
        giving.require_room(scorebook, 4)

        def settle(new: Path) -> None:
            settle_house(new, speaks_for_host=speaks_for_host)
            keep_phones(new, scorebook)

        kept = restore(URL.create("sqlite", database=str(scorebook)), copy, settle)
        done = PutBack(key, report.at(now()), copy.name, kept.name if kept else None)
        looked = _look(kept)
        with report.changing(folder) as change:
            change(put_back=done)
            if looked is not None:
                change.report = change.report.having(looked)
        return done


def _look(kept: Path | None) -> Looked | None:
    """Look at what stood there before; it may have been damaged, which is why it did not stay."""
    if kept is None:
        return None
    try:
        examine(kept, thoroughly=True)
        return Looked.into(kept.name, now(), contents.contents(kept))
    except (ScorebookError, *contents.UNREADABLE):
        return None


def settle_house(new: Path, *, speaks_for_host: bool) -> None:
    """Know of a copy from before there were houses which scorebook is the house's.

    A single one is it, wherever it was kept until then.
    """
    with closing(Database(URL.create("sqlite", database=str(new)))) as database:
        with database.write() as session:
            found = house.listed(session)
            if len(found) == 1 and not found[0].is_house:
                house.adopt(session, found[0].number)
        house.settle(database, hosted=False, speaks_for_host=speaks_for_host)


def keep_phones(new: Path, present: Path) -> None:
    """Let those be in who are in at present, by the codes and links of the present."""
    with opened(new, "rw") as copy:
        copy.execute("ATTACH ? AS present", (f"{present.absolute().as_uri()}?mode=ro",))
        copy.execute("BEGIN")
        _join(copy)
        for statement in (*_CLEAR, *_PHONES, *_LINKS):
            copy.execute(statement)
        _bring(
            copy,
            "grants",
            columns(copy, "grants") - {"id"},
            """present.grants was
            JOIN present.devices phone ON phone.id = was.device_id
            JOIN main.devices own ON own.secret_hash = phone.secret_hash
            JOIN same_book ON same_book.was = was.scorebook_id
            LEFT JOIN same_match ON same_match.book_was = was.scorebook_id
            AND same_match.was = was.match_id
            WHERE was.match_id IS NULL OR same_match.own IS NOT NULL""",
            device_id="own.id",
            scorebook_id="coalesce(same_match.book, same_book.own)",
            match_id="same_match.own",
        )
        copy.execute("COMMIT")


_CLEAR = (
    "DELETE FROM main.passes",
    "DELETE FROM main.grants",
    "UPDATE main.scorebooks SET recovery_hash = NULL",
)
_PHONES = (
    # The older device of a phone ends when the newer is seen: here that is over.
    "UPDATE main.devices SET follows_id = NULL",
    """UPDATE main.devices SET (phone, name, seen_at) = (
    SELECT now.phone, now.name, now.seen_at FROM present.devices now
    WHERE now.secret_hash = main.devices.secret_hash)
    WHERE secret_hash IN (SELECT secret_hash FROM present.devices)""",
    """INSERT INTO main.devices (secret_hash, created_at, seen_at, phone, name)
    SELECT secret_hash, created_at, seen_at, phone, name FROM present.devices
    WHERE secret_hash NOT IN (SELECT secret_hash FROM main.devices)""",
    """UPDATE main.devices SET follows_id = (SELECT own.id FROM present.devices now
    JOIN present.devices older ON older.id = now.follows_id
    JOIN main.devices own ON own.secret_hash = older.secret_hash
    WHERE now.secret_hash = main.devices.secret_hash)
    WHERE secret_hash IN (SELECT secret_hash FROM present.devices WHERE follows_id IS NOT NULL)""",
)
_LINKS = (
    # The house's scorebook is the same one, so that links to it and older copies of it stay so.
    """UPDATE main.scorebooks SET public_id = (
    SELECT public_id FROM present.scorebooks WHERE house IS TRUE)
    WHERE house IS TRUE AND (SELECT public_id FROM present.scorebooks WHERE house IS TRUE)
    NOT IN (SELECT public_id FROM main.scorebooks)""",
    """UPDATE main.scorebooks SET (generation, recovery_hash) = (
    SELECT was.generation, was.recovery_hash FROM present.scorebooks was
    JOIN same_book ON same_book.was = was.id WHERE same_book.own = main.scorebooks.id)
    WHERE id IN (SELECT own FROM same_book)""",
    """UPDATE main.addresses SET generation = (
    SELECT was.generation FROM present.addresses was
    WHERE was.public_id = main.addresses.public_id)
    WHERE public_id IN (SELECT public_id FROM present.addresses)""",
)


def _join(copy: sqlite3.Connection) -> None:
    """Tell which scorebooks and matches are the same: the house's is, whatever it was called."""
    copy.execute(
        """CREATE TEMP TABLE same_book AS
        SELECT was.id AS was, own.id AS own FROM present.scorebooks was JOIN main.scorebooks own
        ON own.house IS TRUE AND was.house IS TRUE
        OR own.house IS NOT TRUE AND was.house IS NOT TRUE AND own.public_id = was.public_id"""
    )
    copy.execute(
        """CREATE TEMP TABLE same_match AS
        SELECT was.scorebook_id AS book_was, was.match_id AS was,
        own.scorebook_id AS book, own.match_id AS own
        FROM present.addresses was JOIN main.addresses own ON own.public_id = was.public_id"""
    )


def _bring(
    copy: sqlite3.Connection, table: str, names: frozenset[str], source: str, **values: str
) -> None:
    """Write rows of the present into a table of the copy, some of their columns changed."""
    ordered = sorted(names)
    prefix = "was." if values else ""
    told = ", ".join(values.get(name, f"{prefix}{name}") for name in ordered)
    copy.execute(f"INSERT INTO main.{table} ({', '.join(ordered)}) SELECT {told} FROM {source}")
