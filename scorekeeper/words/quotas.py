"""What a scorebook has enough of, where many are hosted, as a sentence."""

from scorekeeper.words.language import ngettext


def describe_quota(what: str, most: int) -> str:
    """Say which quota is met."""
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
