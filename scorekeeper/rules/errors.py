"""The errors of the rules by kind: a code and values, which `words.errors` makes a sentence."""

from reprlib import Repr
from typing import Self

MAX_VALUE_LENGTH = 60
"""Maximum characters of a value that an error repeats; input can be of any length."""


class RuleError(ValueError):
    """An input that breaks the rules: a code, its values, and the number of the hand (from 1).

    >>> error = TrickError("too many tricks", sides=(8, 7), total=15, tricks=13)
    >>> str(error.in_hand(3))
    'hand 3: too many tricks (sides=(8, 7), total=15, tricks=13)'
    """

    def __init__(self, code: str, **values: object) -> None:
        super().__init__(code)
        self.code = code
        self.values = {name: _make_presentable(value) for name, value in values.items()}
        self.hand: int | None = None

    def in_hand(self, number: int) -> Self:
        """Set the number of the hand on this error, and return it."""
        self.hand = number
        return self

    def __str__(self) -> str:
        details = ", ".join(f"{name}={value!r}" for name, value in self.values.items())
        where = f"hand {self.hand}: " if self.hand else ""
        return f"{where}{self.code} ({details})" if details else f"{where}{self.code}"


class HouseRuleError(RuleError):
    """A house rule that does not exist, or a value it cannot have."""


class SetUpError(RuleError):
    """Players, sides, first seat or opening that do not fit the game."""


class BidError(RuleError):
    """A bid that may not be made."""


class TrickError(RuleError):
    """Tricks that cannot have been taken."""


class RulingError(RuleError):
    """A ruling that cannot be made."""


class CardError(RuleError):
    """Cards that do not exist, or cannot have been played in this hand."""


class StepError(RuleError):
    """A record that is not due now."""


class SeatingError(RuleError):
    """A round of an event that cannot be seated so."""


class MatchFileError(RuleError):
    """A match file that cannot be read."""


class _ShortRepr(Repr):
    """A `repr` with a maximum length, for values of any size and depth."""

    def __init__(self) -> None:
        super().__init__()
        self.maxother = MAX_VALUE_LENGTH

    def repr_NoneType(self, value: None, level: int) -> str:
        return "null"

    def repr_bool(self, value: bool, level: int) -> str:
        return str(value).lower()

    def repr_int(self, value: int, level: int) -> str:
        return repr(value) if value.bit_length() < MAX_VALUE_LENGTH else "a huge number"


def _make_presentable(value: object) -> object:
    """Return the value in a form that is safe to show and store: short, without surrogates.

    >>> _make_presentable(13), _make_presentable([[[]]] * 1000)
    (13, '[[[]], [[]], [[]], [[]], [[]], [[]], ...]')
    """
    if isinstance(value, str):
        text = value[:MAX_VALUE_LENGTH].encode(errors="replace").decode()
        return text if len(value) <= MAX_VALUE_LENGTH else f"{text}…"
    if value is None or isinstance(value, bool | tuple):
        return value
    if isinstance(value, int) and value.bit_length() < MAX_VALUE_LENGTH:
        return value
    return _ShortRepr().repr(value)
