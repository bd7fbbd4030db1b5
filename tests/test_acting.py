"""Actions on small pages: what a page holds after each one, and what the notes say about it."""

import re
import time
from collections.abc import Callable, Iterator

import pytest
from driving import act, do, find, see
from misbehaving import Site, serve_site

from webvoyager import Action, Browser, Environment, Observation
from webvoyager.records import ActionError

OUTPUT = "return document.querySelector('output').value.trim()"  # the log a page keeps
VALUE = "const field = document.querySelector(arguments[0]); return field.value ?? field.innerText"
SCROLL_TO = "scrollTo(0, arguments[0]); window.frames[0]?.scrollTo(0, arguments[1])"
WINDOW = "return [document.scrollingElement.scrollTop, innerHeight]"
Opener = Callable[[str], Browser]
site = pytest.fixture(serve_site, scope="module")


@pytest.fixture
def open_page(pages: str, browser: Browser) -> Opener:
    """A function that opens a page in the shared browser."""
    browser.zoomed(1.0)

    def opened(name: str) -> Browser:
        browser.open(f"{pages}/acting/{name}.html")
        return browser

    return opened


@pytest.fixture
def open_html(site: Site, browser: Browser) -> Opener:
    """A function that opens a page with this HTML in the shared browser."""

    def opened(html: str) -> Browser:
        browser.open(site.url + site.page("-", html))
        return browser

    return opened


@pytest.fixture
def tabbed(pages: str, browser: Browser) -> Iterator[Browser]:
    """The browser with tabs switched on, at a page that opens more of them."""
    browser.tabs = True
    browser.open(f"{pages}/acting/tabs_one.html")
    yield browser
    browser.tabs = False
    browser.reset()


def read_notes(
    browser: Browser, name: str, target: str | None = None, text: str = "", nth: int = 0
) -> tuple[str, ...]:
    """The notes on an action."""
    return do(browser, name, target, text, nth=nth).notes


def read_log(browser: Browser) -> str:
    return browser.script(OUTPUT)


def read_value(browser: Browser, field: str = "#field") -> str:
    return browser.script(VALUE, field)


# --- Click -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "page",
    [
        "click_wrapped_link",
        "click_partly_covered",
        "click_partly_off_screen",
        "click_in_shadow_roots",
        "click_deep_shadow",
        "click_scaled",
        "click_scaled_frame",
    ],
)
def test_a_click_hits_its_target_once_and_is_real(open_page, page):
    browser = open_page(page)
    do(browser, "Click", "Target")
    assert read_log(browser) == "real"


@pytest.mark.parametrize("page", ["click_in_frame", "click_under_bar"])
def test_a_click_scrolls_to_a_target_that_left_the_viewport(open_page, page):
    browser = open_page(page)
    browser.script(SCROLL_TO, 1000, 400)
    seen = see(browser)
    browser.script(SCROLL_TO, 0, 0)
    act(browser, seen, "Click", "Target")
    assert read_log(browser) == "real"


def test_a_covered_target_is_not_clicked_and_the_error_names_what_covers_it(open_page):
    browser = open_page("click_covered_later")
    seen = see(browser)
    browser.script("cover()")
    with pytest.raises(ActionError, match="We value your privacy"):
        act(browser, seen, "Click", "Target")
    assert read_log(browser) == ""


def test_the_error_names_what_covers_a_target_where_observing_takes_long(open_page):
    """An observation stops hit tests after some milliseconds; an action must not."""
    browser = open_page("click_covered_later")
    seen = see(browser)
    glass = "<i style='position:fixed;inset:0;pointer-events:none'></i>"
    browser.script(
        "cover(); document.body.insertAdjacentHTML('beforeend', arguments[0].repeat(8000))", glass
    )
    with pytest.raises(ActionError, match="We value your privacy"):
        act(browser, seen, "Click", "Target")
    assert read_log(browser) == ""


@pytest.mark.parametrize(
    ("action", "event"), [("DoubleClick", "dblclick"), ("RightClick", "contextmenu")]
)
@pytest.mark.parametrize("point", ["", "5,5"])
def test_a_double_click_and_a_click_with_the_right_button_reach_the_page(
    open_html, action, event, point
):
    page = open_html("<button>Cell</button>")
    page.script("addEventListener(arguments[0], () => (document.title = 'reached'))", event)
    assert do(page, action, "Cell", point).title == "reached"


@pytest.mark.parametrize(
    "page",
    [
        "<label>Upload<input type=file></label>",
        "<input type=file hidden><button onclick=document.querySelector('input').click()>Upload",
    ],
)
def test_a_note_says_that_a_click_asks_for_a_file(open_html, page):
    assert "asks for a file" in " ".join(read_notes(open_html(page), "Click", "Upload"))


# --- Type and Fill -----------------------------------------------------------------------------


TYPED = [
    ("type_plain", "lemon [tart]; two", "lemon [tart]; two"),
    ("type_area", "lemon", "lemon\n"),  # Enter begins a new line there
    ("type_area_in_label", "lemon", "lemon\n"),
    ("type_mask", "12345678", "1234-5678"),
    ("type_redrawn_at_once", "lemon", "lemon"),
    ("type_redrawn_late", "lemon", "lemon"),
    ("type_controlled", "lemon", "LEMON"),
    ("type_suggestions", "lem", "lem"),
]


@pytest.mark.parametrize(("page", "text", "held"), TYPED, ids=[page for page, _, _ in TYPED])
def test_typed_text_replaces_the_old_text(open_page, page, text, held):
    browser = open_page(page)
    do(browser, "Type", "Field", text)
    assert read_value(browser) == held


@pytest.mark.parametrize("page", ["type_plain", "type_area", "type_editor", "type_redrawn_late"])
def test_filled_text_replaces_the_old_text(open_page, page):
    browser = open_page(page)
    do(browser, "Fill", "Field", "lemon tart")
    assert read_value(browser) == "lemon tart"


