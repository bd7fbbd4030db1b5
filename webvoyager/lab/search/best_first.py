"""Best-first tree search over real web pages (Koh et al. 2024, section 3.3).

From the agent's current state, the search tries several actions in the real browser and values each
state that they lead to. It goes on from the best state until one is good enough or the budget is
spent. Then it commits: the steps to the best state become steps of the episode, and the next search
begins there. Observations, prompts and actions are as in agent.py.

The last step of an episode is for an answer: any other action would end the episode without one, so
it is not tried. If no answer is proposed, the agent takes one step without search. This rule is
ours: in the authors' code a search may end without an answer.

An act on a server, such as an order, is never repeated. If the task asks for it or it is the
agent's first choice, it is committed at once, and the agent goes on without search. Any other act
ends its branch, is not tried anywhere else, and is reported in the tree and in the episode.
"""

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from heapq import heappop, heappush
from pathlib import Path
from typing import Any, Protocol

from ... import agent, models, runs
from ...agent import Advise
from ...environment import Environment
from ...models import Model
from ...records import ActionError, Advice, Episode, Observation, Settings, Step, Task, quoted
from ..retracing import counterpart, retrace
from . import safety, trees
from .branching import Branches, branch
from .going_back import Arrival, Revisit, replay
from .trees import Limits, Node, Spent
from .values import TieBreak, ValueFunction, appraise, by_first_action, require

LAST_STEPS = 5  # the most steps that an episode under search commits (section 4.1)


class Expand(Protocol):
    """A function that proposes actions as `branch` does."""

    def __call__(
        self, messages: Sequence[dict[str, Any]], observation: Observation, /, *, index: int
    ) -> Branches:
        """The actions to try after this prompt, on this page, as step number `index`."""


@dataclass(frozen=True)
class Strategy:
    """How to search: the value function, the limits, and the other functions of the search.

    `expand` proposes actions (None: `branch`, with the model), `tie_break` orders states of equal
    value, and `revisit` brings the browser back to a state. `guard` decides on acts that cannot be
    undone; by default, one that the task does not ask for is put to a person on the live web, if
    somebody may be at the keyboard, and otherwise refused (`safety.choose_guard`). `advise` gives
    the agent a plan or lessons before it proposes (lab/planning), as in agent.run. In a `sandbox`,
    where a reset undoes everything, acts are tried and replayed like any other step, as in the
    paper.
    """

    value: ValueFunction
    limits: Limits = field(default_factory=Limits)
    expand: Expand | None = None
    tie_break: TieBreak = by_first_action
    revisit: Revisit = replay
    guard: safety.Guard | None = None
    advise: Advise | None = None
    sandbox: bool = False

    def __post_init__(self) -> None:
        require(self.value)

    @property
    def about(self) -> dict:
        """What a run records: the limits, and the names of the value function and tie-break."""
        value, tie_break = trees.name_function(self.value), trees.name_function(self.tie_break)
        return {**vars(self.limits), "value": value, "tie_break": tie_break}


def run(
    task: Task,
    env: Environment,
    model: Model,
    strategy: Strategy,
    *,
    folder: str | Path | None = None,
    nodes: list[Node] | None = None,
    **settings: Any,
) -> Episode:
    """Play one episode under search; record it as agent.run does, with its tree (tree.json.gz).

    `nodes` and `settings` are as in `steps`. The strategy is recorded in run.json.
    """
    nodes = [] if nodes is None else nodes
    chosen = _choose_settings(env, strategy, settings)
    walk = steps(task, env, model, strategy, nodes=nodes, **settings)
    searched = strategy.limits.budget > 0
    about = {**model.about, "search": strategy.about} if searched else model.about
    episode = runs.record(walk, folder, task=task, model=about, settings=chosen)
    if episode.folder and searched:
        trees.save(trees.make(episode, nodes, strategy.about), episode.folder)
    return episode


def steps(
    task: Task,
    env: Environment,
    model: Model,
    strategy: Strategy,
    *,
    nodes: list[Node] | None = None,
    **settings: Any,
) -> Iterator[Step]:
    """Yield the committed steps of an episode under search, as agent.steps does without search.

    A search's whole cost (tokens, dollars, seconds) is booked on the first step it commits.
    `nodes`, if given, is filled with all states, visited or not. `settings` are fields of Settings;
    `max_steps` is LAST_STEPS by default. A budget of 0 is the agent without search. At the end the
    browser of `env` shows the last state. An EpisodeError ends the loop. Raises ValueError with
    fresh=False: a search goes back by resetting the browser.
    """
    chosen = _choose_settings(env, strategy, settings)
    if strategy.limits.budget and not chosen.fresh:
        raise ValueError(
            "A search goes back by resetting the browser, so it cannot keep one with fresh=False."
        )
    if chosen.max_episode_cost is not None:
        models.require_price(model, "limit max_episode_tokens")
    return _take_steps(_Search(task, env, model, strategy, chosen, [] if nodes is None else nodes))


def _choose_settings(env: Environment, strategy: Strategy, settings: dict) -> Settings:
    advice = agent.name_adviser(strategy.advise)
    return env.settings(**{"max_steps": LAST_STEPS, "advice": advice, **settings})


