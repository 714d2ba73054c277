import pytest

from tests.table import SAVED, Table, bids_by_seat


def test_bids_are_asked_in_bidding_order_and_odd_ones_only_get_a_warning(table: Table) -> None:
    table.play((4, 3, 3, 2), 8, 5)
    asked = [
        node.attributes["id"]
        for node in table.show().root.all("fieldset")
        if node.attributes.get("id", "").startswith("bid_")
    ]
    assert asked == ["bid_1", "bid_2", "bid_3", "bid_0"]
    table.bid(4, 4, 3, 2)
    assert "The bids add up to exactly 13" in table.show().text


@pytest.mark.parametrize("bid", ["nil", "0", "blind nil"])
def test_nil_can_be_bid_as_a_word_or_zero(table: Table, bid: str) -> None:
    table.bid(4, bid, 3, 2)
    assert "seat_1" in table.show("?by=side").form("/tricks").names


@pytest.mark.parametrize(
    "bid", ["", "14", "99", "-1", "four", "blind 6", "4.5", " 4", "٤", "9" * 30]
)
def test_an_invalid_bid_is_refused_and_the_rest_kept(
    table: Table, unchanged: None, bid: str
) -> None:
    page = table.send("bids", **bids_by_seat(4, 3, bid, "blind nil"))
    assert page.status == 422
    assert "Cleo" in page.errors[0][1]
    fields = page.form("/bids").fields
    assert (fields["bid_0"], fields["bid_1"], fields["bid_3"]) == ("4", "3", "blind nil")


def test_a_missing_bid_leads_to_its_field_and_saved_bids_lead_to_the_tricks(table: Table) -> None:
    page = table.send("bids", **bids_by_seat(4, 3, 3))
    assert page.errors == [("bid_3", "Choose a number for Dan.")]
    assert page.root.all(id="bid_3") != []
    fields = table.show().form("/bids").fields
    assert {fields[name] for name in fields if name.startswith("bid_")} == {""}
    answer = table.send("bids", **bids_by_seat(4, 3, 3, 2))
    assert (answer.status, answer.location) == (SAVED, table.path)
    assert table.show().status_line == "Bids saved"
    assert "12 of 13 bid" in table.show().text


@pytest.mark.parametrize("bid", ["blind nil", "blind 6"])
def test_a_blind_bid_too_close_behind_is_refused(table: Table, bid: str) -> None:
    table.start("partnership", blind_minimum="6", blind_deficit="100")
    page = table.send("bids", **bids_by_seat(bid, 3, 3, 2))
    assert page.status == 422
    assert "100 points behind the leader" in page.errors[0][1]
    assert page.form("/bids").fields["bid_0"] == bid


def test_bids_can_be_changed_during_the_hand_and_invalid_ones_are_shown_again(table: Table) -> None:
    table.bid(4, 3, 3, 2)
    page = table.send("bids", "?change=bids", bid_2="14")
    assert page.status == 422
    assert page.form("/bids").fields["bid_0"] == "4"
    assert table.show("?change=bids").form("/bids").fields["bid_2"] == "3"
    table.save("bids", "?change=bids", bid_2="5")
    table.take(8, 5)
    assert table.points == [-90, 50]


def test_a_script_gets_the_address_of_the_next_page(table: Table) -> None:
    form = table.show().form("/bids").filled(**bids_by_seat(4, 3, 3, 2))
    for _ in range(2):
        page = table.browser.post(form.action, form.fields, headers={"X-Sent-By": "script"})
        assert (page.status, page.location) == (201, table.path)
    assert "side_0" in table.show("?by=side").form("/tricks").names


def test_a_misdeal_keeps_the_dealer_and_has_no_correction_page(table: Table) -> None:
    table.record_misdeal()
    page = table.show()
    assert page.status_line == "Misdeal: this hand starts over"
    assert "Dan deals · Ann leads" in page.text
    assert "misdeal" in page.text
    assert page.points == [0, 0]
    table.bid(4, 3, 3, 2)
    table.record_misdeal()
    assert table.browser.open(f"{table.path}/hands/1/correction").status == 404
