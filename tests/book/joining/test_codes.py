import pytest

from scorekeeper.book.joining import codes


def test_codes_are_random_and_avoid_letters_that_look_alike() -> None:
    made = "".join(codes.generate_code(20) for _ in range(200))
    assert {*made} == {*codes.ALPHABET}
    assert {*"OILU"}.isdisjoint(made)
    assert len({codes.generate_code() for _ in range(1000)}) == 1000


@pytest.mark.parametrize(
    "typed",
    [
        *("ABCD0123", "abcd0123", "ABCD-0123", " abcd 0123\n", "ABCD–0123", "ABCDOI23", "abcdol23"),
        *("A B C D 0 1 2 3", "/in/ABCD0123", "ＡＢＣＤ０１２３", "АВСD−0123."),
        *("AB\u00adCD\u200b01\u206023\ufeff", "http://192.168.178.23:8000/in/ABCD0123"),
        "http://192.168.178.23:8000/in/abcd-0123/",
        "https://scores.example/table/in/ABCD0123?utm_source=messenger#top",
    ],
)
def test_a_code_is_parsed_however_it_is_typed(typed: str) -> None:
    assert codes.parse_code(typed, codes.SHORT_LENGTH) == "ABCD0123"


@pytest.mark.parametrize(
    "typed",
    [
        *("", "ABCD012", "ABCD01234", "ABCDU123", "ABCD012٣", "ABCD0123\0"),
        "http://192.168.178.23:8000/in/",
        pytest.param("ABCD0123" * 1000, id="very long"),
        pytest.param("/" * 1_000_000, id="a million strokes"),
    ],
)
def test_an_invalid_code_is_none(typed: str) -> None:
    assert codes.parse_code(typed, codes.SHORT_LENGTH) is None


def test_codes_are_distinguished_by_length_and_written_in_groups_of_four() -> None:
    lengths = (codes.SHORT_LENGTH, codes.RECOVERY_LENGTH, codes.ONE_TIME_LENGTH)
    made = [codes.generate_code(letters) for letters in lengths]
    assert [codes.parse_code(codes.format_code(code), *lengths) for code in made] == made
    assert codes.format_code("0123456789ABCDEFGHJK") == "0123-4567-89AB-CDEF-GHJK"
