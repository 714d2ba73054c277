"""The game of Spades: bids, tricks, scores and matches, for any table.

Pure: needs nothing but the standard library, reads no clock, remembers nothing.

>>> match = Match.start(HouseRules.of("partnership"), ["Ann", "Ben", "Cleo", "Dan"])
>>> match = match.bid([Bid(4), Bid(3), NIL, Bid(2)])
>>> match = match.take([6, None, 1, None], [None, 6])
>>> [side.points for side in match.scores[0]]
[-57, 51]
>>> match.turn.first, match.turn.leads
(0, 1)
"""

from .bidding import Warning, check_bids, odd_bids
from .bids import BLIND_NIL, NIL, Bid, read_bid
from .errors import (
    BidError,
    HouseRuleError,
    MatchFileError,
    RuleError,
    RulingError,
    SetUpError,
    StepError,
    TrickError,
)
from .games import GAMES, PARTNERSHIP, SIX_HANDED, SOLO, THREE_HANDED, TWO_PLAYER, Game, Role
from .hand import Hand, Redeal, Taken, Tricks, count_tricks, fill_in, nil_seats, pooled_seats
from .house import (
    CHOICES,
    PRESETS,
    RANGES,
    RULES,
    Bidding,
    BigBid,
    FailedNil,
    FirstHand,
    HouseRules,
    Preset,
    RevokePenalty,
    SetPenalty,
    TwoNils,
)
from .lines import HandScore, Line, Reason, SideScore, Standing
from .match import Match
from .outcome import Ending, Outcome, Progress, decide
from .rulings import Incident, Ruling, revoke_ruling
from .scoring import score_hand
from .setup import LONGEST_NAME, OPENING_POINTS
from .turns import Step, Turn

__all__ = [
    "BLIND_NIL",
    "CHOICES",
    "GAMES",
    "LONGEST_NAME",
    "NIL",
    "OPENING_POINTS",
    "PARTNERSHIP",
    "PRESETS",
    "RANGES",
    "RULES",
    "SIX_HANDED",
    "SOLO",
    "THREE_HANDED",
    "TWO_PLAYER",
    "Bid",
    "BidError",
    "Bidding",
    "BigBid",
    "Ending",
    "FailedNil",
    "FirstHand",
    "Game",
    "Hand",
    "HandScore",
    "HouseRuleError",
    "HouseRules",
    "Incident",
    "Line",
    "Match",
    "MatchFileError",
    "Outcome",
    "Preset",
    "Progress",
    "Reason",
    "Redeal",
    "RevokePenalty",
    "Role",
    "RuleError",
    "Ruling",
    "RulingError",
    "SetPenalty",
    "SetUpError",
    "SideScore",
    "Standing",
    "Step",
    "StepError",
    "Taken",
    "TrickError",
    "Tricks",
    "Turn",
    "TwoNils",
    "Warning",
    "check_bids",
    "count_tricks",
    "decide",
    "fill_in",
    "nil_seats",
    "odd_bids",
    "pooled_seats",
    "read_bid",
    "revoke_ruling",
    "score_hand",
]
