"""How an episode ended, in words that the viewer, figures and slides share."""

from ..records import Episode


def why_unanswered(episode: Episode) -> str:
    """Why there is no answer, such as "the steps ran out"; "" if there is one."""
    if episode.stop == "answer":
        return ""
    if episode.stop in ("", "error: unfinished"):
        return "it is unfinished"
    if episode.stop == "max_steps":
        return "the steps ran out"
    return episode.stop.replace("limit:", "it reached its limit of")


def describe_ending(episode: Episode) -> str:
    """The answer, or why there is none."""
    reason = why_unanswered(episode)
    return f"No answer: {reason}" if reason else f"Answer: {episode.answer}"
