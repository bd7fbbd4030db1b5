"""A person decides on proposed tasks, one at a time."""

from collections.abc import Mapping
from functools import partial
from pathlib import Path

import ipywidgets
from markupsafe import Markup

from ...records import Observation
from ..proposing import pool as pools
from . import fragments
from .deciding import Form
from .pictures import page_picture
from .widgets import Viewer, button, give_keys, piece, row, update

REFERENCES = {  # the kinds of reference answers (the paper's section 4.2)
    "golden: it stays right": ("golden", ""),
    "possible: several are right": ("possible", "several"),
    "possible: right for a time": ("possible", "time-bound"),
    "possible: open": ("possible", "open"),
}
BUTTONS = (  # for each: its words and tooltip, the decision, what is then said, and its style
    ("Accept", "Accept it, with these words and this reference", "accept", "{} is accepted.",
     "success"),
    ("Reject", "Reject it, with this reason", "reject", "{} is rejected.", "danger"),
    ("Save words", "Keep the new words and decide later", "edit", "The words of {} are saved.", ""),
    ("Skip", "Leave it for later", "", "{} is left for later.", ""),
)  # fmt: skip
KEYS = "arws"  # of these buttons


def review(
    pool: str | Path, *, reviewer: str = "", pictures: Mapping[str, Observation] | None = None
) -> Viewer:
    """Accept, edit or reject the proposals of a pool that wait for a decision.

    Each click is saved. `pictures` has a page to show for each site. `pool.decide(pool, id,
    "accept")` does the same without widgets.
    """
    return _Reviewing(Path(pool), reviewer, pictures or {}).viewer


class _Reviewing(Form):
    """The widgets of a review. The pool is read again for each proposal."""

    def __init__(self, pool: Path, reviewer: str, pages: Mapping[str, Observation]) -> None:
        super().__init__()
        self.pool, self.reviewer, self.pages = pool, reviewer, pages
        self.about = piece()
        self.question = ipywidgets.Textarea(description="Task", rows=3)
        self.reference = ipywidgets.Text(
            description="Reference", placeholder="the right answer, if you know it"
        )
        self.kind = ipywidgets.Dropdown(options=REFERENCES, layout={"width": "230px"})
        self.reason = ipywidgets.Text(description="Reason", placeholder="needed to reject")
        for field in (self.question, self.reference, self.reason):
            field.layout.flex = "1 1 240px"
            field.add_class("wv-field")
            field.continuous_update = False  # else a click may come before the last letters typed
        buttons = [
            button(words, partial(self.decide, decision, then), tooltip, style)
            for words, tooltip, decision, then, style in BUTTONS
        ]
        self.fields = (self.question, self.reference, self.kind, self.reason, *buttons)
        rows = (row(self.question), row(self.reference, self.kind), row(self.reason))
        choices = give_keys(row(*buttons), KEYS)
        self.viewer = Viewer([self.progress, self.about, *rows, choices, self.status])
        self.go_to(self.find_next())
        question = Markup('<p class="wv-answer wv-text">{}</p>').format(self.question.value)
        first = (self.render_proposal(), question) if self.index >= 0 else ()
        self.viewer.still = str(fragments.styled(self.describe_progress(), *first))

    def find_waiting(self) -> list[bool]:
        """For each row of the pool, whether it waits for a decision."""
        return [each.status == "open" for each in pools.load(self.pool)]

    def describe_progress(self) -> Markup:
        """How many wait, and how many were decided on."""
        statuses = [each.status for each in pools.load(self.pool)]
        waiting, accepted, rejected = map(statuses.count, ("open", "accepted", "rejected"))
        return fragments.title(
            f"{waiting} wait for a decision, {accepted} accepted, {rejected} rejected."
        )

    def decide(self, decision: str, then: str) -> None:
        """Carry out a decision and go to the next proposal, unless it is refused."""
        id = pools.load(self.pool)[self.index].id

        def change_pool() -> None:
            reference, reason = self.reference.value.strip(), self.reason.value
            if decision == "accept" and reference:
                answer_type, kind = self.kind.value
                pools.annotate(self.pool, id, answer_type, reference, kind=kind)
            if decision:
                about = {"reviewer": self.reviewer, "question": self.question.value}
                reason = "" if decision == "edit" else reason
                pools.decide(self.pool, id, decision, reason, **about)

        if self.save(change_pool, then.format(id)):
            self.go_to(self.find_next())

    def show(self) -> None:
        """Show the proposal, or that none is left."""
        proposal = pools.load(self.pool)[self.index] if self.index >= 0 else None
        self.question.value = proposal.ques if proposal else ""
        self.reference.value = (proposal.answer or {}).get("ans", "") if proposal else ""
        self.reason.value = ""
        for field in self.fields:
            field.disabled = proposal is None
        update(self.about, self.render_proposal() if proposal else "")

    def render_proposal(self) -> Markup:
        """A picture of its site, where it comes from, its nearest neighbour, and the checks."""
        proposals = pools.load(self.pool)
        proposal = proposals[self.index]
        page = self.pages.get(proposal.web_name)
        nearest = proposal.nearest.get("id")
        return fragments.render(
            "proposal",
            row=proposal,
            near=next((other for other in proposals if other.id == nearest), None),
            shown=page_picture(page) if page else None,
            checked={True: "✓", False: "✗", None: "?"},
        )