@pytest.mark.parametrize(
    ("name", "field", "then"),
    [
        ("old words", "#hidden", "hidden sent"),
        ("late words", "#late", "late sent"),
        ("painted words", "#context", "Type painted"),
        ("cell words", "#cell", "cell sent"),
    ],
)
def test_an_editor_that_paints_its_text_takes_typed_text(open_page, name, field, then):
    browser = open_page("type_painted")
    assert do(browser, "Type", name, "lemon tart").title == then
    assert browser.script("return document.querySelector(arguments[0]).textContent", field) == (
        "lemon tart"
    )
    assert "lost" not in see(browser).words
    assert browser.script("return document.querySelector('#other').value") == "other"


@pytest.mark.parametrize("name", ["fixed words", "Bold"])
def test_typing_into_an_element_that_focuses_no_field_is_refused(open_page, name):
    browser = open_page("type_painted")
    do(browser, "Click", "Other")
    with pytest.raises(ActionError, match="nothing can be typed into it"):
        do(browser, "Fill", name, "lemon")
    assert browser.script("return document.querySelector('#other').value") == "other"


@pytest.mark.parametrize(
    ("name", "text", "held"),
    [("Short", "lemonade", "lemon"), ("Number", "42", "42"), ("Number", "-2.5", "-2.5")],
)
def test_a_field_takes_what_its_limits_allow(open_page, name, text, held):
    browser = open_page("type_limits")
    do(browser, "Type", name, text)
    assert read_value(browser, f"#{name.lower()}") == held


def test_typing_into_a_fixed_field_is_refused(open_page):
    browser = open_page("type_limits")
    with pytest.raises(ActionError):
        do(browser, "Type", "Fixed", "lemon")
    assert read_value(browser, "#fixed") == "old"


def test_pickers_take_a_whole_value(open_page):
    browser = open_page("type_pickers")
    wanted = {"Date": "2026-05-17", "Time": "18:30", "Month": "2026-12", "Week": "2026-W20"}
    wanted |= {"Moment": "2026-05-17T18:30", "Colour": "#ff8800", "Volume": "70"}
    for name, text in wanted.items():
        do(browser, "Fill", name, text)
    assert {name: read_value(browser, f"#{name.lower()}") for name in wanted} == wanted
    # each sent the page a change event
    assert read_log(browser).split() == [name.lower() for name in wanted]


def test_typing_sends_the_keys_of_a_person(open_page):
    browser = open_page("type_plain")
    do(browser, "Type", "Field", "le")
    assert "keydown:l keypress:l input: keyup:l keydown:e keypress:e input: keyup:e" in read_log(
        browser
    )
    assert read_log(browser).split()[-1] == "keyup:Enter"


@pytest.mark.parametrize(("action", "sent"), [("Type", "first=Ada&last=Lovelace"), ("Fill", "")])
def test_only_enter_sends_a_form(open_page, action, sent):
    browser = open_page("type_form")
    do(browser, action, "Last name", "Lovelace")
    assert read_log(browser) == sent


def test_enter_in_a_search_field_leads_to_the_results(open_page):
    assert (
        do(open_page("type_search"), "Type", "Search", "lemon tart").title
        == "Results for lemon tart"
    )


def test_a_suggestion_can_be_clicked_after_typing(open_page):
    browser = open_page("type_suggestions")
    do(browser, "Type", "Field", "lem")
    do(browser, "Click", "Lemongrass")
    assert read_value(browser) == "Lemongrass"


def test_typing_follows_the_focus_that_the_page_moves(open_page):
    browser = open_page("type_code")
    do(browser, "Type", "Digit 1", "1234")
    assert browser.script(
        "return [...document.querySelectorAll('input')].map(field => field.value)"
    ) == list("1234")


def type_into(browser: Browser, name: str, text: str) -> str:
    """The notes on typing, or the error; the text may have several lines."""
    env = Environment(browser)
    seen = env.step()
    seen = env.step(Action("Type", find(seen, name).label, text), seen)
    return seen.error or " ".join(seen.notes)


FIELDS = {
    "a decimal comma": ("<input type=number step=any>", "12,5", 'holds "125", not the "12,5"'),
    "other digits": ("<input type=number>", "٣", 'holds nothing, not the "٣"'),
    "a limit": ("<input maxlength=5>", "lemonade", 'holds "lemon", not the "lemonade"'),
    "a secret limit": ("<input type=password maxlength=4>", "12345", "does not hold the text"),
    "the end of a range": ("<input type=range max=50>", "70", 'holds "50", not the "70"'),
    "what is emptied": (
        "<input onchange=this.value=''>",
        "lemon",
        'holds nothing, not the "lemon"',
    ),
    "what is put back": (
        "<input value=old onkeydown=\"if (event.key == 'Enter') this.value = 'old'\">",
        "lemon",
        'holds "old", not the "lemon"',
    ),
    "one line": ("<input>", "one\ntwo\n\nI wait.", 'takes one line, so "one two" was typed'),
}


@pytest.mark.parametrize(("field", "text", "told"), FIELDS.values(), ids=FIELDS)
def test_a_note_says_that_a_field_holds_another_text_than_was_typed(open_html, field, text, told):
    told_now = type_into(open_html(f"<label>Field {field}</label>"), "Field", text)
    assert f"[0] {told}" in told_now and told_now.count("that was typed") <= 1


@pytest.mark.parametrize("text", ["lemon", "Lemon  tart", "12.5"])
def test_no_note_says_so_where_only_case_or_blanks_differ(open_html, text):
    change = "this.value = this.value.toUpperCase().trim()"
    browser = open_html(f'<label>Field <input onchange="{change}">')
    assert "not the" not in type_into(browser, "Field", text)


def test_a_number_that_was_not_wished_is_not_sent(open_html):
    browser = open_html("<form action=/second><label>Field <input type=number name=word>")
    assert "nothing was sent" in type_into(browser, "Field", "12,5")
    assert see(browser).title == "-"


