"""A hand in words: its bids, its tricks, its tally, odd bids, and the replies of seats to it."""

from collections.abc import Iterable, Mapping, Sequence

from scorekeeper import rules
from scorekeeper.rules.outlook.distributions import compute_outlook
from scorekeeper.rules.outlook.needs import find_aim
from scorekeeper.rules.scoring.hand import POINTS_A_TRICK, find_big_bid
from scorekeeper.rules.scoring.tally import ContractState, NilTally, SideTally
from scorekeeper.words.house_rules import describe_first_hand
from scorekeeper.words.language import N_, gettext as _, ngettext
from scorekeeper.words.table import format_number, format_overtricks, name_partners, name_side


def name_bid(value: rules.Bid) -> str:
    """Name a bid."""
    if value.is_nil:
        return _("Blind nil") if value.blind else _("Nil")
    return name_blind_bid(value.tricks) if value.blind else str(value.tricks)


def name_blind_bid(tricks: int | str) -> str:
    return _("Blind %(bid)s", bid=tricks)


def list_bidders(
    match: rules.Match, order: Sequence[int], *all_bids: Sequence[rules.Bid]
) -> list[tuple[str, Sequence[int]]]:
    """Return each player with the seat, or a side with its seats if they share a bid in any."""
    game, bidders = match.house.game, {}
    for seat in order:
        side, shared = game.side_of[seat], any(rules.is_shared(game, b, seat) for b in all_bids)
        seats = game.sides[side] if shared else (seat,)
        bidders[seats] = name_side(match.sides[side]) if shared else match.players[seat]
    return [(name, seats) for seats, name in bidders.items()]


def name_bid_of(game: rules.Game, bids: Sequence[rules.Bid], seat: int) -> str:
    """Name the bid of a seat, which may be that of both partners."""
    is_shared = rules.is_shared(game, bids, seat)
    return name_bid(bids[game.sides[game.side_of[seat]][0] if is_shared else seat])


def describe_bids(match: rules.Match, bids: Sequence[rules.Bid]) -> list[str]:
    """Describe the bid of each player or side: Ann 4."""
    bidders = list_bidders(match, range(len(bids)), bids)
    return [f"{name} {name_bid(bids[seats[0]])}" for name, seats in bidders]


def describe_tricks(match: rules.Match, hand: rules.Hand) -> list[str]:
    """Describe the tricks of each player, or of a side that pools them."""
    return [f"{name} {tricks}" for name, tricks in _list_tricks(match, hand).values()]


def describe_changed_bids(match: rules.Match, before: rules.Hand, after: rules.Hand) -> str:
    """Describe changed bids in a sentence: Ben bids 4 now, not 3."""
    return " · ".join(
        _("%(name)s bids %(after)s now, not %(before)s", **change)
        for change in _list_changed_bids(match, before, after)
    )


def describe_changes(match: rules.Match, before: rules.Hand, after: rules.Hand) -> list[str]:
    """Describe the changes to a hand: Ann took 2 → 0."""
    changes = [
        _("%(name)s bid %(before)s → %(after)s", **change)
        for change in _list_changed_bids(match, before, after)
    ]
    old_tricks = _list_tricks(match, before)
    for whose, (name, tricks) in _list_tricks(match, after).items():
        if whose not in old_tricks:
            changes.append(_("%(name)s took %(after)s", name=name, after=tricks))
        elif old_tricks[whose][1] != tricks:
            was = old_tricks[whose][1]
            changes.append(
                _("%(name)s took %(before)s → %(after)s", name=name, before=was, after=tricks)
            )
    return changes


def _list_changed_bids(
    match: rules.Match, before: rules.Hand, after: rules.Hand
) -> list[dict[str, str]]:
    both = before.bids or (), after.bids or ()
    if not all(both):
        return []
    changes = []
    for name, seats in list_bidders(match, range(len(match.players)), *both):
        old, new = (
            "+".join(name_bid(bids[seat]) for seat in seats if not bids[seat].shared)
            for bids in both
        )
        if old != new:
            changes.append({"name": name, "before": old, "after": new})
    return changes


