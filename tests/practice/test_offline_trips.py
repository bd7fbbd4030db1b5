"""The offline model and trips: places and dates in a question, and forms with calendars.

Lists whose rows end in a button are tested as well.
"""

from test_offline import make_situation, page

from practice.offline.question.question import read_question
from practice.offline.rules import strategy

ASKED = (
    "What is the cheapest one way ferry from Port Ellen (PEL) to Oban (OBA) on Monday, 4 May 2026?"
)


def form(origin="Tarbert TAR", target="", journey="Return", *more):
    """A form for a trip: its present values, and the elements `more` that are open beside it."""
    elements = (
        f'[0]: <input type="text" role="combobox"> "From", value "{origin}", collapsed;',
        f'[1]: <input type="text" role="combobox"> "To", value "{target}", collapsed;',
        f'[2]: <select> "Journey", value "{journey}", options "Return | One way";',
        '[3]: <button> "Departure date", collapsed;',
        '[4]: <button> "Find ferries";',
    )
    return page(elements=(*elements, *more))


def play(asked, *pages):
    """The action chosen on each page, given the ones before."""
    replies = []
    for number in range(len(pages)):
        move = strategy.propose_moves(make_situation(asked, *pages[: number + 1], replies=replies))[
            0
        ]
        replies.append(str(move))
    return [reply.partition("Action: ")[2] for reply in replies]


def test_the_trip_is_read_from_a_question():
    question = read_question(ASKED)
    assert (question.trip.origin, question.trip.target) == ("Port Ellen (PEL)", "Oban (OBA)")
    assert [date.text for date in question.trip.days] == ["Monday, 4 May 2026"]
    assert question.names == () and not {"oban", "may", "4"} & set(
        " ".join(question.terms).lower().split()
    )
    stay = read_question(
        "Which inn in Fort Augustus is cheapest from Friday 17 April to Sunday 19 April 2026?"
    )
    assert (stay.trip.origin, stay.trip.target) == ("", "Fort Augustus")
    assert [date.day for date in stay.trip.days] == [417, 419]
    assert stay.names == ("Fort Augustus",)


def test_a_date_alone_is_not_a_trip():
    for text in ("Which papers came out on 4 May 2026?", "How far is it from Oban to Tarbert?"):
        assert read_question(text).trip is None


def test_a_form_is_filled_in_part_by_part_and_sent():
    ports = (
        '[5]: <li role="option"> "Port Ellen, Islay PEL";',
        '[6]: <li role="option"> "Port Askaig, Islay PAS";',
    )
    april = ('[5]: <button> "Thursday, 30 April 2026";', '[6]: <button> "Next month";')
    may = ('[5]: <button> "Sunday, 3 May 2026";', '[6]: <button> "Monday, 4 May 2026, 31 dollars";')
    done = ("Port Ellen PEL", "Oban OBA", "One way")
    actions = play(
        ASKED,
        form(),
        form("Port Ellen", "", "Return", *ports),
        form("Port Ellen PEL"),
        form("Port Ellen PEL", "Oban OBA"),
        form(*done),
        form(*done, *april),
        form(*done, *may),
        form(*done),
    )
    assert actions == [
        "Type [0]; Port Ellen",
        "Click [5]",
        "Type [1]; Oban",
        "Type [2]; One way",
        "Click [3]",
        "Click [6]",
        "Click [6]",
        "Click [4]",
    ]


def test_rows_that_end_in_a_button_are_a_list():
    lines, elements, marks = (
        [(8, 200, 60, 18, "Timetable")],
        ['[0]: <a> "Timetable";'],
        [(0, 0, 190, 80, 40)],
    )
    for number, (line, takes, price) in enumerate(
        (("Sound Lines", "2 h 10 min", "$38"), ("Kerrera", "3 h", "$31"))
    ):
        y = 200 + 60 * number
        lines += [
            (120, y, 90, 18, line),
            (320, y, 90, 18, takes),
            (500, y, 40, 18, price),
            (640, y, 50, 18, "Select"),
        ]
        elements.append(f'[{number + 1}]: <a> "Select {line}, {price}";')
        marks.append((number + 1, 630, y - 6, 70, 30))
    entries = make_situation("Which is cheapest?", page(lines, elements, marks)).listing.entries
    assert [(entry.title, entry.element.label) for entry in entries] == [
        ("Sound Lines", 1),
        ("Kerrera", 2),
    ]
    assert [line.text for line in entries[1].lines] == ["Kerrera", "3 h", "$31"]
