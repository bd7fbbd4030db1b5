"""The ways in which a document fails to answer, and an exception's message on one line."""

import json

from ..records import EpisodeError


class DocumentGone(EpisodeError):
    """The document went away while it was asked."""


class WorldGone(DocumentGone):
    """The script world that was asked went away with its document."""


class NoAnswer(EpisodeError):
    """The document did not answer in time."""


def first_line(error: Exception) -> str:
    """The first line of an exception's message, its control characters escaped."""
    message = getattr(error, "msg", None) or str(error)
    escaped = json.dumps(message)[1:-1].replace("\\n", "\n")
    return next(iter(escaped.splitlines()), type(error).__name__)[:300]
