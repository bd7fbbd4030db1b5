"""Northlight's tasks, computed from its data; a task's number is its position in the list."""

from ....kit.tasks import SiteTask, make_tasks
from ..records import Newsroom
from . import broadcast_tasks, news_lookup_tasks, reader_form_tasks

MAKERS = {  # each maker with the site features its task exercises
    broadcast_tasks.hour: "moving-consent slow-parts hover-menu disclosure reference-table",
    news_lookup_tasks.corrected: "moving-consent full-text-search result-list long-article",
    reader_form_tasks.letters: "moving-consent form validation-error",
    broadcast_tasks.lead_in_poll: "moving-consent picture-chart",
    broadcast_tasks.reported: "moving-consent slow-parts ticker load-more",
    news_lookup_tasks.higher_rise: "moving-consent full-text-search result-list",
    broadcast_tasks.figure: "moving-consent carousel video-player",
    reader_form_tasks.no_letter: "moving-consent",
    news_lookup_tasks.read_most: "moving-consent slow-parts author-page",
    reader_form_tasks.one_purpose: "moving-consent switch",
    news_lookup_tasks.majority: "moving-consent full-text-search save-button toast",
    broadcast_tasks.picnic: "moving-consent filters reference-table",
    reader_form_tasks.comment: "moving-consent comments irreversible validation-error",
    news_lookup_tasks.hull: "moving-consent photo-gallery",
    broadcast_tasks.short_film: "moving-consent filters",
    reader_form_tasks.smallest: "moving-consent quiz",
}


def tasks(newsroom: Newsroom) -> list[SiteTask]:
    """The tasks with rules and oracles."""
    return make_tasks(MAKERS, newsroom)