def _take_steps(search: "_Search") -> Iterator[Step]:
    settings, root = search.settings, search.begin()
    while len(root.steps) < settings.max_steps and not settings.limit(root.steps):
        root = search.return_to(root)
        best = best_first(root, search) if search.can_go_back else None
        root, taken = search.commit(root, best or search.step_without_search(root))
        yield from taken
        if root.answered:
            break
    search.end(root)


def best_first(root: Node, search: "_Search") -> Node | None:
    """Search once from the root (section 3.3); return the best state, or None if none was visited.

    The root's value gives its children their priority, but the root does not count as a visit and
    cannot be the best state. So every search commits at least one step, and an episode goes on from
    a state of full value until it answers. An act on a server ends the search, or its branch.
    """
    limits, tie_break = search.strategy.limits, search.strategy.tie_break
    depth = min(limits.depth, search.settings.max_steps - len(root.steps))
    frontier: list[
        tuple[float, tuple[int, ...], int, Node]
    ] = []  # highest priority first, then by the tie-break
    best, visits = None, 0
    node = search.appraise(search.begin_search(root))
    while visits < limits.budget and not search.limit_reached(root):
        if len(node.steps) - len(root.steps) < depth and not node.answered and not node.act:
            for child in search.expand(node):
                heappush(frontier, (-child.priority, tie_break(child), child.number, child))
        if not frontier:
            break
        node = search.visit(heappop(frontier)[-1])
        visits += 1
        if node.act and not search.should_commit(node):
            continue
        node = search.appraise(node)
        if node.act:
            return node
        if node.value is None:
            continue
        if best is None or node.score > best.score:
            best = node
        if node.score >= limits.threshold:
            break
    return best