CHAT = """<label>Field <textarea></textarea></label><pre></pre><script>onkeydown = event => {
  if (event.key === 'Enter' && !event.shiftKey) {
    event.preventDefault();
    document.querySelector('pre').append(event.target.value);
    event.target.value = '';
}}</script>"""


@pytest.mark.parametrize(
    ("html", "held"),
    [
        ("<label>Field <textarea></textarea>", "field.value.trim()"),
        ("<p contenteditable aria-label=Field>", "field.innerText.trim()"),
        (CHAT, "document.querySelector('pre').innerText"),
    ],
)
def test_lines_are_typed_as_lines_where_a_field_takes_several(open_html, html, held):
    browser = open_html(html)
    type_into(browser, "Field", "Dear team,\nit is Friday.\n\nAnn")
    get = "const field = document.querySelector('textarea, [contenteditable]'); return "
    assert browser.script(get + held) == "Dear team,\nit is Friday.\n\nAnn"


def test_brackets_that_an_editor_closes_are_not_doubled(open_html):
    browser = open_html(
        "<label>Field <textarea></textarea></label><script>onkeypress = ({key, target}) => {"
        "const other = {'(': ')', '[': ']'}[key]; const at = target.selectionStart;"
        "if (other) setTimeout(() => target.setRangeText(other, at + 1, at + 1)) }</script>"
    )
    type_into(browser, "Field", "print(a[0])")
    assert read_value(browser, "textarea").strip() == "print(a[0])"


def test_suggestions_that_typing_asks_for_come_before_enter(open_html):
    browser = open_html(
        "<label>Field <input></label><script>let known = '';"
        "oninput = () => setTimeout(() => (known = 'Berlin'), 300);"
        "onkeydown = ({key, target}) => { if (key === 'Enter') target.value = known }</script>"
    )
    type_into(browser, "Field", "Berl")
    assert read_value(browser, "input") == "Berlin"


# --- Select ------------------------------------------------------------------------------------


@pytest.mark.parametrize(("option", "chosen"), [("Medium", "m"), ("large", "l")])
def test_select_chooses_an_option_by_its_name(open_page, option, chosen):
    browser = open_page("select_one")
    do(browser, "Select", "Size", option)
    assert (read_value(browser), read_log(browser)) == (chosen, f"chose {chosen}")


@pytest.mark.parametrize("option", ["Huge", "Tiny"])
def test_select_refuses_an_option_that_cannot_be_chosen_and_lists_the_others(open_page, option):
    browser = open_page("select_one")
    with pytest.raises(ActionError, match=r"Small.*Medium.*Large"):
        do(browser, "Select", "Size", option)
    assert (read_value(browser), read_log(browser)) == ("s", "")


def test_select_chooses_several_where_several_may_be_chosen(open_page):
    browser = open_page("select_many")
    do(browser, "Select", "Toppings", "Capers")
    do(browser, "Select", "Toppings", "Onions")
    chosen = browser.script(
        "return [...document.querySelector('#field').selectedOptions].map(option => option.text)"
    )
    assert {"Capers", "Onions"} <= set(chosen)


SHIRTS = (
    "<select aria-label=Shirt onchange='document.title = value'><option value=5>3"
    "<optgroup label=Men><option value=1>Small<option value=2>Large</optgroup>"
    "<optgroup label=Women><option value=3>Small<option value=4>Large (of US)"
    "<option value=US>Australia</select>"
)


@pytest.mark.parametrize(
    ("option", "value"),
    [("3", "5"), ("Women: Small", "3"), ("men > small", "1"), ("large", "2"), ("4", "4")],
)
def test_an_option_is_chosen_by_what_is_read_and_else_by_its_value(open_html, option, value):
    assert do(open_html(SHIRTS), "Select", "Shirt", option).title == value


def test_two_options_of_one_name_are_told_apart_by_their_groups(open_html):
    browser = open_html(SHIRTS)
    with pytest.raises(ActionError, match="it offers: Men: Small, Women: Small"):
        do(browser, "Select", "Shirt", "Small")
    do(browser, "Select", "Shirt", "Men: Small")
    seen = do(browser, "Select", "Shirt", "Women: Small")
    assert '[0] "Shirt" now holds "Women: Small".' in seen.notes
    assert 'options "3 | Men: Small | Men: Large | Women: Small' in seen.text


def test_choosing_an_option_of_several_again_takes_it_back(open_html):
    browser = open_html("<select multiple aria-label=Tops><option selected>Salt<option>Dill")
    assert "choosing one again takes it back" in " ".join(
        read_notes(browser, "Type", "Tops", "Dill")
    )
    assert find(do(browser, "Type", "Tops", "Salt"), "Tops").value == "Dill"


def test_select_on_a_custom_list_says_to_click(open_page):
    browser = open_page("select_custom")
    with pytest.raises(ActionError, match=r"[Cc]lick"):
        do(browser, "Select", "Colour", "Green")


# --- Hover -------------------------------------------------------------------------------------


@pytest.mark.parametrize("page", ["hover_style", "hover_script"])
def test_hover_opens_a_menu_whose_items_can_be_clicked(open_page, page):
    browser = open_page(page)
    seen = do(browser, "Hover", "Products")
    act(browser, seen, "Click", "Target")
    assert read_log(browser) == "real"


def test_the_mouse_hovers_at_a_point_of_a_target_or_the_page(open_page):
    browser = open_page("draw")
    assert "Lower half" not in do(browser, "Hover", "Paper", "200,100").words
    assert "Lower half" in do(browser, "Hover", "Paper", "200,200").words
    assert "Lower half" not in do(browser, "Hover", "WINDOW", "60,60").words
    assert read_log(browser) == ""
    with pytest.raises(ActionError, match="outside of what the screenshot shows"):
        do(browser, "Hover", "WINDOW", "60,6000")


