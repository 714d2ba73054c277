"""Cells of a list as spreadsheets read them: numbers stay numbers, and no text is a formula."""

import re

FORMULA = re.compile(r"\s*[=+\-@'\t\r\n]")
"""How a text begins that a spreadsheet would compute, or take the quote away from."""
MARK = "\ufeff"
"""Tells a spreadsheet that the list is UTF-8."""


def write_text(text: str) -> str:
    """Return a text as it stands in a cell.

    >>> write_text("kitchen"), write_text("=1+1"), write_text("'tis")
    ('kitchen', "'=1+1", "''tis")
    """
    return f"'{text}" if FORMULA.match(text) else text


def read_text(cell: str) -> str:
    """Return the text of a cell.

    >>> read_text("kitchen"), read_text("'=1+1"), read_text("'til")
    ('kitchen', '=1+1', "'til")
    """
    return cell[1:] if cell.startswith("'") and FORMULA.match(cell[1:]) else cell


def write_number(number: int | None) -> str:
    """Return a number as it stands in a cell; none is an empty one.

    >>> write_number(-50), write_number(None)
    ('-50', '')
    """
    return "" if number is None else str(number)