class _Search:
    """A running search: its environment, the node that the browser shows, and what was spent."""

    def __init__(
        self,
        task: Task,
        env: Environment,
        model: Model,
        strategy: Strategy,
        settings: Settings,
        nodes: list[Node],
    ) -> None:
        self.task, self.env, self.model, self.nodes = task, env, model, nodes
        self.strategy, self.settings = strategy, settings
        limits = strategy.limits
        self._expand: Expand = strategy.expand or partial(
            branch,
            model,
            samples=limits.samples,
            branching=limits.branching,
            allowed=settings.allowed,
        )
        self._guard = strategy.guard or safety.choose_guard(task) if limits.budget else safety.allow
        self._at = 0  # the number of the node that the browser shows
        self._searches = self._visits = self._first_visit = 0
        self._spent = Spent()  # since the last commit
        self.can_go_back = limits.budget > 0  # until an act is committed
        self._tried: dict[tuple, str] = {}  # acts that nobody asked for; none is done twice
        self._unreported: tuple[str, ...] = ()  # such acts since the last commit

    def begin(self) -> Node:
        """Open the task's address as the plain agent does; return its state."""
        seen = self.env.reset(self.task, self.settings.fresh)
        self.nodes.append(Node(0))
        return self._store(self.nodes[0].showing(seen), self._measure("observe"))

    def begin_search(self, root: Node) -> Node:
        """Count one more search; return its root."""
        self._searches += 1
        self._first_visit = self._visits + 1
        return root

    def return_to(self, node: Node) -> Node:
        """Bring the browser back to a visited node; return the node."""
        self._go_back(node)
        return self.nodes[node.number]

    def visit(self, node: Node) -> Node:
        """Visit a node of the frontier: go back to its parent, take its action, and observe."""
        arrival = self._go_back(self._find_parent(node))
        self._visits += 1
        node = replace(node, visit=self._visits)
        return self._take(replace(node, way=arrival.way, same=arrival.same) if arrival else node)

    def appraise(self, node: Node) -> Node:
        """Value a node, unless it has a value already; return the node."""
        if node.valued:
            return node
        start = time.perf_counter()
        value = appraise(self.strategy.value, self.task, node)
        seconds = {"value": round(time.perf_counter() - start, 3)}
        return self._store(node.with_value(value), replace(value.spent, seconds=seconds))

    def expand(self, node: Node) -> list[Node]:
        """Propose a node's successors; return those that may be explored, the most frequent first.

        At the last step of the episode, only answers may be explored.
        """
        advice = self._ask_advice(node)
        if advice:  # the node bears its cost
            seconds = {"advise": round(advice.seconds, 3)}
            self._store(self.nodes[node.number], Spent(advice.usage, advice.cost, seconds))
        prompt = agent.messages(self.task, node.steps, node.seen, self.settings, advice)
        branches = self._expand(prompt, node.seen, index=len(node.steps) + 1)
        stored = self.nodes[node.number]
        stored = replace(stored, cut=branches.cut, unreadable=branches.unreadable)
        self._store(stored, branches.spent)
        above = node.ranks if node.search == self._searches else ()  # the root's are outdated
        children = []
        for rank, (step, share) in enumerate(zip(branches.steps, branches.shares, strict=True)):
            child = Node(
                len(self.nodes),
                parent=node.number,
                search=self._searches,
                ranks=(*above, rank),
                share=share,
                priority=node.score,
                refused=self._find_refusal(step),
            )
            children.append(child.with_steps((*node.steps, replace(step, advice=advice))))
            self.nodes.append(children[-1])
        last = len(node.steps) + 1 >= self.settings.max_steps
        allowed = [child for child in children if not child.refused]
        return [child for child in allowed if child.answered or not last]

    def step_without_search(self, root: Node) -> Node:
        """Take the plain agent's step, also when a search found nothing that it could visit."""
        self._go_back(self.nodes[root.number])
        advice = self._ask_advice(root)
        step = agent.think(self.task, root.steps, root.seen, self.model, self.settings, advice)
        node = Node(len(self.nodes), parent=root.number, search=self._searches)
        self.nodes.append(node.with_steps((*root.steps, step)))
        spent = Spent(step.usage, step.cost, step.seconds)
        return self._take(self._store(self.nodes[-1], spent))

    def should_commit(self, node: Node) -> bool:
        """Whether to commit an act that a search has done; any other act is reported.

        It is committed if the task asks for it, or if it is the agent's first choice.
        """
        step = node.steps[-1]
        if node.visit == self._first_visit or safety.asks_for_it(self.task, step):
            return True
        action = f"{node.action} {quoted(node.target)}"
        self._tried[safety.identify(step)] = node.act
        self._unreported += (f"{node.act} (tried by the search: {action}; nobody asked for it)",)
        return False

    def _ask_advice(self, node: Node) -> Advice | None:
        advise = self.strategy.advise
        return advise(self.task, node.steps, node.seen) if advise else None

    def _find_refusal(self, step: Step) -> str:
        """Why a step is not taken: its act cannot be undone, or was done already; else ""."""
        if step.action is None:
            return step.error
        if done := self._tried.get(safety.identify(step)):
            return f"This was tried before, and sent {done}: it is not done twice."
        return self._guard(self.task, step.action, step.observation)

    def commit(self, root: Node, best: Node) -> tuple[Node, tuple[Step, ...]]:
        """Commit the steps to the best state; return it as the next root, and the steps."""
        first, *rest = best.steps[len(root.steps) :]
        taken = (self._book_costs(first), *rest)
        self._spent, self._unreported = Spent(), ()
        node = self.nodes[best.number]
        while node.number != root.number:
            self.can_go_back = self.can_go_back and not node.act
            self.nodes[node.number] = replace(node, committed=True)
            node = self._find_parent(node)
        best = replace(self.nodes[best.number], steps=(*root.steps, *taken))
        return self._store(best), taken

    def end(self, root: Node) -> None:
        """Leave the browser in the last state: a checker may read that site's state."""
        shown = self._find_parent(root) if root.answered else root
        if self.can_go_back and self._at != shown.number:
            retrace(self.env, self.task, root.steps)

    def limit_reached(self, root: Node) -> bool:
        """Whether the committed steps and the cost since then reach a limit of the episode."""
        return bool(self.settings.limit((*root.steps, self._book_costs(Step(0, root.seen)))))

    def _take(self, node: Node) -> Node:
        """Take a node's last step from its parent, which the browser shows; return the node."""
        step = node.steps[-1]
        if step.answered:
            return self._store(node.showing(step.observation))
        reason, action = step.error, None
        try:
            reason = reason or self._find_refusal(step)
            action = None if reason else counterpart(step, self.env.observation)
        except ActionError as error:
            reason = str(error)
        seen = self.env.refuse(reason) if reason else self.env.step(action)
        step = replace(step, error=seen.error, writes=self.env.writes)
        act = "" if self.strategy.sandbox else safety.find_act(step)
        node = replace(node.with_steps((*node.steps[:-1], step)).showing(seen), act=act)
        self._at = node.number
        return self._store(node, self._measure("act", "observe"))

    def _go_back(self, node: Node) -> Arrival | None:
        """Bring the browser back to a visited node; return None if it is there already."""
        if self._at == node.number:
            return None
        start = time.perf_counter()
        arrival = self.strategy.revisit(self.env, self.task, node, self.nodes[self._at])
        self._at = node.number
        self._store(node, Spent(seconds={"revisit": round(time.perf_counter() - start, 3)}))
        return arrival

    def _store(self, node: Node, spent: Spent | None = None) -> Node:
        """Store the node as it is now, with what was spent on it; return it."""
        spent = spent or Spent()
        self._spent += spent
        self.nodes[node.number] = node.plus(spent)
        return self.nodes[node.number]

    def _find_parent(self, node: Node) -> Node:
        assert node.parent is not None, "only the episode's first state has none"
        return self.nodes[node.parent]

    def _measure(self, *parts: str) -> Spent:
        return Spent(seconds={part: self.env.seconds[part] for part in parts})

    def _book_costs(self, step: Step) -> Step:
        """The step with what was spent since the last commit, and with the acts tried since."""
        writes = (*self._unreported, *step.writes)
        spent = self._spent
        return replace(
            step, usage=spent.usage, cost=spent.cost, seconds=spent.seconds, writes=writes
        )
