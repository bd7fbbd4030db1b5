"""Lists as models write them: reading one from a reply, and numbering one for a prompt."""

import re
from collections.abc import Sequence

from ...models import Reply

# "1. Click", "**2)** Click", "### Step 3: Click"; but not "12 April" or "4.5 stars"
NUMBERED = re.compile(
    r"(?P<indent>\s*+)[*_#(]*+\s*+(?:step\s+)?(?P<number>\d{1,3})[*_]*(?:[.):]|\s+[-–—])[*_)]*\s+"
    r"(?P<words>\S.*)",
    re.I,
)
BULLET = re.compile(r"(?P<indent>\s*+)[-*•–](?P<number>)\s+(?P<words>\S.*)")
HEADING = re.compile(
    r"^[^\w\n]*(?:final |golden |the )?(?:plan|path|key ?points)\W*:\W*$", re.M | re.I
)
SHOWN = 80  # characters of a reply that a complaint quotes


def number_lines(items: Sequence[str]) -> str:
    """The items, numbered, one per line."""
    return "\n".join(f"{number}. {item}" for number, item in enumerate(items, 1))


def read_list(reply: Reply, name: str) -> tuple[tuple[str, ...], str]:
    """The items of the list in a reply, and a sentence on what is wrong with it, or "".

    `name` says in that sentence what was asked for. If the reply was cut short, its last item is
    left out.
    """
    items = list_items(reply.text)
    if reply.cut:
        length = reply.usage.get("completion_tokens", 0)
        remedy = "its last line is left out. Model(max_tokens=…) allows longer replies."
        return items[:-1], f"The reply for the {name} was cut short after {length} tokens: {remedy}"
    if items:
        return items, ""
    text = " ".join(reply.text.split())
    shown = f"{text[:SHOWN]}…" if len(text) > SHOWN else text
    problem = f"holds no list: “{shown}”" if text else "is empty"
    return (), f"The reply for the {name} {problem}."


def list_items(text: str) -> tuple[str, ...]:
    """The items of the last list in a text, numbered or else bulleted; () if there is none.

    A list below a line such as "Plan:" is preferred to one above it. A number 1 begins a new list,
    so that numbered thoughts are not taken for the plan after them. Indented lines belong to the
    item above them; bold markers are left out.
    """
    for part in reversed(HEADING.split(text)):
        lines = part.splitlines()
        form = NUMBERED if any(map(NUMBERED.fullmatch, lines)) else BULLET
        margin = min((len(m["indent"]) for m in map(form.fullmatch, lines) if m), default=0)
        items: list[str] = []
        last = ""
        for line in lines:
            match, marked = form.fullmatch(line), NUMBERED.fullmatch(line) or BULLET.fullmatch(line)
            words = " ".join((marked["words"] if marked else line).replace("**", "").split())
            if match and len(match["indent"]) <= margin:
                begins = match["number"] == "1" != last  # in Markdown every number may be 1
                items = [*([] if begins else items), words]
                last = match["number"]
            elif items and line.strip() and len(line) - len(line.lstrip()) > margin:
                items[-1] = f"{items[-1]} {words}"
        if found := tuple(filter(None, items)):
            return found
    return ()
