"""What templates can call, and how a view reaches the scorebook."""

from collections.abc import Sequence
from datetime import datetime

from flask import Flask, current_app, flash, redirect, url_for
from flask_babel import format_date, format_datetime
from werkzeug.wrappers import Response as BaseResponse

from scorekeeper import rules
from scorekeeper.book.database import Database

from . import (
    card_labels,
    house_labels,
    judge_labels,
    labels,
    outlook_labels,
    ruling_labels,
    tally_labels,
    void_labels,
)
from .reasons import explain


def register(app: Flask) -> None:
    """Let templates speak of matches."""
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    app.jinja_env.filters.update(
        number=labels.number,
        signed=labels.signed,
        day=day,
        month=month,
        moment=moment,
        capital=capital,
        seat_name=seat_name,
    )
    app.jinja_env.globals.update(
        Step=rules.Step,
        card_labels=card_labels,
        house_labels=house_labels,
        judge_labels=judge_labels,
        labels=labels,
        outlook_labels=outlook_labels,
        explain=explain,
        ruling_labels=ruling_labels,
        tally_labels=tally_labels,
        void_labels=void_labels,
        PRESETS=rules.PRESETS,
    )


def database() -> Database:
    """Return the scorebook's database of this app."""
    opened: Database = current_app.extensions["database"]
    return opened


def see(endpoint: str, **values: str | int) -> BaseResponse:
    """Answer a post: go and look at this page."""
    return redirect(url_for(endpoint, **values), 303)  # type: ignore[arg-type]


def saved(words: str, kind: str = "message") -> None:
    """Let the next page say that this was saved."""
    flash(words, kind)


def day(time: datetime) -> str:
    """Return a day as the reader writes it."""
    return format_date(time, "medium")


def month(time: datetime) -> str:
    """Return a month with its year."""
    return format_date(time, "LLLL y")


def moment(time: datetime) -> str:
    """Return a day with its time; UTC, as the device's zone is not known."""
    return f"{day(time)}, {format_datetime(time, 'HH:mm')} UTC"


def seat_name(seat: int, players: Sequence[str]) -> str:
    """Return who sits in a seat."""
    return players[seat]


def capital(words: str) -> str:
    """Return words with a capital at the start; the others stay as they are."""
    return words[:1].upper() + words[1:]