@pytest.mark.parametrize("point", ["", "9,9"])
@pytest.mark.parametrize(
    "tip",
    [
        "<button title='Deletes all'>Delete</button>",
        "<div title='Deletes all'><button>Delete</button></div>",
        "<svg tabindex=0 role=button aria-label=Delete width=90 height=90>"
        "<rect width=90 height=90><title>Deletes all</title></rect></svg>",
    ],
)
def test_a_note_has_the_tooltip_that_the_browser_shows(open_html, tip, point):
    browser = open_html(f"<style>body {{ margin: 0 }}</style>{tip}")
    place = ("WINDOW", point) if point else ("Delete", "")
    assert 'A tooltip says "Deletes all".' in read_notes(browser, "Hover", *place)


def test_a_note_names_what_shows_only_under_the_mouse(open_page):
    browser = open_page("reveal")
    note = "Some parts show only while the mouse is over what is around them"
    names = '"Play", "Remove", "More of it", "Lamps", "The small print"'
    assert see(browser).notes == (f"{note}: {names}.",)
    assert see(open_page("hover_script")).notes == ()
    seen = do(open_page("revealed"), "Hover", "Second record")
    assert f'{note}: "Play first".' in seen.notes


# --- Press -------------------------------------------------------------------------------------

KEYS = ["Enter", "Tab", "Escape", "Backspace", "Delete", "Space", "Home", "End", "PageUp"]
KEYS += ["PageDown", "F1", "F5", "F12", "ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight"]
KEYS += ["a", "Z", "7", "?", "Control+a", "Alt+ArrowLeft", "Shift+Tab"]


def test_press_presses_each_key_by_its_name(open_page):
    browser = open_page("press_log")
    seen = see(browser)
    for key in KEYS:
        act(browser, seen, "Press", None, key)
    assert read_log(browser).replace("Shift+Z", "Z").replace("Shift+?", "?").split() == KEYS


@pytest.mark.parametrize(
    ("keys", "field"), [(("Control+a", "x"), "#field"), (("Tab", "x"), "#second")]
)
def test_pressed_keys_do_what_they_do_for_a_person(open_page, keys, field):
    browser = open_page("press_field")
    do(browser, "Click", "First")
    for key in keys:
        do(browser, "Press", None, key)
    assert read_value(browser, field) == "x"


@pytest.mark.parametrize("key", ["Return to sender", "Control+"])
def test_press_refuses_an_unknown_key(open_page, key):
    browser = open_page("press_log")
    with pytest.raises(ActionError, match="Escape"):  # the sentence names the keys
        do(browser, "Press", None, key)
    assert read_log(browser) == ""


def test_escape_closes_a_dialog(open_page):
    browser = open_page("press_escape")
    do(browser, "Press", None, "Escape")
    assert (
        browser.script("return document.querySelector('[role=dialog]')?.textContent ?? 'closed'")
        == "closed"
    )


def test_arrows_and_enter_pick_a_suggestion(open_page):
    browser = open_page("press_suggestions")
    do(browser, "Fill", "Field", "l")
    for key in ("ArrowDown", "ArrowDown", "Enter"):
        do(browser, "Press", None, key)
    assert read_value(browser) == "Lime"


# --- Drag --------------------------------------------------------------------------------------


def test_a_range_is_dragged_and_let_go(open_page):
    browser = open_page("drag_range")
    do(browser, "Drag", "Field", "120,0")
    assert 85 <= float(read_value(browser)) <= 99
    assert read_log(browser) == "input change"


@pytest.mark.parametrize(("way", "now"), [("120,0", "50"), ("999,30", "100"), ("-50,0", "0")])
def test_a_slider_made_by_a_script_follows_the_pointer(open_page, way, now):
    browser = open_page("drag_slider")
    do(browser, "Drag", "Field", way)
    assert (
        browser.script("return document.querySelector('#field').getAttribute('aria-valuenow')")
        == now
    )


@pytest.mark.parametrize("way", ["120,0", "-90,60"])
def test_a_map_is_dragged_in_small_moves(open_page, way):
    browser = open_page("drag_map")
    do(browser, "Drag", "Map", way)
    assert read_log(browser) == way
    assert browser.script("return moves") >= 3


@pytest.mark.parametrize("page", ["drag_list", "drag_and_drop"])
def test_an_item_is_dragged_to_another_place(open_page, page):
    browser = open_page(page)
    do(browser, "Drag", "Apples", "0,84")
    assert read_log(browser) == "Pears Plums Apples"


@pytest.mark.parametrize(
    ("text", "drawn"),
    [
        ("90,0 90,60 0,60", "90,0 90,60 0,60"),
        ("(90, 0), (90, 60), (0, 60)", "90,0 90,60 0,60"),
        ("90,0; 90,60", "90,0 90,60"),
        ("60,0", "60,0"),
    ],
)
def test_a_drag_passes_through_points(open_page, text, drawn):
    browser = open_page("draw")
    do(browser, "Drag", "Paper", text)
    assert read_log(browser) == f"{drawn} from 200,150"
    x, y, *_ = find(see(browser), "Paper").boxes[0]
    do(browser, "Drag", "WINDOW", f"{x + 31:.0f},{y + 41:.0f},{text.removeprefix('(')}")
    assert read_log(browser) == f"{drawn} from 30,40"


def test_a_drag_without_a_distance_is_refused(open_page):
    browser = open_page("drag_map")
    with pytest.raises(ActionError, match=r"\d+,\s?-?\d+"):  # the sentence shows the format
        do(browser, "Drag", "Map", "to the left")
    assert read_log(browser) == "0,0"


# --- Zoom --------------------------------------------------------------------------------------


def measure_width(observation: Observation, name: str = "Target") -> float:
    return find(observation, name).boxes[0][2]


def measure_letters(observation: Observation) -> float:
    """The height of the button's letters in the picture."""
    lines = observation.lines
    return next(line[3] for line in lines if line[4] == "Target")


