"""What a page says, made fit to stand in a sentence of ours: one line, nothing that does not show,
not too long.
"""

from .documents import plain


def folded(words: str, most: int = 200) -> str:
    """The words in one line of at most so many characters; of longer ones the middle is left out,
    as a … says.
    """
    line = " ".join(
        plain(words[: 4 * most] + words[-most:] if len(words) > 5 * most else words).split()
    )
    return (
        line
        if len(line) <= most
        else f"{line[: most - most // 4 - 3]} … {line[len(line) - most // 4 :]}"
    )
