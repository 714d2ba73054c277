from playwright.sync_api import Locator, Page, expect

from tests.browser.phone import Phone
from tests.people import PLAYERS

NAMES = PLAYERS["partnership"]
SIZES = [(390, 844), (390, 664), (360, 640), (844, 390), (667, 375), (768, 1024), (1280, 800)]
WITHIN = """keys => keys.every(key => {
  const { left, top, right, bottom } = key.getBoundingClientRect();
  return left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight;
})"""
FITS = """heads => heads.every(head =>
  head.getBoundingClientRect().top >= head.closest('.pad').getBoundingClientRect().top
)"""
LARGE = "keys => keys.every(key => key.getBoundingClientRect().height >= 47.5)"


def known(page: Page, name: str) -> Locator:
    return page.locator(f"button[name=sit][value='{name}']")


def sits(page: Page, seat: int, name: str) -> None:
    expect(page.locator(f"#player_{seat}")).to_contain_text(name)


def type_names(phone: Phone) -> None:
    for seat, name in enumerate(NAMES):
        phone.page.locator("[name=typed]").fill(name)
        phone.page.locator("[name=typed]").press("Enter")
        sits(phone.page, seat, name)


def know_players(phone: Phone) -> None:
    phone.start(first=3)


def test_taps_before_the_answer_all_count(phone: Phone) -> None:
    know_players(phone)
    phone.open("/matches/new")
    for name in NAMES:
        known(phone.page, name).dispatch_event("click")
    for seat, name in enumerate(NAMES):
        sits(phone.page, seat, name)


def test_the_name_field_keeps_the_focus_and_a_reload_what_was_typed(phone: Phone) -> None:
    phone.open("/matches/new")
    page = phone.page
    typed, target = page.locator("[name=typed]"), page.locator("[name=target][value='250']")
    typed.fill("Zoë")
    typed.press("Enter")
    sits(page, 0, "Zoë")
    expect(typed).to_be_focused()
    expect(typed).to_have_value("")
    expect(page.get_by_role("main").get_by_role("status")).to_contain_text("Seat 1: Zoë.")
    typed.fill("Jo")
    phone.tap(target)
    phone.reload()
    sits(page, 0, "Zoë")
    expect(typed).to_have_value("Jo")
    expect(target).to_be_checked()


def test_dealer_and_failed_nil_are_asked_once_after_the_names(phone: Phone) -> None:
    phone.open("/matches/new")
    page = phone.page
    type_names(phone)
    expect(page.locator(".asking__missing")).to_contain_text("2 taps left")
    phone.tap(page.get_by_role("button", name="Pick for us"))
    expect(page.locator(".seat__deal")).to_be_visible()
    phone.tap(page.get_by_role("button", name="They count towards the partner’s bid"))
    expect(page.locator(".ready")).to_contain_text("Picked at random")
    expect(page.locator("[name=failed_nil][value=help]")).to_be_checked()
    expect(phone.save).to_have_text("Start the match")
    phone.tap(page.get_by_role("button", name="Change", exact=True))
    phone.tap(page.locator("[name=deal][value='2']"))
    expect(page.locator(".ready")).to_contain_text("Cleo deals first.Change Dan bids and leads")


def test_rules_that_cannot_matter_are_left_out_at_once(phone: Phone) -> None:
    phone.open("/matches/new")
    page = phone.page
    for group in ("More house rules", "Nil"):
        page.get_by_label(group, exact=True).locator("> summary").press("Enter")
    for rule, choice, hidden in (
        ("nil", "not blind", "#exchange, #blind_nil_bonus, #blind_nil_penalty"),
        ("bids_by", "side", "#two_nils"),
        ("nil", "not played", "#failed_nil, #two_nils"),
    ):
        expect(page.locator(hidden).filter(visible=True)).not_to_have_count(0)
        page.locator(f"[name={rule}][value='{choice}']").press("Space")
        expect(page.locator(hidden).filter(visible=True)).to_have_count(0)


def test_the_whole_table_is_on_the_screen(phone: Phone) -> None:
    know_players(phone)
    page = phone.page
    keys = page.locator(".face :is(.seat, .key, .kinds__key, .middle__first, [name=typed])")
    for game in ("partnership", "six-handed"):
        phone.open(f"/matches/new?game={game}")
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            assert keys.evaluate_all(WITHIN), (game, width, height)
            assert keys.evaluate_all(LARGE), (game, width, height)
        phone.tap(page.get_by_role("button", name="Add names later"))
        expect(page.locator("[name=deal]").first).to_be_visible()
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            assert keys.evaluate_all(WITHIN), (game, width, height, "dealer")
            assert page.locator(".pad__head").evaluate_all(FITS), (game, width, height)