def test_zooming_in_enlarges_what_the_picture_shows(open_page):
    browser = open_page("zoom")
    before, after = see(browser), do(browser, "Zoom", None, "in")
    assert measure_width(after) > 1.05 * measure_width(before)
    assert measure_letters(after) > measure_letters(before)
    again = find(do(browser, "Zoom", None, "out"), "Target").boxes[0]
    assert again == pytest.approx(find(before, "Target").boxes[0])


@pytest.mark.parametrize("name", ["Target", "Inner"])
@pytest.mark.parametrize("way", ["in", "out"])
def test_marks_stay_clickable_after_zooming(open_page, way, name):
    browser = open_page("zoom")
    do(browser, "Zoom", None, way)
    do(browser, "Click", name)
    assert read_log(browser) == "real"


@pytest.mark.parametrize("way", ["in", "out"])
def test_a_note_says_when_the_page_zooms_no_further(open_page, way):
    browser = open_page("zoom")
    widths = [measure_width(see(browser))]
    for _ in range(16):
        after = do(browser, "Zoom", None, way)
        widths.append(measure_width(after))
        if widths[-1] == widths[-2]:
            break
    assert any("zoom" in note.lower() for note in after.notes)
    assert widths[-1] == widths[-2] != widths[0]


def test_reset_undoes_zooming(open_page):
    browser = open_page("zoom")
    before = see(browser)
    do(browser, "Zoom", None, "in")
    browser.reset()
    assert measure_width(see(open_page("zoom"))) == measure_width(before)


# --- Tab ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["Open by link", "Open by script"])
def test_a_new_tab_is_shown_and_a_note_lists_the_tabs(tabbed, name):
    after = do(tabbed, "Click", name)
    assert after.title == "Second tab"
    words = " ".join(after.notes)
    assert re.search(r"0.*First tab.*1.*Second tab", words, re.DOTALL)


def test_tab_shows_a_tab_as_it_was_left(tabbed):
    do(tabbed, "Fill", "Kept", "words")
    do(tabbed, "Click", "Open by link")
    assert do(tabbed, "Tab", None, "0").title == "First tab"
    assert read_value(tabbed) == "words"
    assert do(tabbed, "Tab", None, "1").title == "Second tab"


def test_an_action_happens_in_the_tab_that_is_shown(tabbed):
    do(tabbed, "Click", "Open by link")
    do(tabbed, "Tab", None, "0")
    do(tabbed, "Fill", "Kept", "words")
    assert read_value(tabbed) == "words"


@pytest.mark.parametrize("number", ["7", "-1", "second"])
def test_an_unknown_tab_is_refused(tabbed, number):
    do(tabbed, "Click", "Open by link")
    with pytest.raises(ActionError, match="no tab"):
        do(tabbed, "Tab", None, number)
    assert see(tabbed).title == "Second tab"


def test_when_a_tab_closes_itself_the_one_before_is_shown(tabbed):
    do(tabbed, "Click", "Open by script")
    assert do(tabbed, "Click", "Close me").title == "First tab"


def test_a_new_tab_has_no_page_to_go_back_to(tabbed):
    do(tabbed, "Click", "Open by link")
    with pytest.raises(ActionError, match="no earlier page"):
        do(tabbed, "GoBack")


# --- Scroll ------------------------------------------------------------------------------------

TOP = "return document.querySelector(arguments[0]).scrollTop"


@pytest.mark.parametrize(
    ("page", "target"),
    [("scroll_window", "WINDOW"), ("scroll_smooth", "WINDOW"), ("scroll_still_frame", "Inside")],
)
def test_the_window_scrolls_by_two_thirds_and_back(open_page, page, target):
    browser = open_page(page)
    assert 0.6 <= do(browser, "Scroll", target, "down").scroll[0] <= 0.72
    assert do(browser, "Scroll", "WINDOW", "up").scroll[0] == 0


@pytest.mark.parametrize("page", ["scroll_inner", "scroll_contained"])
def test_a_box_scrolls_by_two_thirds_and_the_window_stays(open_page, page):
    browser = open_page(page)
    after = do(browser, "Scroll", "Inside", "down")
    room = browser.script(
        "const box = document.querySelector('.box'); return box.scrollHeight - box.clientHeight"
    )
    assert min(room, 0.6 * 300) <= browser.script(TOP, ".box") <= 0.72 * 300
    assert after.scroll[0] == 0


WHOLE_ENTRIES = """
const box = document.querySelector(arguments[0]), head = box.querySelector('th');
const {top, bottom} = box.getBoundingClientRect();
const from = head ? head.getBoundingClientRect().bottom : top + 1;
return [...box.querySelectorAll('li, td, .cards div div')].flatMap((entry, number) => {
  const rect = entry.getBoundingClientRect();
  return rect.top >= from - 1 && rect.bottom <= bottom ? [number] : [];
});
"""


@pytest.mark.parametrize("way", ["down", "up"])
@pytest.mark.parametrize("name", ["List", "Table", "Cards"])
def test_scrolling_an_area_shows_every_entry_whole(open_page, name, way):
    browser = open_page("scroll_entries")
    if way == "up":
        do(browser, "Scroll", name, "end")
    box, seen = f".{name.lower()}", set()
    for _ in range(12):
        before, now = seen.copy(), set(browser.script(WHOLE_ENTRIES, box))
        assert name == "Cards" or not before or now & before, "two screens do not overlap"
        seen |= now
        if any("this is its" in note for note in read_notes(browser, "Scroll", name, way)):
            break
    assert seen | set(browser.script(WHOLE_ENTRIES, box)) == set(range(12))


WIDE = "<table><tr>" + "".join(f"<td><div style=width:90px>c{n}</div>" for n in range(30))
WIDE_PAGES = {
    "area": (f"<div style=width:500px;overflow-x:auto>{WIDE}", "right"),
    "area to the left": (f"<html dir=rtl><div style=width:500px;overflow-x:auto>{WIDE}", "left"),
    "page": (WIDE, "right"),
}


