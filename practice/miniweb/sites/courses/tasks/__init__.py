"""The site's tasks, computed from its data; a task's number is its position in the list."""

from ....kit.tasks import SiteTask, make_tasks
from ..records import Catalogue
from . import account_tasks, course_choice_tasks, course_lookup_tasks

MAKERS = {  # each maker with the site features its task exercises
    course_lookup_tasks.instrument: "namesakes author-page",
    course_choice_tasks.busiest_week: "comparison full-text-search toast",
    account_tasks.audit: "login radio-options full-text-search",
    course_lookup_tasks.lesson_length: "accordion variants",
    account_tasks.best_certificate: "login session-timeout certificate",
    course_choice_tasks.in_her_language: "filters",
    course_lookup_tasks.told_in_a_review: "reviews pagination",
    course_choice_tasks.cheaper_by_month: "help-page reference-table",
    account_tasks.financial_aid: "login form validation-error irreversible",
    course_lookup_tasks.best_month: "picture-chart sticky-header",
    course_choice_tasks.not_taught: "filters empty-results",
    account_tasks.two_forums: "login session-timeout forum pagination",
    course_choice_tasks.sunday_project: "filters sorting",
    course_lookup_tasks.group_on_slide: "video-placeholder",
    account_tasks.all_right: "login session-timeout quiz",
    course_choice_tasks.any_beginning: "filters full-text-search",
}


def tasks(data: Catalogue) -> list[SiteTask]:
    """All tasks of the site."""
    return make_tasks(MAKERS, data)