def _list_tricks(match: rules.Match, hand: rules.Hand) -> dict[tuple[str, int], tuple[str, int]]:
    listed: dict[tuple[str, int], tuple[str, int]] = {}
    if hand.tricks is None:
        return listed
    for side, seats in enumerate(match.house.game.sides):
        pooled = rules.list_pooled_seats(match.house.game, hand.bids or (), side)
        if any(hand.tricks.seats[seat] is None for seat in pooled):
            listed["side", side] = name_side(match.sides[side]), hand.tricks.piles[side]
        for seat in seats:
            tricks = hand.tricks.seats[seat]
            if tricks is not None:
                listed["seat", seat] = match.players[seat], tricks
    return listed


def describe_hands(match: rules.Match, hands: Iterable[rules.Hand]) -> str:
    return "; ".join(_describe_hand(match, hand) for hand in hands)


def _describe_hand(match: rules.Match, hand: rules.Hand) -> str:
    if hand.redeal is not None:
        return _("misdeal")
    bids = ", ".join(describe_bids(match, hand.bids or ()))
    tricks = ", ".join(describe_tricks(match, hand))
    if not bids:
        return _("took %(tricks)s", tricks=tricks)
    if not tricks:
        return _("bid %(bids)s", bids=bids)
    return _("bid %(bids)s; took %(tricks)s", bids=bids, tricks=tricks)


def describe_on_paper(match: rules.Match, place: int, side: int) -> str:
    """Describe a side's bid and tricks as on a paper sheet, nil bidders last: 4+Nil → 6+0."""
    hand, game = match.hands[place - 1], match.house.game
    bids, tricks = hand.bids or (), hand.tricks
    assert tricks is not None
    pooled, apart = (of(game, bids, side) for of in (rules.list_pooled_seats, rules.list_nil_seats))
    bid_names = [
        name_bid(bids[seat]) for seat in (*pooled, *apart) if bids and not bids[seat].shared
    ]
    took = [*[tricks.piles[side]][: len(pooled)], *[tricks.seats[seat] for seat in apart]]
    return " → ".join("+".join(map(str, part)) for part in (bid_names, took) if part)


def describe_total_bid(game: rules.Game, bids: Sequence[rules.Bid]) -> str:
    """Describe how many of the tricks were bid."""
    loose = rules.count_unbid_tricks(game, bids)
    if loose < 0:
        return describe_live_excess(game).format(total=game.tricks - loose, over=-loose)
    return describe_live_total(game).format(total=game.tricks - loose)


def describe_live_total(game: rules.Game) -> str:
    """Describe how many tricks are bid so far; a script fills in {total}."""
    return _("{total} of %(tricks)s bid", tricks=game.tricks)


def describe_live_excess(game: rules.Game) -> str:
    """Describe that more than all tricks are bid; a script fills in {total} and {over}."""
    return _("{total} bid, {over} over %(tricks)s", tricks=game.tricks)


def describe_named_bid(bid: str) -> str:
    return _("bid %(bid)s", bid=bid)


def describe_bid_of_side(contract: int | str) -> str:
    return _("contract %(bid)s", bid=contract)


def describe_save_by_one() -> str:
    return _("One number saves the hand.")


def label_save(hand: int | str) -> str:
    return _("Save hand %(number)s", number=hand)


def describe_redeal(game: rules.Game) -> str:
    """Describe the result of throwing in a hand."""
    if game.role is rules.Role.DEALS:
        return _("Misdeal: no score, dealt again.")
    return _("Misdeal: no score, drawn again.")


