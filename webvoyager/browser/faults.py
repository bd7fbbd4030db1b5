"""How a document may fail to answer, and what an exception says."""

import json

from ..records import EpisodeError


class DocumentGone(EpisodeError):
    """The document went away while it was asked."""


class RealmGone(DocumentGone):
    """The script realm that was asked went away with its document."""


class NoAnswer(EpisodeError):
    """The document did not answer in time."""


def first_line(error: Exception) -> str:
    """What an exception says, on one line."""
    message = getattr(error, "msg", None) or str(error)
    return next(
        iter(json.dumps(message)[1:-1].replace("\\n", "\n").splitlines()), type(error).__name__
    )[:300]
