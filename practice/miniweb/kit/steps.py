"""The steps of oracles: [verb, role, name, …], as `oracle.play` reads them."""

Step = list[str]

SCROLL_DOWN = ["Scroll", "down"]
WAIT = ["Wait"]


def link(name: str) -> Step:
    """Follow a link."""
    return ["Click", "link", name]


def press(name: str) -> Step:
    """Press a button, including one that expands a section."""
    return ["Click", "button", name]


def tab(name: str) -> Step:
    """Switch to a tab."""
    return ["Click", "tab", name]


def radio(name: str) -> Step:
    """Choose one of several options."""
    return ["Click", "radio", name]


def tick(name: str) -> Step:
    """Tick a checkbox, or clear it."""
    return ["Click", "checkbox", name]


def choose_option(label: str, option: str) -> Step:
    """Choose from a list, or type into a box that makes suggestions."""
    return ["Type", "combobox", label, option]


def fill(label: str, text: str) -> Step:
    """Type into a text field and press Enter."""
    return ["Type", "textbox", label, text]


def search_for(label: str, words: str) -> Step:
    """Type into a search field and press Enter."""
    return ["Type", "searchbox", label, words]
