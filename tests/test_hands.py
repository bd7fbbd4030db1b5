"""Actions on small pages: each does what a person would do, and says so when it cannot."""

import pytest
from driving import do, find, see

from webvoyager import Action, Browser, Observation, hands
from webvoyager.records import ActionError


@pytest.fixture
def start(browser: Browser, pages: str) -> Browser:
    browser.open(f"{pages}/start.html")
    return browser


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


def test_wait_lasts_until_the_page_changed(start):
    before = see(start)
    hands.act(start, Action("Click", find(before, "Later").label), before)
    assert "It came" in words(do(start, "Wait"))


def test_google_opens_the_search_engine(start, pages):
    start.search_engine = f"{pages}/search?q=engine"
    assert do(start, "Google").title == "Results"
    start.search_engine = "http://search.mini/"


def test_a_form_with_a_field_named_children_can_be_used(browser, pages):
    browser.open(f"{pages}/second.html")
    assert do(browser, "Click", "Ask the children").title == "Results"


def test_a_wrong_number_and_a_target_that_takes_no_text_are_refused(start):
    before = see(start)
    with pytest.raises(ActionError, match=r"no element \[99\].*from 0 to"):
        hands.act(start, Action("Click", 99), before)
    with pytest.raises(ActionError, match="nothing can be typed"):
        hands.act(start, Action("Type", find(before, "Second page").label, "x"), before)