@pytest.mark.parametrize(("html", "way"), WIDE_PAGES.values(), ids=WIDE_PAGES)
def test_scrolling_sideways_shows_every_column_and_notes_say_how_much_is_left(open_html, html, way):
    browser = open_html(html)
    assert "Nothing changed." in do(browser, "Press", None, "Escape").notes
    seen = see(browser)
    assert re.search(rf"goes on \d+ pixels to the {way}\.", " ".join(seen.notes))
    words = set(seen.words)
    for _ in range(12):
        seen = do(browser, "Scroll", "WINDOW", way)
        words |= set(" ".join(seen.words).split())
        if any(f"this is its {way} edge" in note for note in seen.notes):
            break
    assert words >= {f"c{n}" for n in range(30)}
    back = {"left": "right", "right": "left"}[way]
    assert any(note.endswith(f"pixels to the {back}.") for note in seen.notes), seen.notes


def test_nothing_is_said_of_what_a_page_hides_to_its_right(open_html):
    browser = open_html("<style>body{overflow-x:hidden}</style><p style=width:3000px>Wide")
    assert not see(browser).notes
    assert "cannot be scrolled" in " ".join(read_notes(browser, "Scroll", "WINDOW", "right"))


LINES = "".join(f"<p>line {n}" for n in range(90))
SHADE = "<div style=position:fixed;inset:0;background:#0008>"
LAYERS = {
    "dialog": f"<dialog style=height:300px>{LINES}</dialog>"
    "<script>document.querySelector('dialog').showModal()</script>",
    "box": f"{SHADE}<div role=dialog style='height:400px;overflow:auto;background:#fff'>{LINES}",
    "drawer": f"{SHADE}</div><div style='position:fixed;right:0;top:0;bottom:0;overflow:auto;"
    f"background:#fff'>{LINES}",
}


@pytest.mark.parametrize("layer", LAYERS.values(), ids=LAYERS)
def test_the_dialog_on_top_scrolls_and_not_the_page_behind_it(open_html, layer):
    browser = open_html(f"{'<p>behind' * 90}{layer}")
    seen = do(browser, "Scroll", "WINDOW", "end")
    assert "line 89" in seen.words and seen.scroll[0] == 0


def test_the_page_scrolls_beside_a_menu_that_stays(open_html):
    menu = (
        f"<nav style='position:fixed;left:0;top:0;bottom:0;width:90px;overflow:auto'>{LINES}</nav>"
    )
    browser = open_html(f"{menu}<main style=margin-left:100px>{LINES}")
    assert do(browser, "Scroll", "WINDOW", "down").scroll[0] > 0.5


def test_a_list_that_grows_has_its_end_where_nothing_more_comes(open_html):
    browser = open_html(
        "<ul></ul><script>const list = document.querySelector('ul');"
        "const add = () => { for (let n = 0; n < 30; n++)"
        " list.insertAdjacentHTML('beforeend', '<li style=height:40px>' + list.children.length) };"
        "add(); onscroll = () => { if (list.children.length < 60 &&"
        " scrollY + innerHeight > document.body.scrollHeight - 50) setTimeout(add, 300) }</script>"
    )
    first, second = (" ".join(read_notes(browser, "Scroll", "WINDOW", "end")) for _ in range(2))
    assert "this is its end" not in first and re.search(r"\d+ are left that way", first)
    assert "this is its end" in second


def test_a_list_that_begins_at_its_end_scrolls_up(open_html):
    flex = "height:300px;overflow:auto;display:flex;flex-direction:column-reverse"
    browser = open_html(f"<div style={flex}><div>{LINES}")
    assert "this is its end" in " ".join(read_notes(browser, "Scroll", "WINDOW", "down"))
    assert "are left that way" in " ".join(read_notes(browser, "Scroll", "WINDOW", "up"))


def test_a_frame_scrolls_by_two_thirds_and_the_window_stays(open_page):
    browser = open_page("scroll_frame")
    after = do(browser, "Scroll", "Inside", "down")
    assert (
        0.6 * 300
        <= browser.script("return window.frames[0].document.scrollingElement.scrollTop")
        <= 0.72 * 300
    )
    assert after.scroll[0] == 0


def test_the_main_part_scrolls_where_the_window_does_not(open_page):
    browser = open_page("scroll_main")
    do(browser, "Scroll", "WINDOW", "down")
    height = browser.script("return document.querySelector('main').clientHeight")
    assert 0.6 * height <= browser.script(TOP, "main") <= 0.72 * height


@pytest.mark.parametrize("way", ["down", "up"])
def test_a_note_says_that_a_page_cannot_scroll_up_or_down(open_page, way):
    words = read_notes(open_page("scroll_sideways"), "Scroll", "WINDOW", way)
    assert any("cannot" in sentence and "scroll" in sentence for sentence in words)


@pytest.mark.parametrize("page", ["scroll_box", "scroll_contained"])
def test_a_note_reports_the_end_of_a_box_and_the_window_stays(open_page, page):
    browser = open_page(page)
    browser.script("document.querySelector('.box').scrollTop = 1e6")
    words = read_notes(browser, "Scroll", "Last", "down")
    assert any("scroll" in sentence and "end" in sentence for sentence in words)
    assert browser.script(WINDOW)[0] == 0


def test_at_the_end_of_a_box_a_note_says_whether_the_page_scrolled(open_page):
    browser = open_page("scroll_inner")
    browser.script("document.querySelector('.box').scrollTop = 1e6")
    words = read_notes(browser, "Scroll", "Last", "down")
    went = browser.script(WINDOW)[0] > 0
    assert any(
        "scroll" in sentence and ("page" in sentence.lower() if went else "end" in sentence)
        for sentence in words
    )


def test_a_page_that_snaps_comes_to_rest_on_its_next_screen(open_page):
    browser = open_page("scroll_snap")
    words = read_notes(browser, "Scroll", "WINDOW", "down")
    top, height = browser.script(WINDOW)
    assert top == height
    assert not any("cannot" in sentence for sentence in words)


