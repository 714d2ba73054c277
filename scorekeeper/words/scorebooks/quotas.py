"""Quotas of hosted scorebooks in words."""

from scorekeeper.words.language import ngettext


def describe_quota(what: str, most: int) -> str:
    """Describe the quota that is used up."""
    if what == "matches":
        return ngettext(
            "You can add %(num)d match a day to this scorebook.",
            "You can add %(num)d matches a day to this scorebook.",
            most,
        )
    return ngettext(
        "This scorebook may have %(num)d player.",
        "This scorebook may have %(num)d players.",
        most,
    )
