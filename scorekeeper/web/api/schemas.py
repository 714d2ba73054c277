"""What the answers are made of, as JSON Schema; open numbers and words come from the rules."""

from collections.abc import Mapping

from scorekeeper.rules import GAMES, Redeal, Step, notation
from scorekeeper.rules.figures import Sums
from scorekeeper.rules.lines import Reason
from scorekeeper.rules.notation.schema import bid
from scorekeeper.rules.outcome import Ending
from scorekeeper.web.api.shapes import (
    ID,
    NAMED,
    Schema,
    array,
    choice,
    closed,
    number,
    or_null,
    referred,
    text,
)
from scorekeeper.web.forms.periods import PERIODS

SEAT = number(0, 5)
MOMENT = text(format="date-time")
CURSOR = or_null(text(description="What to ask for as `cursor` to go on; null at the end."))
OUTCOME = or_null(
    closed(
        {
            "winner": or_null(number(0, 5, description="The side; null where nobody won.")),
            "ending": choice(Ending),
        }
    )
)
WHICH: Mapping[str, Schema] = {
    "id": ID,
    "game": choice(GAMES),
    "players": array(or_null(text()), description="By seat; null who has no name."),
}
IN_SHORT: Mapping[str, Schema] = {
    **WHICH,
    "sides": array(text(), description="Names by side."),
    "points": or_null(array(number(), description="By side; null while it is played.")),
    "outcome": OUTCOME,
    "started": MOMENT,
    "ended": or_null(MOMENT),
    "place": text(),
}
ROLES: Mapping[str, Schema] = {"deals": SEAT, "draws": SEAT}
TURN = closed(
    {
        "hand": number(1),
        "step": choice(step for step in Step if step is not Step.OVER),
        **ROLES,
        "bids": SEAT,
        "leads": SEAT,
    },
    optional=ROLES,
    description="Whose turn it is, by seats: who deals or draws first, bids first and leads.",
)
SIDE = closed(
    {
        "name": text(),
        "seats": array(SEAT),
        "points": number(),
        "bags": number(0),
        "to_go": or_null(number(1, description="Points to the target.")),
        "contract": or_null(number(0, description="Tricks bid together; null before the bids.")),
        "tricks": or_null(number(0, description="Tricks so far, where they are tapped.")),
    }
)
SCORED = closed(
    {
        "sides": array(
            closed(
                {
                    "lines": array(
                        {"type": "array", "prefixItems": [choice(Reason), number()], "items": False}
                    ),
                    "points": number(),
                    "bags": number(0),
                    "standing": referred("Standing"),
                }
            )
        )
    }
)
COUNTED: Mapping[str, Schema] = {
    "period": choice(PERIODS),
    "since": or_null(text(format="date", description="The first day that counts.")),
    "everybody": referred("Figures"),
}
EXTREME = or_null(
    closed({"points": number(), "match": ID, "place": number(1, description="Among its hands.")})
)
SCHEMAS: Mapping[str, Schema] = {
    "MatchFile": notation.schema(f"{NAMED}/MatchFile"),
    "Bid": bid(max(game.tricks for game in GAMES.values())),
    "Standing": closed({"points": number(), "bags": number(0)}),
    "Match": closed(IN_SHORT),
    "Matches": closed({"matches": array(referred("Match")), "next": CURSOR}),
    "WholeMatch": closed({"match": referred("MatchFile"), "score": referred("Score")}),
    "Score": closed(
        {
            "hands": array({"oneOf": [SCORED, closed({"redeal": choice(Redeal)})]}),
            "standings": array(referred("Standing")),
            "outcome": OUTCOME,
            "turn": or_null(TURN),
        }
    ),
    "Running": closed(
        {
            "match": or_null(
                closed(
                    {
                        **WHICH,
                        "target": number(),
                        "bag_limit": number(0, description="0 where bags cost nothing."),
                        "time_is_up": {"type": "boolean"},
                        "turn": or_null(TURN),
                        "bids": or_null(array(referred("Bid"), description="By seat.")),
                        "sides": array(SIDE),
                    }
                )
            )
        }
    ),
    "Figures": closed(
        {name: number(None if name == "points" else 0) for name in Sums._fields},
        description="What finished matches add up to, as on the pages of players.",
    ),
    "Player": closed(
        {"id": ID, "name": text(), "guest": {"type": "boolean"}, "figures": referred("Figures")}
    ),
    "Players": closed({**COUNTED, "players": array(referred("Player")), "next": CURSOR}),
    "WholePlayer": closed(
        {
            **COUNTED,
            "player": referred("Player"),
            "best_hand": EXTREME,
            "worst_hand": EXTREME,
            "partners": array(referred("Player"), description="With the figures together."),
            "opponents": array(referred("Player"), description="With the figures against them."),
        }
    ),
    "Problem": {
        "description": "What went wrong (RFC 9457).",
        "type": "object",
        "required": ["type", "title", "status", "detail", "instance"],
        "properties": {
            "type": text(format="uri-reference"),
            "title": text(),
            "status": number(400, 599),
            "detail": text(),
            "instance": text(format="uri-reference"),
            "parameter": text(description="What was asked that is not taken; of a 422."),
        },
    },
}
