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

from scorekeeper.rules.bids import (
    BLIND_NIL,
    NIL,
    Bid,
    OddBid,
    biddable,
    contract_of,
    loose,
    read_bid,
)
from scorekeeper.rules.big_bids import BigBid
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
    Asked,
    Hand,
    Redeal,
    Taken,
    Tricks,
    Whose,
    asked_tricks,
    count_tricks,
    fill_in,
    nil_seats,
    pooled_seats,
)
from scorekeeper.rules.house_rules import RULES, HouseRules, check_together, choices_of, rules_of
from scorekeeper.rules.limits import FURTHEST_CLOCK, LONGEST_NAME, check_note
from scorekeeper.rules.lines import Line, Reason, SideScore, Standing
from scorekeeper.rules.match.changes import Change, Fact, Record
from scorekeeper.rules.match.match import Match, rotation
from scorekeeper.rules.match.outcome import Ending, Outcome
from scorekeeper.rules.match.replay import Moved
from scorekeeper.rules.match.setup import USUAL_NAMES, check_names, given_names, seated
from scorekeeper.rules.presets import OWN, PRESETS, USUAL, Preset, preset_of
from scorekeeper.rules.review.paper import Difference, differences
from scorekeeper.rules.rulings import Incident, Ruling
from scorekeeper.rules.scoring.hand import score_hand
from scorekeeper.rules.scoring.tally import Tally
from scorekeeper.rules.turns import Step, Turn

__all__ = [
    "BLIND_NIL",
    "FURTHEST_CLOCK",
    "GAMES",
    "LONGEST_NAME",
    "NIL",
    "OWN",
    "PARTNERSHIP",
    "PRESETS",
    "RULES",
    "SIX_HANDED",
    "SOLO",
    "THREE_HANDED",
    "TWO_PLAYER",
    "USUAL",
    "USUAL_NAMES",
    "Asked",
    "Bid",
    "BidError",
    "BigBid",
    "CardError",
    "Change",
    "Difference",
    "Ending",
    "Fact",
    "Game",
    "Hand",
    "HouseRuleError",
    "HouseRules",
    "Incident",
    "Line",
    "Match",
    "MatchFileError",
    "Moved",
    "OddBid",
    "Outcome",
    "Preset",
    "Reason",
    "Record",
    "Redeal",
    "Role",
    "RuleError",
    "Ruling",
    "RulingError",
    "SetUpError",
    "SideScore",
    "Standing",
    "Step",
    "StepError",
    "Taken",
    "Tally",
    "TrickError",
    "Tricks",
    "Turn",
    "Whose",
    "asked_tricks",
    "biddable",
    "check_names",
    "check_note",
    "check_together",
    "choices_of",
    "contract_of",
    "count_tricks",
    "differences",
    "fill_in",
    "given_names",
    "loose",
    "nil_seats",
    "pooled_seats",
    "preset_of",
    "read_bid",
    "rotation",
    "rules_of",
    "score_hand",
    "seated",
]
