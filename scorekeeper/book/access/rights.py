"""Rights of links, codes and phones: a role in one scorebook, one match or one event.

==========  =========  ========================================  ==================================
opens       role       given by                                  may
==========  =========  ========================================  ==================================
scorebook   owner      home code, recovery code, one-time link   do everything, remove phones
scorebook   viewer     read link (/r/)                           read all matches, tables, events
scorebook   board      code of a television                      see the match played, or the last
match       scorer     link to keep score (/k/), code            score, correct, share, delete it
match       spectator  link to watch (/w/), code                 watch it, claim a seat
event       scorer     table card (/t/)                          follow it, score at its tables
event       spectator  door sign (/e/), code                     follow it, watch its tables
event       removed    an owner who removed the phone            nothing: its links refuse it
==========  =========  ========================================  ==================================

A right to a scorebook (not to its board) includes its matches and events. One to an event opens no
match: a phone that scores or watches at a table gets a right to that match, too, but only an owner
deletes it. The modules of `joining` find the right that a link or a code gives, `access.devices`
gives it to a phone, and `access.grants` answers with every query what a phone may do.
"""

from dataclasses import dataclass, field

ROLES = ("removed", "board", "spectator", "viewer", "scorer", "owner")
"""All roles: in the same scorebook, match or event, a later one includes the earlier ones."""


@dataclass(frozen=True)
class Right:
    """A role in a scorebook, in one match or in one event, as given by a link or a code.

    `way` is a key of `words.scorebooks.phones.WAYS`.
    """

    scorebook_id: int
    match_id: int | None
    role: str
    event_id: int | None = None
    way: str | None = field(default=None, compare=False)

    @property
    def where(self) -> dict[str, int | None]:
        """The values by which statements find what it opens."""
        return {"scorebook": self.scorebook_id, "match": self.match_id, "event": self.event_id}
