"""Actions on small pages: each does what a person would do, and says so when it cannot."""

import pytest
from driving import do, find, see

from webvoyager import Action, Browser, Observation, hands
from webvoyager.records import ActionError


@pytest.fixture
def start(browser: Browser, pages: str) -> Browser:
    browser.open(f"{pages}/start.html")
    return browser


def test_click_follows_a_link_and_go_back_returns(browser, pages):
    browser.reset()
    browser.open(f"{pages}/start.html")
    assert do(browser, "Click", "Second page").title == "Second"
    assert do(browser, "GoBack").title == "Start"
    with pytest.raises(ActionError, match="no earlier page"):
        do(browser, "GoBack")


@pytest.mark.parametrize("name", ["Second in a new window", "Popup"])
def test_a_link_that_would_open_a_window_opens_in_this_tab(start, name):
    assert do(start, "Click", name).title == "Second"
    assert do(start, "GoBack").title == "Start"


def test_type_clears_the_field_and_presses_enter(start):
    assert "Results for lemon [tart]; two" in words(do(start, "Type", "Find", "lemon [tart]; two"))


def words(observation: Observation) -> str:
    """The page's visible text."""
    return " ".join(observation.words)


def test_type_on_a_list_chooses_the_option(start):
    after = do(start, "Type", "Sort by", "rating")
    assert after.title == "Sorted by Rating"
    assert find(after, "Sort by").value == "Rating"
    with pytest.raises(
        ActionError, match="offers no option 'Colour'; it offers: Name, Price, Rating"
    ):
        do(start, "Type", "Sort by", "Colour")


def test_a_note_on_a_clicked_list_says_how_to_choose(start):
    assert "choose with Type" in do(start, "Click", "Sort by").notes[0]


def test_a_date_is_entered_whole_and_nonsense_is_refused(start):
    assert find(do(start, "Type", "From", "2026-05-17"), "From").value == "2026-05-17"
    with pytest.raises(ActionError, match="wants a date like"):
        do(start, "Type", "From", "next week")


def test_a_checkbox_is_one_mark_and_shows_its_state(start):
    assert [mark.text for mark in see(start).marks].count("Vegan") == 1
    after = do(start, "Click", "Vegan")
    assert find(after, "Vegan").checked
    assert after.notes == (f'[{find(after, "Vegan").label}] "Vegan" is now chosen.',)


def test_a_dialog_is_answered_and_a_note_quotes_it(start):
    assert do(start, "Click", "Ask").notes == ('A dialog said "Are you there?"; it was accepted.',)


def test_a_note_says_that_a_click_changed_nothing(start):
    do(start, "Click", "Does nothing")  # this moves the focus there
    assert do(start, "Click", "Does nothing").notes == ("Nothing changed.",)


def test_the_window_scrolls_by_two_thirds_to_its_end(start):
    first = see(start)
    after = do(start, "Scroll", None, "down")
    assert after.scroll[0] == pytest.approx(2 / 3, abs=0.05)
    assert first.scroll[0] == 0 < first.scroll[1]
    for _ in range(4):
        after = do(start, "Scroll", None, "down")
    assert "this is its end" in after.notes[0]
    assert after.scroll[1] == 0


def test_scrolling_an_inner_area_does_not_scroll_the_window(start):
    after = do(start, "Scroll", "Inner", "down")
    assert "The area was scrolled" in after.notes[0]
    assert after.scroll[0] == 0


def test_wait_lasts_until_the_page_changed(start):
    before = see(start)
    hands.act(start, Action("Click", find(before, "Later").label), before)
    assert "It came" in words(do(start, "Wait"))


def test_google_opens_the_search_engine(start, pages):
    start.search_engine = f"{pages}/search?q=engine"
    assert do(start, "Google").title == "Results"
    start.search_engine = "http://search.mini/"


def test_the_text_of_a_pdf_joins_the_notes(start):
    note = do(start, "Click", "The paper").notes[0]
    assert "[page 1] The melting point is 1234 kelvin." in note and "2 pages" in note


def test_the_error_names_what_covers_a_target(start):
    before = see(start)
    mark = find(before, "Reach me")
    start.script(
        "const c = document.createElement('div'); c.textContent = 'Cookies!';"
        "c.style = 'position:fixed;inset:0;background:#fff8'; document.body.append(c)"
    )
    with pytest.raises(ActionError, match='cannot be reached: <div> "Cookies!" lies on top'):
        hands.act(start, Action("Click", mark.label), before)


def test_a_mark_that_moved_is_found_and_one_that_is_gone_is_refused(start):
    before = see(start)
    mark = find(before, "Second page")
    start.script("document.body.prepend(document.createElement('p'), document.createElement('p'))")
    hands.act(start, Action("Click", mark.label), before)
    assert see(start).title == "Second"
    with pytest.raises(ActionError, match="no longer there"):
        hands.act(start, Action("Click", find(before, "Does nothing").label), before)


def test_a_form_with_a_field_named_children_can_be_used(browser, pages):
    browser.open(f"{pages}/second.html")
    assert do(browser, "Click", "Ask the children").title == "Results"


def test_a_wrong_number_and_a_target_that_takes_no_text_are_refused(start):
    before = see(start)
    with pytest.raises(ActionError, match=r"no element \[99\].*from 0 to"):
        hands.act(start, Action("Click", 99), before)
    with pytest.raises(ActionError, match="nothing can be typed"):
        hands.act(start, Action("Type", find(before, "Second page").label, "x"), before)
