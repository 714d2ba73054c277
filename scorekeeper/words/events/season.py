"""The season of a club in words: what counts for a person, and how points are given."""

from datetime import datetime

from scorekeeper.rules.seating.season import EveningScore, SeasonRow
from scorekeeper.words.dates import format_day
from scorekeeper.words.events.players import format_place, format_wins, label_wins
from scorekeeper.words.language import gettext as _, ngettext


def name_season() -> str:
    return _("Club season")


def count_evenings(number: int, first: datetime) -> str:
    """Count evenings since the first: 9 evenings since 2 Oct 2026."""
    return ngettext(
        "%(num)d evening since %(day)s",
        "%(num)d evenings since %(day)s",
        number,
        day=format_day(first),
    )


def describe_counted(row: SeasonRow) -> str:
    """Describe the evenings of a person that count: 6 of 8 count · 19 wins."""
    number, counted = len(row.scores), len(row.counted)
    evenings = ngettext("%(num)d evening", "%(num)d evenings", number)
    if counted < number:
        evenings = _("%(best)s of %(all)s count", best=counted, all=number)
    return f"{evenings} · {format_wins(row.wins)} {label_wins(row.wins)}"


def describe_place(score: EveningScore) -> str:
    """Describe the place in an evening: 3rd of 17."""
    return _("%(place)s of %(number)s", place=format_place(score.place), number=score.number)


def describe_points(best: int | None) -> str:
    """Describe how points are given and which evenings count."""
    sentences = [
        _(
            "An evening brings 1 point for coming, 1 for each person you finish ahead of, and ½ "
            "for each who shares your place."
        ),
        _("In pairs, your partner doesn’t count."),
    ]
    if best:
        sentences.append(
            ngettext("The best %(num)d evening counts.", "The best %(num)d evenings count.", best)
        )
    sentences.append(_("If points are equal, the wins decide."))
    return " ".join(sentences)


def describe_best_field() -> str:
    return _("For the club season: only the best evenings count. Leave this empty to count all.")
