from scorekeeper.rules import MatchFileError
from scorekeeper.words.match_file_errors import describe_file_error


def test_an_error_in_a_hand_names_the_hand() -> None:
    assert (
        describe_file_error(MatchFileError("not UTF-8").in_hand(3))
        == "hand 3: This is not UTF-8 text. Save it as UTF-8 and try again"
    )


def test_an_error_in_the_file_names_no_hand() -> None:
    assert describe_file_error(MatchFileError("field twice", field="hands")) == (
        "This is not a match file: “hands” is in it twice"
    )