def describe_odd_bid(match: rules.Match, odd_bid: rules.OddBid) -> str:
    """Describe odd bids."""
    side = name_side(match.sides[odd_bid.side]) if odd_bid.side is not None else ""
    return {
        "contract over all tricks": _(
            "%(side)s bid more than the %(tricks)s tricks in a hand.",
            side=side,
            tricks=match.house.game.tricks,
        ),
        "bids add up to all tricks": _(
            "The bids add up to exactly %(tricks)s. No tricks to spare.",
            tricks=match.house.game.tricks,
        ),
        "all partners nil": _("Both partners of %(side)s bid nil.", side=side),
        "high contract beside nil": _("%(side)s bid high next to a nil.", side=side),
    }[odd_bid.code]


def list_slips(match: rules.Match) -> list[list[tuple[str, str, bool]]]:
    """Return the slips of each side on the board: contract, nils and blind bids.

    Each has a number or a bid, a note, and whether it is tilted.
    """
    least = _count_tricks_to_make(match)
    return [
        _list_slips(match, match.due_bids, side, least.get(side))
        for side in range(len(match.sides))
    ]


def _count_tricks_to_make(match: rules.Match) -> dict[int, int | None]:
    """Return the tricks that each side has to take where rulings change them."""
    hand = match.current_hand
    if hand is None or not any(ruling.tricks or ruling.set for ruling in hand.rulings):
        return {}
    aims = map(find_aim, compute_outlook(match, minutes=0))
    return {aim.side: aim.least for aim in aims if aim.most is None}


def _list_slips(
    match: rules.Match, bids: Sequence[rules.Bid] | None, side: int, least: int | None
) -> list[tuple[str, str, bool]]:
    if bids is None:
        return []
    if not bids:
        return [(str(POINTS_A_TRICK), _("per trick"), False)]
    game = match.house.game
    seats = game.sides[side]
    askew = [seat for seat in seats if bids[seat].is_nil or bids[seat].blind]
    # A player who plays alone is named above the slips, as are partners who bid together.
    is_of_side = len(seats) == 1 or rules.is_shared(game, bids, seats[0])
    whose = [_("to make") if is_of_side else match.players[seat] for seat in askew]
    slips = [(name_bid(bids[seat]), of, True) for seat, of in zip(askew, whose, strict=True)]
    if all(bids[seat].is_nil for seat in seats):
        return slips
    contract = rules.get_contract(game, bids, side)
    worth = describe_worth(match.house, contract)
    return [(str(contract if least is None else least), worth, False), *slips]


def list_bids_of_side(match: rules.Match, side: int) -> list[tuple[str, str]]:
    """Return the partners of a side, each with their bid.

    The slip of a player without a partner, or of partners who bid together, is the bid, unless a
    ruling has changed what it says.
    """
    game, bids, hand = match.house.game, match.due_bids or (), match.current_hand
    seats, is_ruled = game.sides[side], bool(hand and hand.rulings)
    if len(seats) == 1:
        return [(describe_named_bid(name_bid(bids[seats[0]])), "")] if bids and is_ruled else []
    is_shared = rules.is_shared(game, bids, seats[0])
    if is_shared and is_ruled:
        return [(name_partners(match, side), name_bid(bids[seats[0]]))]
    named = [name_bid(bids[seat]) if bids and not is_shared else "" for seat in seats]
    return list(zip((match.players[seat] for seat in seats), named, strict=True))


def describe_exchange(house: rules.HouseRules) -> str:
    """Describe how many cards a blind nil bidder may exchange; empty if none."""
    if not house.exchange or "exchange" not in rules.list_rules(house.game):
        return ""
    return ngettext(
        "May exchange %(num)d card before the first trick",
        "May exchange up to %(num)d cards before the first trick",
        house.exchange,
    )


def describe_exchange_of_side(match: rules.Match, side: int) -> str:
    """Describe the exchange of a side with a blind nil, until its first trick is recorded."""
    bids, hand = match.due_bids, match.current_hand
    seats = match.house.game.sides[side]
    if not bids or (hand and hand.tally) or all(bids[seat] != rules.BLIND_NIL for seat in seats):
        return ""
    return describe_exchange(match.house)


