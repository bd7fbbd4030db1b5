"""The offline model and forms: journeys and stays in a question, fields, calendars, steppers, rows of results."""

import pytest
from test_offline import moves, page, talk

from webvoyager.practice.offline import calendar, days, journey, offers, question, reading

FLY = "What does the cheapest nonstop one-way flight from Oslo (OSL) to Rome (FCO) on 5 May 2026 cost for one adult?"
STAY = "Which hotel in Sankt Annen is the cheapest for two adults and two children from 5 May to 8 May 2026?"


# --- questions ---


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("on Sunday, 12 April 2026", ["2026-04-12"]),
        ("from Thursday 23 April to Sunday 26 April 2026", ["2026-04-23", "2026-04-26"]),
        ("Apr 3rd, 2026", ["2026-04-03"]),
        ("2026-05-07", ["2026-05-07"]),
        ("it may 5 times", []),
        ("in April 2026", []),
    ],
)
def test_days_in_words(text, said):
    assert [day.iso for day in days.days(text) if day.year] == said


def test_a_journey_in_a_question():
    asked = question.question(FLY)
    assert (asked.trip.start.code, asked.trip.end.name, asked.trip.end.code) == ("OSL", "Rome", "FCO")
    assert (asked.trip.party, asked.trip.one_way, asked.names) == ((("adult", 1),), True, ())
    assert asked.order.kind == "money" and "nonstop" in asked.terms
    last = question.question("Which airline flies the last train from Oslo to Rome on 5 May 2026?")
    assert (last.order.kind, last.order.most) == ("#clock", True)


def test_a_stay_in_a_question():
    asked = question.question(STAY)
    assert asked.trip.end.name == "Sankt Annen" and not asked.trip.start
    assert dict(asked.trip.party) == {"adult": 2, "child": 2}
    named = question.question("How much is a room at Casa Verde from Friday 8 May to Sunday 10 May 2026?")
    assert named.names == ("Casa Verde",) and len(named.trip.days) == 2


@pytest.mark.parametrize(
    "text",
    [
        "Which papers were submitted from 3 March 2026 to 5 March 2026?",
        "Find a soup for four people that takes at most 30 minutes.",
        "When was the Blue Kettle first sold?",
    ],
)
def test_other_questions_tell_of_no_trip(text):
    assert not question.question(text).trip


# --- forms ---


def form(*more, way="One way", start="Oslo OSL", end="", day="Departure", lines=(), marks=(), notes=()):
    """The form of a journey."""
    elements = [
        f'[0]: <select> "Trip", value "{way}", options "Round trip | One way";',
        f'[1]: <input type="text" role="combobox"> "Where from?", value "{start}", collapsed;',
        f'[2]: <input type="text" role="combobox"> "Where to?", value "{end}", expanded;',
        f'[3]: <button> "{day}", collapsed;',
        '[4]: <button> "Search";',
    ]
    return page(lines, [*elements, *more], marks, notes=notes)


def days_of(month, first, count, label=10):
    """The buttons of a calendar's month."""
    return [f'[{label + n}]: <button> "{first + n} {month} 2026, {90 - n} dollars";' for n in range(count)]


FILL = "Thought: The form asks for it.\nAction: Type [2]; Rome"


def test_the_way_and_the_places_come_first():
    assert moves(FLY, form(way="Round trip"))[0] == "Type [0]; One way"
    assert moves(FLY, form())[0] == "Type [2]; Rome"
    assert moves(FLY, form(start="Paris PAR", end="Rome FCO"))[0] == "Type [1]; Oslo"


def test_a_suggestion_is_chosen():
    options = [
        '[8]: <li role="option"> "Romeoville, USA ROM Field";',
        '[9]: <li role="option"> "Rome, Italy FCO Fiumicino";',
    ]
    assert moves(FLY, form(), form(*options, end="Rome"), replies=[FILL])[0] == "Click [9]"


def test_the_calendar_is_opened_turned_and_used():
    filled = form(end="Rome FCO")
    assert moves(FLY, filled)[0] == "Click [3]"
    turned = ['[6]: <button> "Previous month", disabled;', '[7]: <button> "Next month";']
    assert moves(FLY, form(*days_of("March", 1, 31), *turned, end="Rome FCO"))[0] == "Click [7]"
    assert moves(FLY, form(*days_of("May", 1, 31), *turned, end="Rome FCO"))[0] == "Click [14]"


