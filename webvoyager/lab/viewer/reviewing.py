"""A person decides on proposed tasks, one at a time; each click is saved in the pool."""

from collections.abc import Mapping
from pathlib import Path

import ipywidgets
from markupsafe import Markup

from ...records import Observation
from ..proposing import pool as pools
from ..proposing.pool import Proposal
from . import fragments, pictures
from .widgets import Viewer, piece, put, viewer

REFERENCES = {  # what a reference may be (the paper's section 4.2)
    "golden: it stays right": ("golden", ""),
    "possible: several are right": ("possible", "several"),
    "possible: right for a time": ("possible", "time-bound"),
    "possible: open": ("possible", "open"),
}


def review(
    pool: str | Path, *, reviewer: str = "", pictures: Mapping[str, Observation] | None = None
) -> Viewer:
    """The proposals of a pool that wait for a decision, to accept, edit or reject; each click is
    saved.

    `pictures` holds a page to show for each site. `pool.decide(pool, id, "accept")` does the same
    without widgets.
    """
    return _Reviewing(Path(pool), reviewer, pictures or {}).viewer


class _Reviewing:
    """The widgets of a review, and what they do to the pool. The pool is read anew for each
    proposal.
    """

    def __init__(self, pool: Path, reviewer: str, shown: Mapping[str, Observation]) -> None:
        self._pool, self._reviewer, self._pictures = pool, reviewer, shown
        self._id = ""
        self._progress, self._about, self._told = piece(), piece(), piece()
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
        self._buttons = [
            self._button(
                "Accept", "Accept it, with these words and this reference", self._accept, "success"
            ),
            self._button("Reject", "Reject it, with this reason", self._reject, "danger"),
            self._button("Save words", "Keep the new words and decide later", self._edit),
            self._button("Skip", "Leave it for later", self._skip),
        ]
        self.viewer = viewer(self._parts(), "")
        self._go_to(self._waiting()[:1])
        self.viewer.still = str(self._still())

    def _parts(self) -> list[ipywidgets.Widget]:
        rows = [[self._question], [self._reference, self._kind], [self._reason], self._buttons]
        boxes = [ipywidgets.HBox(row) for row in rows]
        for box in boxes:
            box.add_class("wv-controls")
        return [self._progress, self._about, *boxes, self._told]

    def _button(self, words: str, tooltip: str, act: object, style: str = "") -> ipywidgets.Button:
        button = ipywidgets.Button(description=words, tooltip=tooltip, button_style=style)
        button.on_click(lambda _: self._do(act))
        return button

    # --- what the buttons do ---

    def _do(self, act: object) -> None:
        """Do it and go on; what cannot be done is told, and nothing is lost."""
        waiting = self._waiting()
        later = [row for row in waiting[self._place(waiting) :] if row.id != self._id]
        try:
            words = act()
        except (ValueError, OSError) as error:
            put(self._told, Markup('<p class="wv-error">{}</p>').format(error))
            return
        put(self._told, fragments.quiet(words))
        self._go_to(
            later or [row for row in self._waiting() if row.id != self._id] or self._waiting()
        )

    def _accept(self) -> str:
        if self._reference.value.strip():
            kind, which = self._kind.value
            pools.annotate(self._pool, self._id, kind, self._reference.value.strip(), kind=which)
        row = self._decide("accept", self._reason.value)
        return f"{row.id} is accepted."

    def _reject(self) -> str:
        return f"{self._decide('reject', self._reason.value).id} is rejected."

    def _edit(self) -> str:
        return f"The words of {self._decide('edit').id} are saved."

    def _skip(self) -> str:
        return f"{self._id} is left for later."

    def _decide(self, decision: str, reason: str = "") -> Proposal:
        return pools.decide(
            self._pool,
            self._id,
            decision,
            reason,
            reviewer=self._reviewer,
            question=self._question.value,
        )

    # --- what is shown ---

    def _waiting(self) -> list[Proposal]:
        return [row for row in pools.load(self._pool) if row.status == "open"]

    def _place(self, waiting: list[Proposal]) -> int:
        return next((place for place, row in enumerate(waiting) if row.id == self._id), 0)

    def _go_to(self, rows: list[Proposal]) -> None:
        """Show the first of these, or that nothing waits."""
        everything = pools.load(self._pool)
        row = rows[0] if rows else None
        self._id = row.id if row else ""
        self._question.value = row.ques if row else ""
        self._reference.value = (row.answer or {}).get("ans", "") if row else ""
        self._reason.value = ""
        for widget in (self._question, self._reference, self._kind, self._reason, *self._buttons):
            widget.disabled = row is None
        put(self._progress, _progress(everything))
        put(self._about, self._describe(row, everything) if row else "")

    def _describe(self, row: Proposal, everything: list[Proposal]) -> Markup:
        """A picture of its site, where it comes from, its nearest neighbour, and the checks."""
        seen = self._pictures.get(row.web_name)
        near = next((other for other in everything if other.id == row.nearest.get("id")), None)
        shown = pictures.still(seen) if seen else None
        return fragments.render(
            "proposal", row=row, near=near, picture=shown, signs={True: "✓", False: "✗", None: "?"}
        )

    def _still(self) -> Markup:
        """The same where no widgets run: the proposal that would be decided on."""
        waiting, everything = self._waiting()[:1], pools.load(self._pool)
        words = [Markup('<p class="wv-answer wv-text">{}</p>').format(row.ques) for row in waiting]
        shown = [self._describe(row, everything) for row in waiting]
        return fragments.styled(_progress(everything), *shown, *words)


def _progress(rows: list[Proposal]) -> Markup:
    """How many wait, and how many were decided on."""
    counts = {
        status: sum(row.status == status for row in rows)
        for status in ("open", "accepted", "rejected")
    }
    words = (
        f"{counts['open']} wait for a decision, {counts['accepted']} accepted, {counts['rejected']}"
        " rejected."
    )
    return Markup('<header class="wv-head"><h3>{}</h3></header>').format(words)
