"""Whether a scorebook is as this program needs it: looked at, and never changed."""

from contextlib import closing
from pathlib import Path

from sqlalchemy import URL

from scorekeeper.book.database import Database, address
from scorekeeper.book.errors import ScorebookError
from scorekeeper.book.examination import examine, made_by
from scorekeeper.book.schema import (
    HEAD,
    named,
    refuse_newer,
    saying_where,
    stored_revision,
)


def require_current(url: str | URL) -> None:
    """Refuse a scorebook that is not there, or of an older or newer version, with a sentence."""
    parsed = address(url)
    place = named(parsed)
    with saying_where(parsed):
        if parsed.get_backend_name() == "sqlite":
            path = Path(place)
            revision = examine(path) if path.exists() else None
            made = made_by(path) if path.exists() else 0
        else:
            made = 0
            with closing(Database(parsed)) as database, database.read() as session:
                revision = stored_revision(session.connection(), place)
    if revision is None:
        raise ScorebookError(f"There is no scorebook {place} yet: `scorekeeper upgrade` makes it.")
    if revision != HEAD:
        refuse_newer(revision, place, made)
        raise ScorebookError(
            f"The scorebook {place} was written by an older version of this program (tables"
            f" {revision}; this needs {HEAD}): `scorekeeper upgrade` brings it up to date."
        )
