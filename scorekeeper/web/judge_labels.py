"""What the trick judge says, in words."""

from typing import NamedTuple

from flask_babel import gettext as _

from scorekeeper import rules

from .card_labels import card, suit
from .judge_asked import Asked
from .labels import enumerated


class Finding(NamedTuple):
    """What the judge found; where the desk can rule on it, what it is to be asked.

    `asks` says that the table has to say whether who led a spade held nothing but spades.
    """

    words: str
    ruling: dict[str, str | int] | None = None
    asks: bool = False


def verdict(match: rules.Match, asked: Asked, play: rules.Play) -> str:
    """Return who wins and leads, or whose turn it is and what has to be played."""
    trick = play.tricks[-1] if play.tricks else None
    if trick is None:
        return _leads(match, asked)
    if trick.winner is None:
        assert play.turn is not None
        return _("%(name)s’s turn", name=match.players[play.turn])
    name, best = match.players[trick.winner], card(trick.cards[rules.find_winner(trick.cards)])
    if play.turn is None and asked.whole:
        return _("%(name)s wins the last trick with the %(card)s.", name=name, card=best)
    return _("%(name)s wins with the %(card)s and leads next.", name=name, card=best)


def hint(match: rules.Match, asked: Asked, play: rules.Play) -> str:
    """Return what may be played now, or nothing where the trick is complete."""
    trick = play.tricks[-1] if play.tricks else None
    if trick is None or trick.winner is not None:
        broken = play.broken or asked.broken
        if play.turn is None:
            return ""
        if broken:
            return _("Spades are broken: any card may be led.")
        return _("Spades are not broken: a spade may be led only from nothing but spades.")
    best = match.players[
        match.house.game.clockwise_from(trick.leader)[rules.find_winner(trick.cards)]
    ]
    return _(
        "Follow %(suit)s, if possible. So far %(name)s wins.",
        suit=suit(trick.cards[0].suit),
        name=best,
    )


def findings(match: rules.Match, asked: Asked, play: rules.Play) -> list[Finding]:
    """Return what is worth a word about the cards so far, the gravest first."""
    return [
        *(_revoke(match, revoke) for revoke in play.revokes),
        *_spade_lead(match, asked, play),
        *_voids(match, play),
    ]


def _leads(match: rules.Match, asked: Asked) -> str:
    return _("%(name)s leads", name=match.players[asked.leads])


def _revoke(match: rules.Match, revoke: rules.Revoke) -> Finding:
    words = _(
        "Revoke: %(name)s did not follow %(suit)s in trick %(trick)s and played it in trick "
        "%(noticed)s.",
        name=match.players[revoke.seat],
        suit=suit(revoke.suit),
        trick=revoke.trick,
        noticed=revoke.noticed,
    )
    return Finding(words, {"kind": "revoke", "noticed": "later", "seat": revoke.seat})


def _voids(match: rules.Match, play: rules.Play) -> list[Finding]:
    """Return who did not follow suit in the last trick."""
    voids = [void for void in play.voids if void.trick == len(play.tricks)]
    if not voids:
        return []
    names = enumerated([match.players[void.seat] for void in voids])
    words = _(
        "No %(suit)s from %(names)s: whoever plays one later has revoked.",
        suit=suit(voids[0].suit),
        names=names,
    )
    return [Finding(words)]


def _spade_lead(match: rules.Match, asked: Asked, play: rules.Play) -> list[Finding]:
    if play.early_lead is not None:
        seat, trick, noticed = play.early_lead
        words = _(
            "%(name)s led a spade in trick %(trick)s before spades were broken, and held another "
            "suit: it showed in trick %(noticed)s.",
            name=match.players[seat],
            trick=trick,
            noticed=noticed,
        )
        return [Finding(words, {"kind": "early spade", "noticed": "later", "seat": seat})]
    if asked.broken or play.broken is None or not play.broken.led:
        return []
    name = match.players[play.broken.seat]
    if asked.alone:
        return [Finding(_("%(name)s had to: the lead is right and breaks spades.", name=name))]
    if asked.alone is False:
        words = _("%(name)s may not lead a spade yet: another suit comes first.", name=name)
        when = "in time" if len(asked.cards) == 1 else "later"
        return [Finding(words, {"kind": "early spade", "noticed": when, "seat": play.broken.seat})]
    words = _(
        "%(name)s led a spade before spades were broken: right only from nothing but spades.",
        name=name,
    )
    return [Finding(words, asks=not asked.whole)]
