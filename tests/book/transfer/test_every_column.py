"""Every column of a match is exported to its file, or is listed here with the reason."""

from scorekeeper.book.models.tables import metadata

TABLES = metadata.sorted_tables

IN_THE_FILE = {
    "addresses": {"public_id"},
    "players": {"name"},
    "matches": {
        *("game", "house_rules", "first_seat", "started_at", "ended_at", "awarded", "clock_at"),
        *("place", "note", "utc_offset", "event_id", "event_round", "event_table"),
    },
    "match_sides": {"side", "name", "opening_points", "opening_bags"},
    "seats": {"seat"},
    "hands": {"number", "redeal", "noted_at", "tally", "note", "first_seat"},
    "hand_seats": {"seat", "bid", "blind", "tricks"},
    "hand_sides": {"side", "pile"},
    "events": {"public_id", "name", "started_at", "ended_at", "utc_offset", "document"},
    "event_players": {"entrant", "person", "player_id"},
    "rulings": {"number", "kind", "seat", "tricks", "to_side", "points", "set", "note", "noted_at"},
}
LEFT_OUT = {
    "devices": "phones join again",
    "grants": "access stays on this machine",
    "join_codes": "valid for some minutes",
    "idempotency_keys": "of forms that were open here",
    "changes": "the log and undo stay here",
    "confirmations": "replies of phones to hands recorded here",
    "saved_house_rules": "each match carries its own house rules",
    "scorebooks": "the matches are imported into an existing one",
    "results": "computed from the matches",
    "match_tags": "computed from the matches",
    "contract_counts": "computed from the matches",
    "alembic_version": "of this database",
}
LEFT_OUT_COLUMNS = {
    "addresses": {
        "scorebook_id": "where it is stored here",
        "match_id": "where it is stored here",
        "generation": "of links, which are not exported",
    },
    "players": {
        "scorebook_id": "where it is stored here",
        "id": "where it is stored here",
        "public_id": "of the page of a player; matches have names",
        "search_key": "computed from the name",
        "guest": "of the rankings of this scorebook",
        "colour": "of the pages of this scorebook",
        "namesake": "said of players here",
        "created_at": "people come with their first match",
        "canonical_id": "a match names each as they are called",
        "merged_into": "a match names each as they are called",
    },
    "matches": {
        "scorebook_id": "where it is stored here",
        "id": "where it is stored here",
        "version": "counts what was recorded here",
        "revision": "counts what was seen here",
        "winner": "computed",
        "preset": "computed from the house rules",
        "place_search_key": "computed from the place",
        "ending": "computed",
        "at_change": "of the log",
        "next_change": "of the log",
        "last_played_at": "of the list of running matches",
        "deleted_at": "what is deleted does not travel",
        "rematch_of": "points to a match that may not travel along",
        "is_typed": "computed from the document of the event",
    },
    "events": {
        "id": "where it is stored here",
        "generation": "of links, which are not exported",
        "revision": "counts what was seen here",
        "deleted_at": "what is deleted does not travel",
        "latest_round": "computed from the document",
    },
    "match_sides": {"points": "computed"},
    "seats": {"started_at": "that of the match", "player_id": "the file names people"},
}
KEYS = {"scorebook_id", "match_id", "hand", "event_id"}
"""The place of a row in the file says these."""


def test_every_column_is_exported_or_has_a_reason() -> None:
    for table in TABLES:
        columns = {column.name for column in table.columns}
        if table.name in LEFT_OUT:
            continue
        told = IN_THE_FILE[table.name] | LEFT_OUT_COLUMNS.get(table.name, {}).keys()
        assert columns - told <= KEYS, f"{table.name}: {sorted(columns - told - KEYS)}"
        assert told <= columns, table.name


def test_no_reason_names_a_missing_column() -> None:
    tables = {table.name for table in TABLES} | {"alembic_version"}
    assert {*IN_THE_FILE, *LEFT_OUT, *LEFT_OUT_COLUMNS} == tables
