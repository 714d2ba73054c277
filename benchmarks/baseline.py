"""The floor: a minimal app on the same server and libraries that reads or writes one row."""

import logging
import sqlite3
import sys
from pathlib import Path

import waitress
from flask import Flask, render_template
from sqlalchemy import Engine, create_engine, event
from sqlalchemy.orm import DeclarativeBase, Mapped, Session, mapped_column

PAGE = """\
<!doctype html><html lang="en"><head><title>{{ row.name }}</title></head><body><main>
{% for number in range(60) %}
<p class="line line--{{ number }}"><b>{{ row.name }}</b> row {{ number }}: {{ row.points }}</p>
{% endfor %}
</main></body></html>
"""


class Base(DeclarativeBase):
    """Base of the only table."""


class Row(Base):
    __tablename__ = "rows"

    id: Mapped[int] = mapped_column(primary_key=True)
    name: Mapped[str]
    points: Mapped[int]


def create_floor(folder: Path | str) -> Flask:
    """Return an app that renders one row as a page of 6 kB (GET) or commits one insert (POST)."""
    folder = Path(folder)
    (folder / "templates").mkdir(exist_ok=True)
    (folder / "templates" / "page.html").write_text(PAGE)
    app = Flask("floor", template_folder=str(folder / "templates"))
    engine = create_engine(f"sqlite:///{folder / 'floor.sqlite'}")
    event.listen(engine, "connect", _set_up)
    _make_row(engine)

    @app.get("/")
    def read() -> str:
        with Session(engine) as session:
            return render_template("page.html", row=session.get_one(Row, 1))

    @app.post("/")
    def write() -> str:
        with Session(engine) as session, session.begin():
            session.add(Row(name="Ben", points=490))
        return ""

    return app


def _set_up(connection: sqlite3.Connection, _: object) -> None:
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")


def _make_row(engine: Engine) -> None:
    Base.metadata.create_all(engine)
    with Session(engine) as session, session.begin():
        session.merge(Row(id=1, name="Ann", points=500))


if __name__ == "__main__":
    logging.getLogger("waitress.queue").setLevel(logging.ERROR)
    waitress.serve(
        create_floor(Path(sys.argv[1])), host="127.0.0.1", port=int(sys.argv[2]), threads=4
    )
