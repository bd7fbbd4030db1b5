"""The tasks of Klaxon, computed from its results; the number of a task is its place in the list."""

from .questions import acts, lookups, tables
from .records import Sports

MAKERS = (
    lookups.arena,
    tables.fewest,
    lookups.of_a_day,
    acts.vote,
    tables.corner,
    lookups.rules,
    tables.each_other,
    lookups.in_the_box,
    acts.follow,
    tables.on_the_grid,
    tables.seats,
    lookups.the_play,
    tables.after_week,
    tables.on_page_two,
    acts.picks,
    lookups.coach,
    lookups.career,
    lookups.a_run,
    tables.tallest,
    lookups.coming,
    tables.lead,
    lookups.of_position,
    lookups.clip,
    acts.choices,
)
# what is hard for an agent here, and a page where it is seen
FEATURES = [
    ("canvas-chart", "/game?id=mbl1001"),
    ("cross-table", "/hl/grid"),
    ("date-input", "/scores"),
    ("date-strip", "/bhl/scores"),
    ("dense-table", "/hl/standings"),
    ("disclosure", "/help"),
    ("filters", "/mbl/stats"),
    ("form", "/pickem"),
    ("inner-scroll", "/mbl/schedule"),
    ("load-more", "/game?id=mbl1001&tab=plays"),
    ("native-select", "/mbl/compare"),
    ("not-found", "/clubs/nowhere"),
    ("pagination", "/bhl/stats"),
    ("poll", "/poll"),
    ("raster-chart", "/team/juniper-falls-kings"),
    ("sortable-columns", "/mbl/standings"),
    ("suggestions", "/"),
    ("tabs", "/player/corentin-grandmaisonne"),
    ("ticker", "/"),
    ("toast", "/team/juniper-falls-kings"),
    ("validation-error", "/pickem"),
    ("video-placeholder", "/"),
]


def tasks(sports: Sports) -> list[dict]:
    """The tasks with their rules and oracles."""
    made = [maker(sports) for maker in MAKERS]
    assert len({task["ques"] for task in made}) == len(made)
    return made
