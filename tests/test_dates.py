"""Dates in questions: which are found, which have passed, how they are moved and written again."""

from datetime import date

import pytest

from webvoyager import Task
from webvoyager.lab.proposing import dates

TODAY = date(2026, 11, 22)


@pytest.mark.parametrize(
    ("question", "found"),
    [
        ("on January 10, 2024", [("January 10, 2024", "2024-01-10", "2024-01-10")]),
        ("from Jan 22 to 25", [("Jan 22 to 25", "2027-01-22", "2027-01-25")]),
        ("for 20/12/2023", [("20/12/2023", "2023-12-20", "2023-12-20")]),
        ("after 2023-12-29", [("2023-12-29", "2023-12-29", "2023-12-29")]),
        ("6 March, 8 May 2024", [("6 March", "2024-03-06", "2024-03-06"), ("8 May 2024", "2024-05-08", "2024-05-08")]),
        ("Dec. 26th", [("Dec. 26th", "2026-12-26", "2026-12-26")]),
        ("on Feb 14-21, 2024,", [("Feb 14-21, 2024", "2024-02-14", "2024-02-21")]),
        ("announced in October 2023", [("October 2023", "2023-10-01", "2023-10-31")]),
        ("Standings 2023-24", [("2023-24", "2023-01-01", "2023-12-31")]),
        ("May I have 12 eggs by 2000 readers at 4.5 stars?", []),
        ("on February 30, 2024", []),
    ],
)  # fmt: skip
def test_dates_are_found_in_the_forms_people_write_them(question, found):
    assert [(f.text, str(f.first), str(f.last)) for f in dates.find(question, TODAY)] == found


@pytest.mark.parametrize(
    ("question", "moved"),
    [
        ("Book a hotel from March 5 to March 7, 2024.", "Book a hotel from December 22 to December 24, 2026."),
        ("A flight on Jan. 3rd, 2024", "A flight on Dec. 23rd, 2026"),
        ("A hotel for March 1-7, 2024", "A hotel for December 25-31, 2026"),
        ("A stay from February 28 to March 6, 2024", "A stay from December 23 to December 30, 2026"),
        ("A hotel from March 15 to March 22, 2024", "A hotel from December 25, 2026 to January 1, 2027"),
        ("One-way flights today (February 17, 2024)", "One-way flights today (November 22, 2026)"),
        ("A hotel for Valentine's Day, February 14-16, 2024", "A hotel for Valentine's Day, February 14-16, 2027"),
        ("Book a table for 20/12/2023", "Book a table for 23/12/2026"),
        ("A thriller released in 2024", "A thriller released in 2026"),
        ("The NHL Standings 2023-24", "The NHL Standings 2025-26"),
    ],
)  # fmt: skip
def test_stale_dates_are_moved_and_keep_their_format(question, moved):
    [task], table = dates.freshen(
        [Task(id="x--0", site="x", url="http://x.test/", question=question)], TODAY
    )
    assert task.question == moved
    assert (task.extra["original"], table.done[0]) == (question, "moved")


@pytest.mark.parametrize(
    "question",
    [
        "Find a hotel for December 25-26.",
        "Annual energy production of Diablo Canyon 2 in 2010.",
        "The video 'Oscars 2023: Must-See Moments!'",
        "A flight on 12 April 2031",
    ],
)
def test_a_question_without_stale_dates_stays_word_for_word(question):
    [task], _ = dates.freshen(
        [Task(id="x--0", site="x", url="http://x.test/", question=question)], TODAY
    )
    assert task.question == question and "template" not in task.extra


def test_a_golden_answer_keeps_its_year():
    golden = Task(
        id="x--0",
        site="x",
        url="http://x.test/",
        question="Papers published in 2023",
        answer={"type": "golden", "ans": "7"},
    )
    [task], table = dates.freshen([golden], TODAY)
    assert task == golden and table.done[0] == "kept: its answer is golden"


def test_a_template_is_filled_for_any_day():
    [task], _ = dates.freshen(
        [
            Task(
                id="x--0",
                site="x",
                url="http://x.test/",
                question="Fly on Friday, March 15, 2024, back on March 18, 2024",
            )
        ],
        TODAY,
    )
    for today in (date(2027, 1, 31), date(2028, 2, 27)):
        again = dates.set_day(task, today)
        first, last = (found.first for found in dates.find(again.question, today))
        assert first > today and (last - first).days == 3
    assert dates.set_day(dates.set_day(task, date(2030, 1, 1)), TODAY) == task
    assert task.extra["original"].startswith("Fly on Friday, March 15, 2024")


def test_a_moved_day_keeps_its_weekday():
    [task], _ = dates.freshen(
        [
            Task(
                id="x--0",
                site="x",
                url="http://x.test/",
                question="A flight on Friday, March 15, 2024",
            )
        ],
        TODAY,
    )
    [found] = dates.find(task.question, TODAY)
    assert f"{found.first:%A}" == "Friday"
