"""Cairn's tasks, computed from its data; a task's number is its position in the list."""

from ....kit.tasks import SiteTask, make_tasks
from ..records import Hub
from . import file_and_release_tasks as files
from . import issue_and_search_tasks as issues

MAKERS = {  # each maker with the site features its task exercises
    files.language_share: "picture-chart near-names",
    issues.first_bad: "filters-reset filters sorting popover",
    files.asset_size: "versions disclosure near-names",
    issues.star_top: "sign-in search-operators sorting save-button toast",
    files.last_touch: "file-tree blame tabs",
    issues.first_issue: "filters-reset filters sorting popover",
    files.upgrade: "versions dense-table",
    issues.library_wish: "advanced-form native-select search-operators",
    files.branch_value: "file-tree popover",
    issues.report_bug: "sign-in two-step-choice native-select validation-error form irreversible",
    files.missing_build: "versions disclosure",
    issues.quiet_month: "picture-chart namesakes scoped-search",
    files.newer_need: "reference-table near-names",
    issues.ready_pull: "long-list",
    files.most_installed: "picture-chart versions",
    issues.close_quietest: "sign-in filters-reset filters sorting popover toast",
}


def tasks(hub: Hub) -> list[SiteTask]:
    """The tasks with rules and oracles; each maker chooses a record that only its answer fits."""
    return make_tasks(MAKERS, hub)
