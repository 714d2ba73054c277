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

from scorekeeper.rules.bids import BLIND_NIL, NIL, Bid, OddBid, check_bids, odd_bids, read_bid
from scorekeeper.rules.big_bids import BigBid
from scorekeeper.rules.cards import PACK, TWO_OF_CLUBS, Card, Suit, packs, read_card
from scorekeeper.rules.errors import (
    BidError,
    CardError,
    HouseRuleError,
    MatchFileError,
    RuleError,
    RulingError,
    SetUpError,
    StepError,
    TrickError,
)
from scorekeeper.rules.games import (
    GAMES,
    PARTNERSHIP,
    SIX_HANDED,
    SOLO,
    THREE_HANDED,
    TWO_PLAYER,
    Game,
    Role,
)
from scorekeeper.rules.hand import (
    Hand,
    Redeal,
    Taken,
    Tricks,
    count_tricks,
    fill_in,
    nil_seats,
    pooled_seats,
)
from scorekeeper.rules.house import (
    CHOICES,
    NULLABLE,
    RANGES,
    RULES,
    Bidding,
    FailedNil,
    FirstHand,
    HouseRules,
    RevokePenalty,
    SetPenalty,
    TwoNils,
)
from scorekeeper.rules.lines import HandScore, Line, Reason, SideScore, Standing
from scorekeeper.rules.match import Match
from scorekeeper.rules.needs import Happening, LeastBid, Need, NilState, condense, least_winning_bid
from scorekeeper.rules.outcome import Ending, Outcome, Progress, decide
from scorekeeper.rules.outlook import Case, look_ahead
from scorekeeper.rules.presets import PRESETS, Preset
from scorekeeper.rules.referee.play import Broken, EarlyLead, Illegal, Play, PlayedTrick, judge_play
from scorekeeper.rules.referee.trick import WhyNot, find_winner, playable, why_not
from scorekeeper.rules.referee.voids import Revoke, Seen, watch_voids
from scorekeeper.rules.rulings import Incident, Ruling, revoke_ruling
from scorekeeper.rules.scoring import score_hand
from scorekeeper.rules.setup import LONGEST_NAME, OPENING_POINTS
from scorekeeper.rules.tally import ContractState, NilTally, SideTally, Tally, tally_tricks
from scorekeeper.rules.turns import Step, Turn

__all__ = [
    "BLIND_NIL",
    "CHOICES",
    "GAMES",
    "LONGEST_NAME",
    "NIL",
    "NULLABLE",
    "OPENING_POINTS",
    "PACK",
    "PARTNERSHIP",
    "PRESETS",
    "RANGES",
    "RULES",
    "SIX_HANDED",
    "SOLO",
    "THREE_HANDED",
    "TWO_OF_CLUBS",
    "TWO_PLAYER",
    "Bid",
    "BidError",
    "Bidding",
    "BigBid",
    "Broken",
    "Card",
    "CardError",
    "Case",
    "ContractState",
    "EarlyLead",
    "Ending",
    "FailedNil",
    "FirstHand",
    "Game",
    "Hand",
    "HandScore",
    "Happening",
    "HouseRuleError",
    "HouseRules",
    "Illegal",
    "Incident",
    "LeastBid",
    "Line",
    "Match",
    "MatchFileError",
    "Need",
    "NilState",
    "NilTally",
    "OddBid",
    "Outcome",
    "Play",
    "PlayedTrick",
    "Preset",
    "Progress",
    "Reason",
    "Redeal",
    "Revoke",
    "RevokePenalty",
    "Role",
    "RuleError",
    "Ruling",
    "RulingError",
    "Seen",
    "SetPenalty",
    "SetUpError",
    "SideScore",
    "SideTally",
    "Standing",
    "Step",
    "StepError",
    "Suit",
    "Taken",
    "Tally",
    "TrickError",
    "Tricks",
    "Turn",
    "TwoNils",
    "WhyNot",
    "check_bids",
    "condense",
    "count_tricks",
    "decide",
    "fill_in",
    "find_winner",
    "judge_play",
    "least_winning_bid",
    "look_ahead",
    "nil_seats",
    "odd_bids",
    "packs",
    "playable",
    "pooled_seats",
    "read_bid",
    "read_card",
    "revoke_ruling",
    "score_hand",
    "tally_tricks",
    "watch_voids",
    "why_not",
]
