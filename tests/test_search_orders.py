"""A search on the mini web's shop: the orders are counted on the server."""

import re
from dataclasses import replace

import pytest
from serving import completion

from practice.miniweb import MiniWeb
from webvoyager.lab import search
from webvoyager.lab.search import values

TASK = "shop--12"  # asks to order something


class Follower:
    """Replies whose first sample follows an oracle's steps; the others click other buttons."""

    def __init__(self, oracle: list[list[str]]) -> None:
        self._oracle = oracle

    def __call__(self, asked: dict) -> tuple:
        messages = asked["messages"]
        done = [message["content"] for message in messages if message["role"] == "assistant"]
        verb, *rest = self._oracle[sum("Scroll" not in reply for reply in done)]
        lines = re.findall(
            r"^\[(\d+)\]: <(\w+).*?> \"(.*?)\"", messages[-1]["content"][0]["text"], re.M
        )
        wanted = self._choose(verb, rest, lines)
        others = [f"Click [{label}]" for label, tag, _ in lines if tag == "button"]
        actions = [wanted, *(action for action in others if action != wanted)][:3]
        reply = completion("", asked.get("n", 1))
        for number, choice in enumerate(reply["choices"]):
            text = f"Thought: so\nAction: {actions[number % len(actions)]}"
            choice["message"] = {"role": "assistant", "content": text}
        return 200, reply, {}

    @staticmethod
    def _choose(verb: str, rest: list[str], lines: list[tuple[str, str, str]]) -> str:
        if verb not in ("Click", "Type"):
            return f"{verb}; {rest[0]}"
        _, name, *text = rest
        named = [label for label, _, words in lines if name in words]
        return (
            f"{verb} [{named[0]}]" + "".join(f"; {word}" for word in text)
            if named
            else "Scroll [WINDOW]; down"
        )


def _list_orders(web: MiniWeb) -> list[dict]:
    """All orders of all visitors of the shop."""
    return [order for state in web.states("shop") for order in state.get("orders", ())]


@pytest.mark.parametrize(
    ("question", "orders"), [(None, 1), ("Add a geode kit to the cart. What does it cost?", 0)]
)
def test_a_search_places_a_requested_order_once(env, web, model, endpoint, question, orders):
    task = web.tasks(TASK)[0]
    endpoint.replies = [Follower(web.oracles(TASK)[TASK])]
    strategy = search.Strategy(values.constant(), search.Limits(samples=4, budget=4, depth=3))
    before = len(_list_orders(web))
    asked = replace(task, question=question or task.question)
    taken = list(search.steps(asked, env, model, strategy, max_steps=12))
    assert len(_list_orders(web)) - before == orders
    refused = '"Place your order" orders or pays, which cannot be undone and is not asked for'
    assert any(refused in step.error for step in taken) == (not orders)
