"""The clock of the table, the time zone of a scorebook, and a note on a hand."""

from alembic import op

revision = "0006"
down_revision = "0005"

# Both databases read this; Alembic would build each table anew on SQLite to give it a condition.
NEW = "ALTER TABLE {0} ADD COLUMN {1} {2} CONSTRAINT ck_{0}_{3} CHECK ({4})"


def upgrade() -> None:
    zone = "length(time_zone) BETWEEN 1 AND 64"
    op.execute(NEW.format("scorebooks", "time_zone", "VARCHAR(64)", "time_zone_length", zone))
    offset = "utc_offset BETWEEN -840 AND 840"
    op.execute(NEW.format("matches", "utc_offset", "INTEGER", "utc_offset", offset))
    note = "length(note) BETWEEN 0 AND 500"
    op.execute(NEW.format("hands", "note", "VARCHAR(500)", "note_length", note))