# --- GoBack ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("page", "links", "titles"),
    [
        ("back_one", ["Go on"], ["Page one"]),
        ("back_single", ["Soups", "Cakes"], ["Soups", "Home"]),
        ("back_single", ["Soups", "Leave"], ["Soups", "Home"]),
        ("back_hash", ["First part", "Second part"], ["At #first", "At the top"]),
    ],
    ids=["pages", "parts of one page", "a page and parts of one", "hash links"],
)
def test_going_back_retraces_the_visited_pages(browser, open_page, page, links, titles):
    browser.reset()  # no history before the first page
    open_page(page)
    for link in links:
        do(browser, "Click", link)
    assert [do(browser, "GoBack").title for _ in links] == titles
    with pytest.raises(ActionError, match="no earlier page"):
        do(browser, "GoBack")


# --- reports of effects ------------------------------------------------------------------------


EFFECTS = [
    ("back_one", "Click", "Go on", ["Page two", "back_two.html"]),
    ("back_single", "Click", "Soups", ["Soups"]),
    ("effect_title", "Click", "Fetch", ["Inbox (3)"]),
    ("effect_layers", "Click", "Native", ["dialog", "Leave without saving?"]),
    ("effect_layers", "Click", "Role", ["dialog", "Delete the photo?"]),
    ("effect_layers", "Click", "Alert", ["Your session ends soon."]),
    ("effect_layers", "Click", "Popover", ["Free delivery from 30 euros."]),
    ("effect_live", "Click", "Pay", ["The card was refused."]),
    ("effect_live", "Click", "Save", ["Saved as a draft."]),
    ("effect_live", "Click", "Copy", ["Link copied."]),
    ("effect_required", "Click", "Send", ["Name", "Please fill out this field."]),
    ("effect_pattern", "Click", "Send", ["E-mail", "include an '@'"]),
    ("effect_errors", "Click", "Check phone", ["Phone", "Use ten digits."]),
    ("effect_errors", "Click", "Check code", ["Code", "This code has expired."]),
    ("effect_plain", "Click", "Show", ["Your basket holds three lemons."]),
    ("effect_plain", "Click", "Count", ["There are 8 visitors."]),
    ("effect_choices", "Click", "Gift", ["Gift", "chosen"]),
    ("effect_choices", "Click", "Card", ["Card", "chosen"]),
    ("effect_choices", "Select", "Size", ["Size", "Large"]),
]


@pytest.mark.parametrize(
    ("page", "action", "target", "words"),
    EFFECTS,
    ids=[f"{page}-{target}" for page, _, target, _ in EFFECTS],
)
def test_notes_report_the_effect_of_an_action(open_page, page, action, target, words):
    said = read_notes(open_page(page), action, target, "Large" if action == "Select" else "")
    missing = [word for word in words if word not in " ".join(said)]
    assert not missing, said
    assert "Nothing changed." not in said


def test_a_note_tells_apart_fields_of_the_same_name(open_page):
    browser = open_page("effect_fields")
    first, second = find(see(browser), "Amount", 0).label, find(see(browser), "Amount", 1).label
    words = " ".join(read_notes(browser, "Type", "Amount", "5", nth=1))
    assert f"[{second}]" in words and '"5"' in words
    assert f"[{first}]" not in words


def test_a_note_names_the_radio_button_that_is_no_longer_chosen(open_page):
    words = " ".join(read_notes(open_page("effect_choices"), "Click", "Card"))
    assert re.search(r'"Cash"[^.]*no longer', words)


@pytest.mark.parametrize(
    ("page", "target"), [("scroll_window", "WINDOW"), ("scroll_inner", "Inside")]
)
def test_a_note_says_how_far_something_scrolled(open_page, page, target):
    words = read_notes(open_page(page), "Scroll", target, "down")
    assert any("scroll" in sentence and re.search(r"\d", sentence) for sentence in words)
    assert "Nothing changed." not in words


@pytest.mark.parametrize("name", ["Dead", "Native"])
def test_a_note_says_that_a_click_changed_nothing(open_page, name):
    assert read_notes(open_page("effect_nothing"), "Click", name) == ("Nothing changed.",)


def test_a_blinking_caret_is_not_a_change(open_page):
    browser = open_page("effect_nothing")
    do(browser, "Click", "Field")
    env = Environment(browser)
    env.step()
    env.step(Action("ANSWER", text="x"), look=False)  # leaves the page alone
    start = time.monotonic()
    while time.monotonic() < start + 1.1:  # the caret shows for half a second and hides for another
        assert env.step().notes == ("Nothing changed.",)


def test_a_change_of_colour_alone_counts_as_a_change(open_page):
    words = read_notes(open_page("effect_nothing"), "Click", "Swatch")
    assert "Nothing changed." not in words


# --- a mark means one thing ----------------------------------------------------------------------

MOVED = {
    "sorted": "[...list.children].reverse().forEach(row => list.append(row))",
    "redrawn": "draw(['Lemons', 'Limes', 'Plums'])",
    "redrawn in another order": "draw(['Plums', 'Limes', 'Lemons'])",
    "with a row above": "list.insertAdjacentHTML('afterbegin', row('Figs'))",
    "redrawn with a row above": "draw(['Figs', 'Lemons', 'Limes', 'Plums'])",
    "redrawn without the row above": "draw(['Limes', 'Plums'])",
    "moved below the fold": "list.style.marginTop = '2000px'",
}
GONE = {
    "removed": "list.children[1].remove()",
    "redrawn without it": "draw(['Lemons', 'Plums'])",
    "alone": "draw(['Plums'])",
    "another row in its place": "list.children[1].outerHTML = row('Figs')",
    "its row used for another": "list.children[1].firstChild.textContent = 'Figs'",
    "hidden": "list.children[1].style.display = 'none'",
    "moved away for good": "list.children[1].style = 'position: absolute; left: -9999px'",
}


