"""The game of Spades: bids, tricks, scores and matches, for any table.

Pure: uses only the standard library, reads no clock, stores no state.

>>> match = Match.start(HouseRules.of("partnership"), ["Ann", "Ben", "Cleo", "Dan"])
>>> match = match.bid([Bid(4), Bid(3), NIL, Bid(2)])
>>> match = match.record_tricks([6, None, 1, None], [None, 6])
>>> [side.points for side in match.scores[0]]
[-57, 51]
>>> match.turn.first, match.turn.leads
(0, 1)
"""

from scorekeeper.rules.bids import (
    BLIND_NIL,
    NIL,
    PARTNER,
    Bid,
    OddBid,
    count_unbid_tricks,
    find_form,
    get_contract,
    is_shared,
    list_bids,
    read_bid,
)
from scorekeeper.rules.errors import (
    BidError,
    CardError,
    HouseRuleError,
    MatchFileError,
    RuleError,
    RulingError,
    SeatingError,
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
    Step,
    Turn,
)
from scorekeeper.rules.hand import (
    AskedTricks,
    Hand,
    Redeal,
    Taker,
    Tricks,
    TricksOwner,
    count_tricks,
    fill_in,
    list_asked_tricks,
    list_nil_seats,
    list_pooled_seats,
)
from scorekeeper.rules.house_rules import (
    RULES,
    BidsBy,
    BigBid,
    HouseRules,
    check_together,
    list_choices,
    list_rules,
)
from scorekeeper.rules.limits import MAX_NAME_LENGTH, MAX_UTC_OFFSET_MINUTES, check_note
from scorekeeper.rules.lines import Line, Reason, SideScore, Standing
from scorekeeper.rules.match.changes import Change, ChangeEffect, Fact, Record
from scorekeeper.rules.match.match import Match, rotate_seats
from scorekeeper.rules.match.names import (
    USUAL_NAMES,
    check_names,
    clean_name,
    fill_in_names,
    fold,
    list_given_names,
    strip_invisible,
)
from scorekeeper.rules.match.outcome import Ending, Outcome
from scorekeeper.rules.presets import OWN, PRESETS, USUAL, Preset, find_preset
from scorekeeper.rules.review.paper import Difference, find_differences
from scorekeeper.rules.rulings import Incident, Ruling
from scorekeeper.rules.scoring.hand import score_hand
from scorekeeper.rules.scoring.tally import Tally
