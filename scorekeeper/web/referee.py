"""The referee: one page that leads to every question a table can ask."""

from collections.abc import Callable
from typing import NamedTuple

from flask import Blueprint, render_template
from flask_babel import lazy_gettext

from scorekeeper import rules

from .match import load

blueprint = Blueprint("referee", __name__)


def _always(match: rules.Match) -> bool:
    return True


def _while_it_runs(match: rules.Match) -> bool:
    return match.step is not rules.Step.OVER


def _before_the_bids(match: rules.Match) -> bool:
    return match.step is rules.Step.BIDS and match.house.game.role is rules.Role.DRAWS


class Page(NamedTuple):
    """A page the referee leads to, in words, and when it has something to say."""

    title: str
    text: str
    when: Callable[[rules.Match], bool]


PAGES = {
    "drawing.show": Page(
        lazy_gettext("Drawing the cards"),
        lazy_gettext("Keep it or discard it: turn by turn until both hold all their cards."),
        _before_the_bids,
    ),
    "outlook.show": Page(
        lazy_gettext("What do we need?"),
        lazy_gettext("Who wins, loses or is bagged with how many tricks of this hand."),
        _while_it_runs,
    ),
    "judge.show": Page(
        lazy_gettext("Trick judge"),
        lazy_gettext("Tap the cards: was that allowed, who wins, who leads?"),
        _always,
    ),
    "voids.show": Page(
        lazy_gettext("Void watch"),
        lazy_gettext("Who has none of which suit; who plays it later has revoked."),
        _while_it_runs,
    ),
    "rulings.show": Page(
        lazy_gettext("Rulings"),
        lazy_gettext("Somebody revoked, led out of turn, showed a card: what now?"),
        _always,
    ),
    "rule_card.show": Page(
        lazy_gettext("Rule card"),
        lazy_gettext("How this table plays, in plain sentences; to print or to settle a question."),
        _always,
    ),
}


@blueprint.get("/matches/<public_id>/referee")
def show(public_id: str) -> str:
    """Show whose turn it is and what the referee can be asked."""
    kept = load(public_id)
    return render_template(
        "referee/show.html",
        kept=kept,
        match=kept.match,
        pages={name: page for name, page in PAGES.items() if page.when(kept.match)},
    )
