"""Sentences of thoughts that later rules look for: memory is read from thoughts, so each is written here once."""

import re

FILTERED = "I set the filter"
SECTION = "I open the section"
SENT = "The form is filled in. I press"
ORDERED = "I want the list in order of"
OPENED = re.compile(r'I open "([^"]*)"')
PRESSED = re.compile(r"This is (.*)\. To do what was asked, I press")


def filter_reason(condition: object) -> str:
    """Why a filter is set; FILTERED follows it."""
    return f"The question wants {condition}."


def pressing(thing: str) -> str:
    """Before the button is pressed that does what was asked: PRESSED finds it again."""
    return f"This is {thing}. To do what was asked, I press"
