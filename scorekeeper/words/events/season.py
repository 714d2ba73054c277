"""The season of a club in words: what counts for a person, and how points are given."""

from scorekeeper.rules.seating.season import SeasonRow
from scorekeeper.words.events.players import format_wins, label_wins
from scorekeeper.words.language import gettext as _, ngettext


def describe_counted(row: SeasonRow) -> str:
    """Describe the evenings of a person that count: 6 of 8 count · 19 wins."""
    number, counted = len(row.scores), len(row.counted)
    evenings = ngettext("%(num)d evening", "%(num)d evenings", number)
    if counted < number:
        evenings = _("%(best)s of %(all)s count", best=counted, all=number)
    return f"{evenings} · {format_wins(row.wins)} {label_wins(row.wins)}"


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
