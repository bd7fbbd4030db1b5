"""Best-first tree search over the real web (Koh et al. 2024, "Tree Search for Language Model
Agents", section 3.3).

From where the agent stands, several actions are tried in the real browser and each state is valued;
the search goes on from the best, until one is good enough or the budget is spent. Then the steps to
the best state are taken for good, and the search begins again from there. A `Node` is a state,
`expand` proposes actions, `value` is the paper's f_v, `revisit` leads the browser back. What the
agent sees, is asked and does is the loop's own (agent.py, hands.py).
"""

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import replace
from functools import partial
from heapq import heappop, heappush
from pathlib import Path
from typing import Any

from ... import agent, hands, runs, views
from ...browser import Browser
from ...models import Model
from ...records import ActionError, Episode, Observation, Settings, Step, Task
from . import safety, trees
from .branching import Branches, branch
from .going_back import Arrival, Revisit, Spare, counterpart, replay, retrace
from .nodes import Limits, Node, Spent, Value

ValueFunction = Callable[[Task, Node], Value]
Expand = Callable[[Sequence[dict], Observation, int], Branches]
PAPER = Limits()
LAST_STEPS = 5  # the most that an episode under search commits (section 4.1)
# arguments of `steps` that are no settings of an episode
OURS = (
    "expand",
    "revisit",
    "guard",
    "spare",
)


def run(
    task: Task,
    browser: Browser,
    model: Model,
    *,
    value: ValueFunction,
    limits: Limits = PAPER,
    folder: str | Path | None = None,
    nodes: list[Node] | None = None,
    view: agent.View = views.marked_screenshot,
    max_steps: int = LAST_STEPS,
    **others: Any,
) -> Episode:
    """One episode under search, recorded as `agent.run` does, and its tree beside its steps
    (tree.json.gz).

    `others` are further arguments of `steps`. The run's own file says how it was searched.
    """
    nodes = [] if nodes is None else nodes
    settings = {"view": view.__name__, "max_steps": max_steps}
    settings |= {name: given for name, given in others.items() if name not in OURS}
    walk = steps(
        task,
        browser,
        model,
        value=value,
        limits=limits,
        nodes=nodes,
        view=view,
        max_steps=max_steps,
        **others,
    )
    how = {**vars(limits), "value": trees.name_value(value)}
    about = {**model.about, "search": how} if limits.budget else model.about
    episode = runs.record(walk, folder, task=task, model=about, settings=Settings(**settings))
    if episode.folder and limits.budget:
        trees.save(trees.make(episode, nodes, how), episode.folder)
    return episode


def steps(
    task: Task,
    browser: Browser,
    model: Model,
    *,
    value: ValueFunction,
    limits: Limits = PAPER,
    expand: Expand | None = None,
    revisit: Revisit = replay,
    guard: safety.Guard = safety.refuse,
    spare: Browser | None = None,
    nodes: list[Node] | None = None,
    view: agent.View = views.marked_screenshot,
    max_steps: int = LAST_STEPS,
    **settings: Any,
) -> Iterator[Step]:
    """The committed steps of an episode under search, as `agent.steps` yields those of the agent
    without.

    The first of the steps that a search commits carries what all of it took (tokens, dollars,
    seconds). `nodes`, where given, is filled with all states, visited or not. `expand` is `branch`
    with the model, unless another is given; a budget of 0 is the agent without search. A `spare`
    browser waits at the parent of what is tried, so that going back there takes no time where the
    model is slow and a core is free (`python -m tools.bench search` tells); in the end the first
    browser shows the last state. EpisodeError ends the episode. ValueError with fresh=False: a
    search goes back by resetting the browser.
    """
    chosen = Settings(view.__name__, max_steps=max_steps, **settings)
    if limits.budget and not chosen.fresh:
        raise ValueError(
            "A search goes back by resetting the browser, so it cannot keep one with fresh=False."
        )
    if chosen.max_episode_cost is not None and model.rate is None:
        raise ValueError(
            f"The price of {model} is not known: add it to data/prices.csv, or limit"
            " max_episode_tokens."
        )
    sampled = {"samples": limits.samples, "branching": limits.branching, "allowed": chosen.allowed}
    expand = expand or partial(branch, model, **sampled)
    guard = guard if limits.budget else safety.allow
    walk = _Walk(
        task,
        browser,
        model,
        value,
        expand,
        revisit,
        guard,
        view,
        chosen,
        [] if nodes is None else nodes,
    )
    with walk.waiting(spare if limits.budget else None):
        root = walk.begin()
        while (
            len(root.steps) < chosen.max_steps
            and not chosen.limit(root.steps)
            and not root.answered
        ):
            root = walk.look(root)
            best = best_first(root, walk, limits) if limits.budget else None
            root, taken = walk.commit(root, best or walk.step_without_search(root))
            yield from taken
    walk.end(root, browser)  # no sooner than a spare browser stands still: this may be it


