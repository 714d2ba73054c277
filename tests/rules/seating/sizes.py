"""The sizes of events that tests try: a dozen, or all with THOROUGH=1."""

from tests.effort import THOROUGH

PEOPLE = range(8, 41) if THOROUGH else (8, 9, 10, 11, 12, 13, 16, 17, 19, 23, 30, 40)
PAIRS = range(4, 33) if THOROUGH else (4, 5, 6, 7, 8, 9, 11, 12, 16, 17, 25, 32)
MANY_PAIRS = [count for count in PAIRS if count >= 8]
SEEDS = range(10) if THOROUGH else range(1)
EVENTS = 2000 if THOROUGH else 200
"""Random events whose standings are compared."""
