"""The referee: judging tricks and hands card by card, watching voids, ruling on incidents.

>>> from scorekeeper.rules.cards import read_card
>>> find_winner([read_card(card) for card in ("10H", "AC", "KH", "2S")])
3
"""

from scorekeeper.rules.referee.holding import check_holding, find_held_cards, find_playable_cards
from scorekeeper.rules.referee.play import (
    EarlyLead,
    IllegalCard,
    Play,
    PlayedTrick,
    SpadesBroken,
    judge_play,
    judge_trick,
    list_cards_left,
)
from scorekeeper.rules.referee.remedies import (
    ANSWERS,
    Cost,
    Noticed,
    Receiver,
    Remedy,
    RulingAnswer,
    Source,
    find_penalty,
    list_hands_concerned,
    list_incidents,
    list_moments,
    make_ruling,
)
from scorekeeper.rules.referee.trick import WhyNot, find_winner, judge_card, list_playable
from scorekeeper.rules.referee.voids import Revoke, ShownSuit, watch_voids

__all__ = [
    "ANSWERS",
    "Cost",
    "EarlyLead",
    "IllegalCard",
    "Noticed",
    "Play",
    "PlayedTrick",
    "Receiver",
    "Remedy",
    "Revoke",
    "RulingAnswer",
    "ShownSuit",
    "Source",
    "SpadesBroken",
    "WhyNot",
    "check_holding",
    "find_held_cards",
    "find_penalty",
    "find_playable_cards",
    "find_winner",
    "judge_card",
    "judge_play",
    "judge_trick",
    "list_cards_left",
    "list_hands_concerned",
    "list_incidents",
    "list_moments",
    "list_playable",
    "make_ruling",
    "watch_voids",
]