def test_a_full_form_is_searched_once():
    filled = form(end="Rome FCO", day="Departure, Tue 5 May")
    assert moves(FLY, form(), filled, replies=[FILL])[0] == "Click [4]"
    pressed = 'Thought: The form is filled in. I press "Search".\nAction: Click [4]'
    assert moves(FLY, form(), filled, filled, replies=[FILL, pressed])[0] != "Click [4]"


def test_a_calendar_of_numbers_goes_by_the_head_of_its_month():
    marks, elements, lines = [], [], []
    for column, head in enumerate(("May 2026", "June 2026")):
        lines.append((100 + 400 * column, 50, 80, 20, head))
        for n in range(30):
            label = 30 * column + n
            elements.append(f'[{label}]: <button> "{n + 1}";')
            marks.append((label, 60 + 400 * column + 30 * (n % 7), 100 + 30 * (n // 7), 28, 28))
    shown = calendar.cells(reading.conversation(talk("x", page(lines, elements, marks))).page)
    assert len(shown) == 60 and (shown[4].day.iso, shown[34].day.iso) == ("2026-05-05", "2026-06-05")


def test_people_are_counted_up():
    said = '[5]: <summary> "Guests and rooms 2 guests, 1 room", {};'
    base = (
        '[0]: <input type="text" role="combobox"> "Where to", value "Sankt Annen";',
        '[1]: <summary> "Check-in – check-out Tue 5 May – Fri 8 May", collapsed;',
        '[9]: <button> "Search";',
    )
    assert moves(STAY, page((), [*base, said.format("collapsed")]))[0] == "Click [5]"
    steps = ['[6]: <button> "Fewer children", disabled;', '[7]: <button> "More children";']
    steps += ['[10]: <button> "Fewer adults";', '[11]: <button> "More adults";']
    lines = [(500, 100, 10, 16, "2"), (500, 140, 10, 16, "0")]
    marks = [(6, 470, 140, 20, 20), (7, 530, 140, 20, 20), (10, 470, 100, 20, 20), (11, 530, 100, 20, 20)]
    assert moves(STAY, page(lines, [*base, said.format("expanded"), *steps], marks))[0] == "Click [7]"


# --- what comes of it ---

HEAD = [(480, 20, 200, 16, "3 flights")]


def rows_page(step=3):
    """Three flights, the cheapest with a stop."""
    lines, elements, marks = [], ['[0]: <select> "Sort by", value "Price", options "Best | Price | Duration";'], []
    for n, (number, times, line, stops, price) in enumerate(
        (("AB 7", "09:00 – 13:15", "Redwing", "1 stop", 40), ("CD 8", "10:30 – 12:05", "Bluewing", "Nonstop", 73),
         ("EF 9", "16:00 – 17:40", "Redwing", "Nonstop", 92))
    ):  # fmt: skip
        y = 200 + 60 * n
        lines += [(150, y, 90, 17, times), (150, y + 20, 80, 14, line), (480, y + 8, 54, 17, stops)]
        lines += [(820, y, 40, 23, f"${price}"), (890, y + 8, 40, 16, "Select")]
        elements.append(f'[{n + 1}]: <a> "Select {number}, {times[:5]} to {times[-5:]}, {price} dollars";')
        marks.append((n + 1, 880, y, 60, 36))
    return page(lines, elements, marks, address="http://site.test/results?sort=price", title="Oslo to Rome", step=step)


def test_the_row_that_fits_is_told():
    pressed = 'Thought: The form is filled in. I press "Search".\nAction: Click [4]'
    said = moves(FLY, form(end="Rome FCO", day="Departure, Tue 5 May"), rows_page(), replies=[pressed])[0]
    assert said.startswith("ANSWER; CD 8") and "73" in said and "Bluewing" in said and "Redwing" not in said


def test_rows_have_times_and_lengths():
    text = "10:30 – 12:05 · 1 h 35 min · 1 h 10 min stop"
    assert journey.journey_value("departure", "#clock", text) == 630
    assert journey.journey_value("arrival", "#clock", text) == 725
    assert journey.journey_value("duration", "#length", text) == 95


@pytest.mark.parametrize(
    ("asked", "answer"),
    [
        ("By the calendar, which day of May 2026 is cheapest for a one-way flight from Oslo to Rome?", "31 May 2026"),
        ("By the calendar: how much more is the night of 5 May 2026 than that of 8 May?", "The difference is 3."),
    ],
)
def test_a_calendar_is_read(asked, answer):
    shown = form(*days_of("May", 1, 31), end="Rome FCO")
    assert moves(asked, shown)[0].startswith(f"ANSWER; {answer}")


def test_the_first_night_that_is_taken():
    buttons = days_of("May", 1, 31)
    for number in (0, 5):  # 1 May is gone by
        buttons[number] = buttons[number].replace(";", ", disabled;")
    asked = "By the calendar, which is the first night of May 2026 on which nothing is free?"
    assert moves(asked, form(*buttons))[0] == "ANSWER; 6 May 2026."


def test_an_offer_goes_by_its_terms():
    wanted = offers.terms("the double room, non-refundable and without breakfast")
    rows = ["Double room, non-refundable, breakfast included", "Double room, non-refundable, without breakfast"]
    rows += ["Double room, free cancellation, without breakfast", "Small room, free cancellation, breakfast included"]
    assert max(rows, key=lambda row: offers.fit(wanted, offers.terms(row))) == rows[1]


def test_a_folded_filter_is_opened_and_set():
    asked = "How many places have a “Swimming pool” and a guest score of 8 or more?"
    first = form('[7]: <button> "About", disabled;')
    assert moves(asked, first)[0] == "Click [4]"  # a form left empty lists everything
    pressed = 'Thought: The form is filled in as far as it needs to be. I press "Search".\nAction: Click [4]'
    found = {"address": "http://site.test/list?x=1", "title": "All"}
    lines = [(20, 100, 100, 16, "48 places")]
    shut = page(lines, ['[5]: <summary> "Guest score", collapsed;', '[6]: <summary> "Facilities", collapsed;'], **found)
    assert moves(asked, first, shut, replies=[pressed])[0] == "Click [5]"
    wide = page(lines, ['[5]: <input type="radio"> "8 or more";', '[6]: <input type="radio"> "9 or more";'], **found)
    assert moves(asked, first, wide, replies=[pressed])[0] == "Click [5]"


def test_only_the_things_own_button_is_pressed():
    lines, buttons = [(40, 20, 200, 32, "Villa Rosa")], ['[1]: <button> "Save Villa Blanca";']
    other = page(lines, buttons, title="Villa Rosa")
    own = page(lines, [*buttons, '[2]: <button> "Save Villa Rosa";'], title="Villa Rosa")
    asked = 'Put "Villa Rosa" on my wish list.'
    assert moves(asked, own)[0] == "Click [2]" and "Click [1]" not in moves(asked, other)


def test_a_named_fare_is_waited_for_and_chosen():
    asked = "Find the cheapest flight from Oslo to Rome on 5 May 2026 and choose its Flex fare. What does it cost?"
    late = page([(40, 20, 300, 16, "Asking the carrier. This can take a moment.")], address="http://site.test/fares")
    assert moves(asked, late)[0] == "Wait"
    shown = page((), ['[1]: <button> "Choose Basic, 90 dollars";', '[2]: <button> "Choose Flex, 140 dollars";'])
    assert moves(asked, shown)[0] == "Click [2]"


def test_a_switch_is_turned_on_once():
    asked = "Turn on price tracking for this page."
    off = page((), ['[1]: <button role="switch"> "Track prices";'])
    on = page((), ['[1]: <button role="switch"> "Track prices", checked;'])
    done = 'Thought: The question wants this on. I switch on "Track prices".\nAction: Click [1]'
    assert moves(asked, off)[0] == "Click [1]"
    assert moves(asked, off, on, replies=[done])[0].startswith("ANSWER")


def test_what_a_form_asks_is_no_fact():
    shown = page(
        [(40, 20, 300, 32, "Plum Inn"), (40, 70, 90, 14, "Check-in"), (40, 86, 90, 16, "Add dates"),
         (40, 300, 90, 16, "Check-in"), (200, 300, 120, 16, "14:00 to 21:30")],
        ['[1]: <summary> "Check-in Add dates", collapsed;'], [(1, 30, 60, 150, 50)], title="Plum Inn",
    )  # fmt: skip
    said = moves("Until what time can guests check in at the Plum Inn?", shown)[0]
    assert said.startswith("ANSWER") and "21:30" in said


def test_the_row_of_the_way_to_go_is_read():
    shown = page(
        [(40, 20, 300, 32, "Plum Field"), (40, 70, 150, 14, "Time to change"), (40, 86, 90, 16, "75 minutes"),
         (300, 70, 90, 14, "Into town"), (300, 86, 150, 16, "25 min by train")],
        title="Plum Field",
    )  # fmt: skip
    assert "25 min" in moves("How long does it take from Plum Field into town by train?", shown)[0]
