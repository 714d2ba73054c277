"""The names of scorebooks."""

from collections.abc import Sequence

from scorekeeper.words.language import gettext as _


def name_scorebook(name: str | None, is_house: bool, people: Sequence[str] = ()) -> str:
    """Return the name of a scorebook, or describe it by its owner or its players."""
    if name is not None:
        return name
    return _("The house’s scorebook") if is_house else ", ".join(people) or _("Scorebook")
