"""Sentences of thoughts that later rules look for: the history is read from thoughts, so each is written here once."""

import re

FILLED = "The form asks for"  # something was entered into a form
PRESSED = "The form is filled in"  # and then searched for
FILTERED = "I set the filter"
SECTION = "I open the section"
ORDERED = "I want the list in order of"
ROW = "I select this row"
TURN = "I turn to"
NAMED_PAGE = "The question names this page: I open"
OPENED = re.compile(r'I open "([^"]*)"')
_PART = "This is the page of {}, but I do not see the {}."
PART = re.compile(_PART.replace(".", r"\.").format("(.*)", ".*") + " I look ")
_DONE = "This is {}. To do what was asked, I press"
DONE = re.compile(_DONE.replace(".", r"\.").format("(.*)"))


def wants(condition: object) -> str:
    """Why a filter is set; FILTERED follows it."""
    return f"The question wants {condition}."


def unseen(thing: str, words: str) -> str:
    """On the page of a thing, before a part of it is opened: what PART finds again."""
    return _PART.format(thing, words)


def doing(thing: str) -> str:
    """Before the button that does what was asked is pressed: what DONE finds again."""
    return _DONE.format(thing)
