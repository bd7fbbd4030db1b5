"""Describe for the model what the last action led to: events, and changes of the page."""

from collections.abc import Iterator, Sequence
from urllib.parse import urldefrag

from . import drawing
from .records import Mark, Observation, quoted

MOST_CHANGES = 8  # sentences about changes
# the ends of notes on what lies to the sides; they say nothing of what happened
_SIDES = (" pixels to the left.", " pixels to the right.")


def notes(
    seen: Observation,
    events: Sequence[str] = (),
    before: Observation | None = None,
    error: str = "",
) -> tuple[str, ...]:
    """The notes that the model reads beside the page; every action gets some feedback.

    `events` are sentences of the browser's log, `before` is the observation that the action was
    chosen from (None after opening a page), and `error` says why the action failed.
    """
    happened = (*dict.fromkeys(events), *seen.notes)
    if error:
        return (*happened, f"Your last action failed: {error}")
    if not before:
        return happened
    changed = between(before, seen)
    lasting = all(note.endswith(_SIDES) for note in seen.notes)
    if not events and not changed and lasting and unchanged(before, seen):
        changed = ("Nothing changed.",)
    return (*happened, *changed)


def between(before: Observation, after: Observation) -> tuple[str, ...]:
    """What changed from one observation to the next: the page, messages, fields, words."""
    sentences = [*_describe_moves(before, after), *_describe_messages(before, after)]
    if urldefrag(before.url).url == urldefrag(after.url).url:
        sentences += _describe_fields(before, after)
        sentences += (
            _describe_new_words(before, after, sentences) if before.scroll == after.scroll else ()
        )
    return tuple(sentences[:MOST_CHANGES])


def unchanged(before: Observation, after: Observation) -> bool:
    """Whether neither the marks nor the picture changed; if a picture was not kept, the words."""
    if before.marks != after.marks:
        return False
    if not (before.kept and after.kept):
        return before.words == after.words
    return drawing.alike(before.screenshot, after.screenshot)


def _describe_moves(before: Observation, after: Observation) -> Iterator[str]:
    if before.url != after.url:
        yield f"The address is now {after.url}, its title {quoted(after.title)}."
    elif before.title != after.title:
        yield f"The title is now {quoted(after.title)}."
    elif further := round(after.scroll[0] - before.scroll[0], 1):
        yield (
            f"The page is scrolled {abs(further)} screens further"
            f" {'down' if further > 0 else 'up'}."
        )


def _describe_messages(before: Observation, after: Observation) -> Iterator[str]:
    """Dialogs, messages and validation errors that appeared, and dialogs that closed."""
    sentences = {
        "dialog": "A dialog appeared: {}.",
        "message": "A message appeared: {}.",
        "complaint": "Not accepted: {}",
    }
    for kind, words in after.messages:
        if (kind, words) not in before.messages:
            yield sentences[kind].format(words if kind == "complaint" else quoted(words))
    open_now = sum(kind == "dialog" for kind, _ in after.messages)
    for kind, words in before.messages:
        if kind == "dialog" and not open_now:
            yield f"The dialog {quoted(words[:60])} is gone."


def _describe_fields(before: Observation, after: Observation) -> Iterator[str]:
    """Fields whose value changed; a field is recognised by its element, not by its number."""
    earlier = {_identify(mark): mark for mark in before.marks}
    for mark in after.marks:
        old = earlier.get(_identify(mark))
        if old and old.value != mark.value:
            yield f"[{mark.label}] {quoted(mark.text)} now holds {quoted(mark.value or '')}."
        elif old and (old.checked, old.mixed) != (mark.checked, mark.mixed):
            how = "partly" if mark.mixed else "now" if mark.checked else "no longer"
            yield f"[{mark.label}] {quoted(mark.text)} is {how} chosen."


def _describe_new_words(
    before: Observation, after: Observation, known: Sequence[str]
) -> Iterator[str]:
    """New lines of text that are neither in a field nor in one of the `known` sentences."""
    old = {*before.words, *(mark.value for mark in after.marks)}
    new = (line for line in dict.fromkeys(after.words) if line not in old)
    fresh = [line for line in new if not any(line in sentence for sentence in known)]
    if fresh:
        more = f" and {len(fresh) - 3} more lines" if len(fresh) > 3 else ""
        yield "New on the page: " + ", ".join(quoted(line[:80]) for line in fresh[:3]) + f"{more}."


def _identify(mark: Mark) -> tuple:
    """What a field is recognised by: its element, or, after a reload, its role and context."""
    identity = mark.identity
    if "known" in identity:
        return (mark.frame, identity["document"], identity["known"])
    return (mark.tag, mark.role, mark.text, mark.identity.get("around"), mark.identity.get("nth"))
