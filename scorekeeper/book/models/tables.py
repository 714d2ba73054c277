"""Every table of the scorebook by its name."""

from scorekeeper.book.db.types import metadata
from scorekeeper.book.models.directory import (
    ADDRESSES,
    DEVICES,
    EVENTS,
    GRANTS,
    JOIN_CODES,
    SCOREBOOKS,
)
from scorekeeper.book.models.log import (
    CHANGES,
    CONFIRMATIONS,
    IDEMPOTENCY_KEYS,
    RULINGS,
    SAVED_HOUSE_RULES,
)
from scorekeeper.book.models.matches import (
    CONTRACT_COUNTS,
    EVENT_PLAYERS,
    HAND_SEATS,
    HAND_SIDES,
    HANDS,
    MATCH_SIDES,
    MATCH_TAGS,
    MATCHES,
    PLAYERS,
    RESULTS,
    SEATS,
)
