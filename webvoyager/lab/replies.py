"""Reading what a model replies: the line that carries its verdict."""

import re


def labelled_line(label: str, value: str = ".*?") -> re.Pattern:
    """The pattern of a line such as "**Verdict:** success"; its one group is the value.

    `label` and `value` are regular expressions; case and marks around them do not count.
    """
    return re.compile(rf"^\W*{label}(?<!\w(?=\w))\W*({value})\W*$", re.M | re.I)


def last_line(reply: str, label: str, value: str = ".*?") -> str | None:
    """The value of the last such line, since a model may change its mind; None if there is none."""
    values = labelled_line(label, value).findall(reply)
    return values[-1] if values else None
