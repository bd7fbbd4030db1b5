"""A person decides on proposed tasks, one at a time; each click is saved in the pool."""

from collections.abc import Callable, Mapping
from pathlib import Path

import ipywidgets
from markupsafe import Markup

from ...records import Observation
from ..proposing import pool as pools
from ..proposing.pool import Proposal
from . import fragments, pictures
from .widgets import Viewer, give_keys, make_viewer, piece, update

REFERENCES = {  # the kinds of reference answers (the paper's section 4.2)
    "golden: it stays right": ("golden", ""),
    "possible: several are right": ("possible", "several"),
    "possible: right for a time": ("possible", "time-bound"),
    "possible: open": ("possible", "open"),
}


def review(
    pool: str | Path, *, reviewer: str = "", pictures: Mapping[str, Observation] | None = None
) -> Viewer:
    """Accept, edit or reject the proposals of a pool that wait for a decision.

    Each click is saved. `pictures` has a page to show for each site. `pool.decide(pool, id,
    "accept")` does the same without widgets.
    """
    return _Reviewing(Path(pool), reviewer, pictures or {}).viewer


class _Reviewing:
    """The widgets of a review. The pool is read again for each proposal."""

    def __init__(self, pool: Path, reviewer: str, pages: Mapping[str, Observation]) -> None:
        self._pool, self._reviewer, self._pages = pool, reviewer, pages
        self._id = ""
        self._progress, self._about, self._status = piece(), piece(), piece()
        self._question = ipywidgets.Textarea(description="Task", rows=3)
        self._reference = ipywidgets.Text(
            description="Reference", placeholder="the right answer, if you know it"
        )
        self._kind = ipywidgets.Dropdown(options=REFERENCES, layout={"width": "230px"})
        self._reason = ipywidgets.Text(description="Reason", placeholder="needed to reject")
        for field in (self._question, self._reference, self._reason):
            field.layout.flex = "1 1 240px"
            field.add_class("wv-field")
            field.continuous_update = False  # else a click may come before the last letters typed
        accepting = "Accept it, with these words and this reference"
        self._buttons = [
            self._make_button("Accept", accepting, self._accept, "success"),
            self._make_button("Reject", "Reject it, with this reason", self._reject, "danger"),
            self._make_button("Save words", "Keep the new words and decide later", self._edit),
            self._make_button("Skip", "Leave it for later", self._skip),
        ]
        rows = [[self._question], [self._reference, self._kind], [self._reason], self._buttons]
        boxes = [ipywidgets.HBox(row) for row in rows]
        for box in boxes:
            box.add_class("wv-controls")
        give_keys(boxes[-1], "arws")
        self.viewer = make_viewer([self._progress, self._about, *boxes, self._status], "")
        self._show(self._load_open()[:1])
        self.viewer.still = str(self._render_still())

    def _make_button(
        self, words: str, tooltip: str, act: Callable[[], str], style: str = ""
    ) -> ipywidgets.Button:
        button = ipywidgets.Button(description=words, tooltip=tooltip, button_style=style)
        button.on_click(lambda _: self._act_and_go_on(act))
        return button

    # --- what the buttons do ---

    def _act_and_go_on(self, act: Callable[[], str]) -> None:
        """Do what a button says and go to the next proposal; show the error if it fails."""
        waiting = self._load_open()
        place = next((place for place, row in enumerate(waiting) if row.id == self._id), 0)
        later = [row for row in waiting[place:] if row.id != self._id]
        try:
            done = act()
        except (ValueError, OSError) as error:
            update(self._status, Markup('<p class="wv-error">{}</p>').format(error))
            return
        update(self._status, fragments.quiet(done))
        waiting = self._load_open()
        self._show(later or [row for row in waiting if row.id != self._id] or waiting)

    def _accept(self) -> str:
        if reference := self._reference.value.strip():
            answer_type, kind = self._kind.value
            pools.annotate(self._pool, self._id, answer_type, reference, kind=kind)
        row = self._decide("accept", self._reason.value)
        return f"{row.id} is accepted."

    def _reject(self) -> str:
        return f"{self._decide('reject', self._reason.value).id} is rejected."

    def _edit(self) -> str:
        return f"The words of {self._decide('edit').id} are saved."

    def _skip(self) -> str:
        return f"{self._id} is left for later."

    def _decide(self, decision: str, reason: str = "") -> Proposal:
        given = {"reviewer": self._reviewer, "question": self._question.value}
        return pools.decide(self._pool, self._id, decision, reason, **given)

    # --- what is shown ---

    def _load_open(self) -> list[Proposal]:
        """The proposals that wait for a decision."""
        return [row for row in pools.load(self._pool) if row.status == "open"]

    def _show(self, waiting: list[Proposal]) -> None:
        """Show the first of these proposals, or that none is left."""
        proposals = pools.load(self._pool)
        row = waiting[0] if waiting else None
        self._id = row.id if row else ""
        self._question.value = row.ques if row else ""
        self._reference.value = (row.answer or {}).get("ans", "") if row else ""
        self._reason.value = ""
        for widget in (self._question, self._reference, self._kind, self._reason, *self._buttons):
            widget.disabled = row is None
        update(self._progress, _render_progress(proposals))
        update(self._about, self._render_proposal(row, proposals) if row else "")

    def _render_proposal(self, row: Proposal, proposals: list[Proposal]) -> Markup:
        """A picture of its site, where it comes from, its nearest neighbour, and the checks."""
        page = self._pages.get(row.web_name)
        nearest = row.nearest.get("id")
        return fragments.render(
            "proposal",
            row=row,
            near=next((other for other in proposals if other.id == nearest), None),
            shown=pictures.page_picture(page) if page else None,
            signs={True: "✓", False: "✗", None: "?"},
        )

    def _render_still(self) -> Markup:
        """For pages without widgets: the first open proposal."""
        proposals = pools.load(self._pool)
        pieces = [_render_progress(proposals)]
        for row in self._load_open()[:1]:
            question = Markup('<p class="wv-answer wv-text">{}</p>').format(row.ques)
            pieces += [self._render_proposal(row, proposals), question]
        return fragments.styled(*pieces)


def _render_progress(proposals: list[Proposal]) -> Markup:
    """How many wait, and how many were decided on."""
    statuses = [row.status for row in proposals]
    waiting, accepted, rejected = map(statuses.count, ("open", "accepted", "rejected"))
    text = f"{waiting} wait for a decision, {accepted} accepted, {rejected} rejected."
    return Markup('<header class="wv-head"><h3>{}</h3></header>').format(text)
