"""What templates can call, and how a view reaches the scorebook."""

from collections.abc import Sequence
from datetime import date, datetime
from functools import cache, lru_cache
from typing import Any

from babel.dates import format_date
from flask import Flask, current_app, flash, redirect, request, url_for
from flask_babel import format_datetime, get_locale
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
        url_for=address,
    )


def database() -> Database:
    """Return the scorebook's database of this app."""
    opened: Database = current_app.extensions["database"]
    return opened


def see(endpoint: str, **values: str | int) -> BaseResponse:
    """Answer a post: go and look at this page."""
    return redirect(url_for(endpoint, **values), 303)  # type: ignore[arg-type]


def address(endpoint: str, **values: Any) -> str:
    """Return the address of a page; the same few are asked for on every page of a match."""
    return _address(request.script_root, endpoint, tuple(values.items()))


@lru_cache(maxsize=1000)
def _address(_root: str, endpoint: str, values: tuple[tuple[str, Any], ...]) -> str:
    return url_for(endpoint, **dict(values))


def saved(words: str, kind: str = "message") -> None:
    """Let the next page say that this was saved."""
    flash(words, kind)


def day(time: datetime) -> str:
    """Return a day as the reader writes it."""
    return _written(time.date(), "medium", str(get_locale()))


def month(time: datetime) -> str:
    """Return a month with its year."""
    return _written(time.date(), "LLLL y", str(get_locale()))


@cache
def _written(day: date, form: str, language: str) -> str:
    """Return a date as a language writes it; a list holds the same days over and over."""
    return format_date(day, form, locale=language)


def moment(time: datetime) -> str:
    """Return a day with its time; UTC, as the device's zone is not known."""
    return f"{day(time)}, {format_datetime(time, 'HH:mm')} UTC"


def seat_name(seat: int, players: Sequence[str]) -> str:
    """Return who sits in a seat."""
    return players[seat]


def capital(words: str) -> str:
    """Return words with a capital at the start; the others stay as they are."""
    return words[:1].upper() + words[1:]
