"""Match files for the tests of the command."""

PARTNERSHIP = """\
{"format": "spades-match/1",
 "house": {"game": "partnership", "failed_nil": "help", "target": 350},
 "players": ["Ann", "Ben", "Cleo", "Dan"],
 "opening": [{"points": 120, "bags": 4}, {"points": 95, "bags": 9}],
 "hands": [
   {"bids": [4, 3, "nil", 2], "tricks": [6, null, 1, null], "piles": {"Blue": 6}},
   {"bids": null, "redeal": "misdeal"},
   {"bids": [5, "blind nil", 3, 4], "tricks": [4, 0, 4, 5]}
 ],
 "started": "2026-11-20T19:30:00Z", "ended": null, "place": "kitchen", "note": ""}
"""

RUNNING = '{"format": "spades-match/1", "house": {"game": "two-player"}, "players": ["Ann", "Ben"]}'

FIFTEEN_TRICKS = """\
{"format": "spades-match/1", "house": {"game": "partnership"},
 "players": ["Ann", "Ben", "Cleo", "Dan"],
 "hands": [{"bids": [4, 3, 2, 2], "tricks": [4, 3, 3, 3]},
           {"bids": null},
           {"bids": [4, 3, 2, 2], "piles": {"Gold": 8, "Blue": 7}}]}
"""

RULING = """\
{"format": "spades-match/1", "house": {"game": "partnership"},
 "players": ["Ann", "Ben", "Cleo", "Dan"],
 "hands": [{"bids": [4, 3, 3, 2], "piles": {"Gold": 8, "Blue": 5}, "rulings": [
   {"kind": "revoke", "seat": 0, "tricks": 3, "to": "Blue", "note": "club under heart"}]}]}
"""