def best_first(root: Node, walk: "_Walk", limits: Limits) -> Node | None:
    """One search from the root (the algorithm of section 3.3): the best state, None where none
    below it was visited.

    The root itself is valued, for the priority of what follows it, but is neither counted nor the
    best: so every search commits a step or more, and a state of full value that has not answered
    goes on to an answer.
    """
    depth = min(limits.depth, walk.settings.max_steps - len(root.steps))
    frontier: list[
        tuple[float, int, Node]
    ] = []  # a max-priority queue; of equals the one thought of first
    best, visits = None, 0
    node = walk.appraise(walk.begin_search(root))
    while visits < limits.budget and not walk.limit_reached(root):
        if len(node.steps) - len(root.steps) < depth and not node.answered:
            for child in walk.expand_node(node):
                heappush(frontier, (-child.priority, child.number, child))
        if not frontier:
            break
        node = walk.appraise(walk.visit(heappop(frontier)[-1]))  # pop the best, go there, value it
        visits += 1
        if node.value.score is None:
            continue
        if best is None or node.score > best.score:
            best = node
        if node.score >= limits.threshold:
            break
    return best


class _Walk:
    """The live side of a search: the browser, the node that it shows, and what was spent since the
    last commit.
    """

    def __init__(
        self,
        task: Task,
        browser: Browser,
        model: Model,
        value: ValueFunction,
        expand: Expand,
        revisit: Revisit,
        guard: safety.Guard,
        view: agent.View,
        settings: Settings,
        nodes: list[Node],
    ) -> None:
        self.task, self.browser, self.model, self.settings, self.nodes = (
            task,
            browser,
            model,
            settings,
            nodes,
        )
        self._value, self._expand, self._revisit, self._guard, self._view = (
            value,
            expand,
            revisit,
            guard,
            view,
        )
        # the number of the node that the browser shows, and the newest look at it
        self._at, self._seen = (
            0,
            None,
        )
        self._searches = self._visits = 0
        self._spent, self._spare = Spent(), None

    @contextmanager
    def waiting(self, spare: Browser | None) -> Iterator[None]:
        """Have a second browser wait at parents, for as long as this lasts; None for no such
        browser.
        """
        if spare is None:
            yield
            return
        spare.tabs = "Tab" in self.settings.allowed
        with closing(Spare(spare, self.task, self._view)) as self._spare:
            yield

    def begin(self) -> Node:
        """The task's address, as the plain agent opens it."""
        if self.settings.fresh:
            self.browser.reset()
        self.browser.tabs = "Tab" in self.settings.allowed
        self.nodes.append(Node(0, outcome=self.browser.open(self.task.url)))
        return self.nodes[0]

    def begin_search(self, root: Node) -> Node:
        """The root, of one more search."""
        self._searches += 1
        return root

    def look(self, node: Node) -> Node:
        """The node as it is seen: for the first time, or after going back to it; an answer is not
        looked at.
        """
        if node.answered:
            return node
        if node.observation is not None:
            self._go_back(node)
            return self.nodes[node.number]
        start = time.perf_counter()
        self._seen = agent.observe(self.browser, node.outcome, self._view)
        return self._keep(replace(node, observation=self._seen), _seconds("observe", start))

    def visit(self, node: Node) -> Node:
        """Go to a node of the frontier: back to its parent, then its action, then a look."""
        arrival = self._go_back(self.nodes[node.parent])
        if self._spare:
            self._spare.wait_at(self.nodes[node.parent])
        self._visits += 1
        found = {"way": arrival.way, "same": arrival.same} if arrival else {}
        return self.look(self._act(replace(node, visit=self._visits, **found)))

    def appraise(self, node: Node) -> Node:
        """The node with its value; one that has it keeps it."""
        if node.value is not None:
            return node
        start = time.perf_counter()
        value = self._value(self.task, node)
        took = replace(value.spent, seconds={}) + _seconds("value", start)
        return self._keep(replace(node, value=value), took)

    def expand_node(self, node: Node) -> list[Node]:
        """The successors of a node that may be explored, the most frequent first, with its value as
        their priority.
        """
        prompt = agent.messages(self.task, node.steps, node.observation, self.settings)
        found = self._expand(prompt, node.observation, index=len(node.steps) + 1)
        self._keep(replace(node, cut=found.cut, unreadable=found.unreadable), found.spent)
        children = []
        for step, share in zip(found.steps, found.shares, strict=True):
            refused = self._guard(self.task, step.action, step.observation)
            about = {
                "parent": node.number,
                "search": self._searches,
                "share": share,
                "priority": node.score,
            }
            children.append(Node(len(self.nodes), (*node.steps, step), refused=refused, **about))
            self.nodes.append(children[-1])
        return [child for child in children if not child.refused]

    def step_without_search(self, root: Node) -> Node:
        """The plain agent's step: one reply, acted on; also where a search found nothing that it
        could visit.
        """
        prompt = agent.messages(self.task, root.steps, root.observation, self.settings)
        self._go_back(self.nodes[root.number])
        reply = self.model.ask(prompt)
        spent = Spent(reply.usage, reply.cost, {"ask": round(reply.seconds, 3)})
        step = Step(
            len(root.steps) + 1,
            root.observation,
            reply.text,
            reasoning=reply.reasoning,
            cut=reply.cut,
        )
        node = Node(len(self.nodes), (*root.steps, step), root.number, self._searches)
        self.nodes.append(node)
        return self._act(self._keep(node, spent))

    def commit(self, root: Node, best: Node) -> tuple[Node, tuple[Step, ...]]:
        """Take the steps to the best state for good: that state as the next root, and the steps."""
        best = self.nodes[best.number]
        first, *rest = best.steps[len(root.steps) :]
        taken = (self._billed(first), *rest)
        self._spent = Spent()
        node = best
        while node.number != root.number:
            self.nodes[node.number] = replace(self.nodes[node.number], committed=True)
            node = self.nodes[node.parent]
        return self._keep(replace(best, steps=(*root.steps, *taken), committed=True)), taken

    def end(self, root: Node, browser: Browser) -> None:
        """Leave the first browser where the steps taken for good lead: a checker may read that
        site's state.
        """
        shown = root.parent if root.answered else root.number
        if self.browser is not browser or self._at != shown:
            retrace(browser, self.task, root.steps, self._view)

    def limit_reached(self, root: Node) -> bool:
        """Whether the committed steps and what was spent since have reached a limit of the
        episode.
        """
        return bool(self.settings.limit((*root.steps, self._billed(Step(0, root.observation)))))

    def _act(self, node: Node) -> Node:
        """Take the last step of a node from its parent, which the browser shows."""
        step, start = node.steps[-1], time.perf_counter()
        try:
            step = agent.understand(step, self.settings.allowed)
            if refusal := self._guard(self.task, step.action, step.observation):
                raise ActionError(refusal)
            outcome = hands.act(self.browser, counterpart(step, self._seen), self._seen)
        except ActionError as error:
            step = replace(step, error=str(error))
            outcome = hands.outcome(self.browser, self._seen, step.error)
        node = replace(node, steps=(*node.steps[:-1], step), outcome=outcome)
        self._at = self._at if node.answered else node.number
        return self._keep(node, _seconds("act", start))

    def _go_back(self, node: Node) -> Arrival | None:
        """Have the browser show a node that was visited: how it came there, None where it shows it
        already.
        """
        if self._at == node.number:
            return None
        start = time.perf_counter()
        if taken := self._spare and self._spare.take(node, self.browser):
            self.browser, arrival = taken
        else:
            arrival = self._revisit(self.browser, self.task, node, self.nodes[self._at], self._view)
        self._at, self._seen = node.number, arrival.seen
        self._keep(node, _seconds("revisit", start))
        return arrival

    def _keep(self, node: Node, spent: Spent | None = None) -> Node:
        spent = spent or Spent()
        self._spent += spent
        self.nodes[node.number] = replace(node, spent=node.spent + spent)
        return self.nodes[node.number]

    def _billed(self, step: Step) -> Step:
        return replace(
            step, usage=self._spent.usage, cost=self._spent.cost, seconds=self._spent.seconds
        )


def _seconds(name: str, start: float) -> Spent:
    return Spent(seconds={name: round(time.perf_counter() - start, 3)})