@pytest.mark.parametrize("script", MOVED.values(), ids=MOVED)
def test_a_mark_is_found_again_where_the_page_moved_it(open_page, script):
    browser = open_page("stale_list")
    seen = see(browser)
    browser.script(script)
    act(browser, seen, "Click", "Add", nth=1)
    assert read_log(browser) == "Limes"


@pytest.mark.parametrize("script", GONE.values(), ids=GONE)
def test_a_mark_that_is_gone_is_refused_and_no_other_is_clicked(open_page, script):
    browser = open_page("stale_list")
    seen = see(browser)
    browser.script(script)
    with pytest.raises(ActionError):
        act(browser, seen, "Click", "Add", nth=1)
    assert read_log(browser) == ""


@pytest.mark.parametrize("action", ["Type", "Fill"])
def test_text_goes_into_the_field_of_the_intended_row(open_page, action):
    browser = open_page("stale_list")
    seen = see(browser)
    browser.script("draw(['Limes', 'Plums', 'Lemons'])")
    act(browser, seen, action, "Amount", "3", nth=1)
    assert browser.script(
        "return [...document.querySelectorAll('input')].map(field => field.value)"
    ) == ["3", "", ""]


def test_rows_that_moved_up_are_not_mistaken_for_each_other(open_page):
    browser = open_page("stale_list")
    seen = see(browser)
    browser.script(
        "['Limes', 'Plums', 'Figs'].forEach((name, at) => list.children[at].firstChild.textContent"
        " = name)"
    )
    try:
        act(browser, seen, "Click", "Add", nth=1)
    except ActionError:
        assert read_log(browser) == ""
    else:
        assert read_log(browser) == "Limes"


def test_long_texts_and_the_drivers_codes_for_keys_are_typed_literally(open_page):
    page = open_page("press_field")
    for text in ("a\ue009a\ue00d b", "long " * 10_000 + "end"):
        do(page, "Fill", "Second", text)
        assert page.script("return document.querySelector('#second').value") == text


def test_the_value_of_a_password_field_is_read_as_dots(open_page):
    code = find(see(open_page("press_field")), "Code")
    assert code.value == "••••"


# --- changes under the mouse, elements inside others, points ---


def test_a_picture_that_changes_under_the_mouse_is_clicked_and_not_the_element_behind_it(open_page):
    page = open_page("hovered")
    do(page, "Click", "Rate")
    assert page.script(OUTPUT) == "icon"


def test_a_click_follows_an_element_that_moves_under_the_mouse(open_page):
    page = open_page("hovered")
    do(page, "Click", "Runs away once")
    assert page.script(OUTPUT) == "runs"


def test_an_element_that_only_hovering_shows_gets_a_mark_when_shown(open_page):
    page = open_page("revealed")
    assert [mark.text for mark in see(page).marks] == ["First record", "Second record"]
    seen = do(page, "Hover", "Second record")
    assert [mark.text for mark in seen.marks] == ["First record", "Second record", "Play second"]
    act(page, seen, "Click", "Play second")
    assert page.script(OUTPUT) == "second"


def test_a_click_on_a_card_does_not_press_the_button_in_its_middle(open_page):
    page = open_page("inside")
    do(page, "Click", "Card")
    do(page, "Click", "Buy")
    assert page.script(OUTPUT) == "card buy"


def test_clicking_an_element_that_other_elements_fill_is_refused(open_page):
    page = open_page("inside")
    with pytest.raises(ActionError, match="no place of its own"):
        act(page, see(page), "Click", "Full")
    assert page.script(OUTPUT) == ""


def test_a_disabled_element_can_be_scrolled_and_hovered_but_not_clicked(open_page):
    page = open_page("inside")
    seen = do(page, "Scroll", "Terms", "down")
    do(page, "Hover", "Later")
    with pytest.raises(ActionError, match="is disabled"):
        act(page, seen, "Click", "Later")
    assert page.script("return document.querySelector('textarea').scrollTop") > 0


def test_a_small_box_scrolls_by_all_but_a_line_and_to_its_end_at_once(open_page):
    page, top = open_page("inside"), "return document.querySelector('textarea').scrollTop"
    do(page, "Scroll", "Terms", "down")
    assert 50 <= page.script(top) <= 60  # the box has 74 pixels, a line 20
    do(page, "Scroll", "Terms", "end")
    assert page.script(top) == 40 * 20 - 74
    assert "The area was scrolled up: this is its top." in read_notes(
        page, "Scroll", "Terms", "top"
    )
    assert page.script(top) == 0


@pytest.mark.parametrize(
    ("name", "text", "down", "up"),
    [("Click", "150,20", "150,20", "150,20"), ("Drag", "10,20,60,30", "10,20", "70,50")],
)
def test_a_point_of_a_target_can_be_clicked_and_dragged(open_page, name, text, down, up):
    page = open_page("inside")
    do(page, name, "Map", text)
    assert page.script(OUTPUT) == f"mousedown {down} mouseup {up}"


def test_an_empty_point_of_the_page_can_be_clicked(open_page):
    page = open_page("inside")
    do(page, "Click", "WINDOW", "900,700")
    assert page.script(OUTPUT) == "nowhere"


def test_a_drag_over_words_selects_them(open_page):
    page = open_page("inside")
    page.script(
        "document.body.insertAdjacentHTML('afterbegin', '<p style=margin:0>Some plain words</p>')"
    )
    do(page, "Drag", "WINDOW", "20,30,300,0")
    assert page.script("return getSelection().toString().trim()") == "Some plain words"


@pytest.mark.parametrize(
    ("name", "target", "text"), [("Drag", "Map", "30"), ("Click", "WINDOW", "5000,20")]
)
def test_malformed_points_and_points_outside_the_screenshot_are_refused(
    open_page, name, target, text
):
    page = open_page("inside")
    with pytest.raises(
        ActionError, match=r"pixels, as in Drag|outside of what the screenshot shows"
    ):
        act(page, see(page), name, target, text)
