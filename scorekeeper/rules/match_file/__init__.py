"""The match file, and what else of a match is written as data.

>>> match = Match.start(HouseRules.of("two-player"), ["Ann", "Ben"]).bid([Bid(5), Bid(6)])
>>> read(write(match)) == match
True
>>> write_hand(match, match.hands[0])
{'bids': [5, 6]}
"""

from scorekeeper.rules.limits import MAX_FILE_BYTES, MAX_HANDS
from scorekeeper.rules.match_file.fields import BLANK, find_names, parse, parse_several
from scorekeeper.rules.match_file.match import (
    FORMAT,
    read,
    read_bids,
    read_hand,
    read_house,
    read_opening,
    read_trick_numbers,
    report,
    write,
    write_hand,
)
