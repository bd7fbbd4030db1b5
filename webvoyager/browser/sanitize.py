"""Makes a page's words fit for our sentences: one line, visible characters, not too long."""

from .documents import plain


def one_line(words: str, most: int = 200) -> str:
    """The words on one line of at most `most` characters.

    A … replaces the middle of a longer text.
    """
    # Of very long words only the ends are read.
    ends = words[: 4 * most] + words[-most:] if len(words) > 5 * most else words
    line = " ".join(plain(ends).split())
    if len(line) <= most:
        return line
    last = most // 4
    return f"{line[: most - last - 3]} … {line[len(line) - last :]}"