def describe_worth(house: rules.HouseRules, contract: int) -> str:
    """Describe what a contract is for: to make, or for the points of a big bid."""
    big = find_big_bid(house, contract)
    return _("for %(points)s", points=big.made) if big and big.how == "instead" else _("to make")


def describe_tally(match: rules.Match, only: int | None = None) -> list[str]:
    """Describe the contract and nils of each side, or of one only, and threatening bags."""
    tally, sides = match.tally, range(len(match.sides)) if only is None else (only,)
    contracts = [_contract(match, tally.left, side, tally.sides[side]) for side in sides]
    nils = [_nil(match, nil) for nil in tally.nils if match.house.game.side_of[nil.seat] in sides]
    return [*filter(None, [*contracts, *nils])]


def ask_who_took(match: rules.Match) -> str:
    """Ask which seat of a side took a trick."""
    tally = match.tally
    assert tally.asked is not None
    side = name_side(match.sides[tally.asked])
    return _(
        "%(side)s took trick %(trick)s. There’s a nil now, so which player took it?",
        side=side,
        trick=tally.number,
    )


def _contract(match: rules.Match, left: int, side: int, tally: SideTally) -> str:
    name = name_side(match.sides[side])
    if tally.progress is ContractState.NO_CONTRACT:
        return ""
    if tally.progress is ContractState.NEEDS:
        return _(
            "%(side)s needs %(needs)s of the %(left)s left", side=name, needs=tally.needs, left=left
        )
    if tally.progress is ContractState.SET:
        return _("%(side)s is set", side=name)
    made = _("%(side)s made it", side=name)
    if tally.overtricks:
        made = f"{made}, {format_overtricks(tally.overtricks)}"
    penalty = format_number(-match.house.bag_penalty)
    if tally.bagged:
        return _("%(made)s: bag penalty %(penalty)s", made=made, penalty=penalty)
    if tally.bags_left is not None and tally.bags_left <= left:
        return ngettext(
            "%(made)s: %(num)d more bag until %(penalty)s",
            "%(made)s: %(num)d more bags until %(penalty)s",
            tally.bags_left,
            made=made,
            penalty=penalty,
        )
    return made


def _nil(match: rules.Match, nil: NilTally) -> str:
    name = match.players[nil.seat]
    if nil.broken is None:
        is_unsure = match.house.game.side_of[nil.seat] == match.tally.asked
        return "" if is_unsure else _("%(name)s’s nil is still good", name=name)
    return _("%(name)s’s nil was broken in trick %(trick)s", name=name, trick=nil.broken)


OWN_REPLIES = {
    "confirmed": N_("Hand %(number)s confirmed"),
    "queried": N_("Hand %(number)s isn’t right"),
}
REPLIES = {
    "confirmed": N_("%(name)s confirmed hand %(number)s"),
    "queried": N_("%(name)s questioned hand %(number)s"),
}


def describe_taken_seat(match: rules.Match, seat: int) -> str:
    return _("Another phone already has %(name)s’s seat.", name=match.players[seat])


def describe_duties(match: rules.Match, seat: int) -> str:
    """Describe a seat's bid in the hand being played, and the needs of its side."""
    bids = match.due_bids
    if bids is None:
        return _("no bids yet")
    if not bids:
        return describe_first_hand()
    game = match.house.game
    bid = describe_named_bid(name_bid_of(game, bids, seat))
    return " · ".join([bid, *describe_tally(match, game.side_of[seat])])


def describe_reply(match: rules.Match, place: int, seat: int, word: str) -> str:
    return _(REPLIES[word], name=match.players[seat], number=match.number_of(place))


def describe_queries(
    match: rules.Match, replies: Mapping[tuple[int, int], str]
) -> list[tuple[int, str]]:
    """Return the places of queried hands, each with a sentence naming the players."""
    return [
        (place, describe_reply(match, place, seat, word))
        for (place, seat), word in sorted(replies.items())
        if word == "queried"
    ]
