"""The referee: judging tricks and hands card by card, watching voids, ruling on incidents.

>>> from scorekeeper.rules.cards import read_card
>>> find_winner([read_card(card) for card in ("10H", "AC", "KH", "2S")])
3
"""

from scorekeeper.rules.referee.desk import (
    ANSWERS,
    Answer,
    Cost,
    Noticed,
    Receiver,
    Remedy,
    Source,
    hands_concerned,
    incidents,
    moments,
    penalty,
    ruling,
)
from scorekeeper.rules.referee.holding import check_holding, may_play, still_held
from scorekeeper.rules.referee.play import (
    Broken,
    EarlyLead,
    Illegal,
    Play,
    PlayedTrick,
    cards_left,
    judge_play,
    judge_trick,
)
from scorekeeper.rules.referee.trick import WhyNot, find_winner, playable, why_not
from scorekeeper.rules.referee.voids import Revoke, Seen, watch_voids

__all__ = [
    "ANSWERS",
    "Answer",
    "Broken",
    "Cost",
    "EarlyLead",
    "Illegal",
    "Noticed",
    "Play",
    "PlayedTrick",
    "Receiver",
    "Remedy",
    "Revoke",
    "Seen",
    "Source",
    "WhyNot",
    "cards_left",
    "check_holding",
    "find_winner",
    "hands_concerned",
    "incidents",
    "judge_play",
    "judge_trick",
    "may_play",
    "moments",
    "penalty",
    "playable",
    "ruling",
    "still_held",
    "watch_voids",
    "why_not",
]
