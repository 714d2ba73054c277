"""Findings of the trick judge: illegal plays, revokes and voids, with links to the rulings."""

from collections.abc import Iterator
from typing import NamedTuple

from scorekeeper import rules
from scorekeeper.rules.referee.play import IllegalCard, Play, WhyNot
from scorekeeper.web.referee.judge.questions import JudgeQuery
from scorekeeper.web.referee.judge.voids import VoidNotes
from scorekeeper.words.referee import cards as words

Question = dict[str, str | int]
"""URL parameters of the rulings page."""


class Finding(NamedTuple):
    """A finding of the judge; `ruling` links to the rulings page if it can rule on it.

    `is_question` is true if the table has to say whether the leader of a spade held only spades.
    `watch` links to the void tracker if there is something to note.
    """

    sentence: str
    ruling: Question | None = None
    is_question: bool = False
    watch: Question | None = None


def find_all(match: rules.Match, query: JudgeQuery, play: Play, notes: VoidNotes) -> list[Finding]:
    """Return all findings, errors first."""
    return [
        *_illegal_cards(match, query, play),
        *_revokes(match, play),
        *_noted_revokes(match, query, play, notes),
        *_spade_lead(match, query, play),
        *_legal_card(match, query, play),
        *_voids(match, query, play),
    ]


def _illegal_cards(match: rules.Match, query: JudgeQuery, play: Play) -> Iterator[Finding]:
    for illegal in play.illegal:
        sentence = words.describe_illegal_card(
            match, illegal, play.tricks[illegal.trick - 1].cards[0].suit
        )
        if query.whole:
            sentence = words.prefix_trick(illegal.trick, sentence)
        yield Finding(sentence, _ruling(match, query, play, illegal))


def _ruling(
    match: rules.Match, query: JudgeQuery, play: Play, illegal: IllegalCard
) -> Question | None:
    game = match.house.game
    if illegal.why is WhyNot.NOT_HELD:
        return None
    if illegal.why is WhyNot.SPADES_NOT_BROKEN:
        last = len(query.cards) == (illegal.trick - 1) * game.seats + 1
        return _question("early spade", illegal.seat, in_time=last)
    later = [seat for trick in play.tricks[illegal.trick :] for seat in trick.by_seat(game)]
    offenders = game.sides[game.side_of[illegal.seat]]
    return _question("revoke", illegal.seat, in_time=not any(seat in later for seat in offenders))


def _question(kind: str, seat: int, *, in_time: bool) -> Question:
    return {"kind": kind, "noticed": "in time" if in_time else "later", "seat": seat}


def _revokes(match: rules.Match, play: Play) -> Iterator[Finding]:
    """Yield each revoke that a later card proves, unless the known holding proves it already."""
    known = {(illegal.seat, illegal.trick) for illegal in play.illegal}
    for revoke in play.revokes:
        if (revoke.seat, revoke.trick) not in known:
            ruling = _question("revoke", revoke.seat, in_time=False)
            yield Finding(words.describe_revoke(match, revoke), ruling)


def _noted_revokes(
    match: rules.Match, query: JudgeQuery, play: Play, notes: VoidNotes
) -> Iterator[Finding]:
    """Yield each card of the last trick whose suit its player was noted to be out of before."""
    played = play.tricks[-1].by_seat(match.house.game) if play.tricks else {}
    for seat, card in played.items():
        note = notes.get((seat, card.suit))
        if note and not note.later and (not query.whole or note.trick < len(play.tricks)):
            ruling = _question("revoke", seat, in_time=False)
            yield Finding(words.describe_noted_revoke(match, seat, card.suit, note.trick), ruling)


def _spade_lead(match: rules.Match, query: JudgeQuery, play: Play) -> Iterator[Finding]:
    """Yield the finding on a spade lead that is fine only from a player without other suits."""
    if play.broken is None or not play.broken.early:
        return
    seat, early = play.broken.seat, play.early_lead
    card = play.tricks[play.broken.trick - 1].cards[0]
    if seat == query.holder:
        if not any(illegal.seat == seat for illegal in play.illegal):
            yield Finding(words.describe_spade_lead(match, seat, card, only_spades=True))
    elif early is not None:
        ruling = _question("early spade", early.seat, in_time=False)
        yield Finding(words.describe_early_lead(match, early), ruling)
    else:
        sentence = words.describe_spade_lead(match, seat, card, only_spades=query.alone)
        wrong = _question("early spade", seat, in_time=len(query.cards) == 1)
        is_question = query.alone is None and not query.whole
        yield Finding(sentence, wrong if query.alone is False else None, is_question)


def _legal_card(match: rules.Match, query: JudgeQuery, play: Play) -> Iterator[Finding]:
    """Yield a finding if the last card of the known holding was legal."""
    if query.holder is None or not play.tricks:
        return
    number = len(play.tricks)
    card = play.tricks[-1].by_seat(match.house.game).get(query.holder)
    wrong = any(illegal.trick == number for illegal in play.illegal)
    opened = play.broken == (query.holder, number, True)
    if card and not wrong and not opened:
        yield Finding(words.describe_legal_card(card))


def _voids(match: rules.Match, query: JudgeQuery, play: Play) -> Iterator[Finding]:
    revoked = {illegal.seat for illegal in play.illegal if illegal.why is WhyNot.MUST_FOLLOW_SUIT}
    voids = [void for void in play.voids if void.trick == len(play.tricks)]
    seats = [void.seat for void in voids if void.seat not in revoked]
    if seats:
        watch: Question = {"voids": "yes"} | ({"trick": len(play.tricks)} if query.whole else {})
        yield Finding(words.describe_void(match, voids[0].suit, seats), watch=watch)
