"""A small site with three doors and a cart, and a scripted model that chooses among them.

The tests of tree search share both.
"""

import itertools
import re

from flask import Flask, make_response, request
from serving import completion

from practice.loopback import Loopback
from webvoyager import Task
from webvoyager.lab import search

DOORS = ("Red door", "Green door", "Blue door")


class Shop:
    """A site with a cart for each visitor's cookie or, without `forgets`, one for everybody.

    Its first page shows `clock` at the top, with the number of visits (at most 2) for BEGAN.
    """

    def __init__(self, forgets: bool = True, clock: str = "") -> None:
        self.carts: dict[str, int] = {}
        self.orders = self.visits = 0
        self._visitors = itertools.count()
        app = Flask("shop")

        @app.before_request
        def enter() -> None:
            known = request.cookies.get("visitor")
            self.visitor = (known or str(next(self._visitors))) if forgets else "all"

        @app.after_request
        def leave(response):
            response.set_cookie("visitor", self.visitor)
            return response

        @app.get("/")
        def home() -> str:
            doors = "".join(
                f"<p><a href='/door/{name.split()[0].lower()}'>{name}</a>" for name in DOORS
            )
            cart = f"<p>Cart holds {self.carts.get(self.visitor, 0)}"
            buttons = "<form method=post action=/cart><button>Add to cart</button></form>"
            self.visits += 1
            began = clock.replace("BEGAN", str(min(self.visits, 2)))
            return f"<title>Start</title>{began}<h1>Start</h1>{doors}{cart}{buttons}"

        @app.post("/cart")
        def add() -> str:
            self.carts[self.visitor] = self.carts.get(self.visitor, 0) + 1
            order = "<form method=post action=/order><button>Place order</button></form>"
            return (
                f"<title>Cart</title><p>Cart holds {self.carts[self.visitor]}<p><a"
                f" href=/>Start</a>{order}"
            )

        @app.post("/order")
        def order() -> str:
            self.orders += 1
            return "<title>Ordered</title><p>Thank you"

        @app.get("/door/<colour>")
        def door(colour: str):
            words = f"Behind the {colour} door" + (
                ", where the word heliotrope stands" if colour == "blue" else ""
            )
            inner = f"<p><a href=/>Start</a><p><a href='/door/{colour}/inner'>Further in</a>"
            return make_response(f"<title>{colour}</title><p>{words}{inner}")

        @app.get("/door/<colour>/inner")
        def inner(colour: str) -> str:
            return f"<title>{colour} inner</title><p>The end of {colour}<p><a href=/>Start</a>"

        self.served = Loopback(app)
        question = "Which word stands behind one of the doors?"
        self.task = Task(
            id="doors--0",
            site="doors",
            url=f"{self.served.url}/",
            question=question,
            answer={"type": "golden", "ans": "x"},
        )


class Chooser:
    """An endpoint's replies: `wanted` has the actions to propose, by the title of the page.

    The n samples of a request get them in turn. `worth` has the replies to a request for a state's
    value, by a part of the prompt.
    """

    def __init__(self, wanted: dict[str, list[str]], worth: dict[str, str] | None = None) -> None:
        self.wanted, self.worth = wanted, worth or {}
        self.asked_to_act: list[dict] = []
        self.asked_to_value: list[dict] = []

    def __call__(self, asked: dict) -> tuple:
        text = asked["messages"][-1]["content"][0]["text"]
        n = asked.get("n", 1)
        said = completion("", n)
        if asked["messages"][0]["content"].startswith("You watch"):
            self.asked_to_value.append(asked)
            texts = [self._find_status(text)]
        else:
            self.asked_to_act.append(asked)
            title = re.search(r"^Title: (.*)$", text, re.M)[1]
            texts = [
                f"Thought: so\nAction: {self._insert_number(words, text)}"
                for words in self.wanted[title]
            ]
        for choice, words in zip(said["choices"], itertools.cycle(texts), strict=False):
            choice["message"] = {"role": "assistant", "content": words}
        return 200, said, {}

    def _find_status(self, text: str) -> str:
        return next(
            (words for part, words in self.worth.items() if part in text), "Status: ON THE WAY"
        )

    @staticmethod
    def _insert_number(words: str, text: str) -> str:
        """Turn Click "Red door" into Click [0]."""
        name = re.search(r'"(.*)"', words)
        if not name:
            return words
        line = next(line for line in text.splitlines() if f'"{name[1]}"' in line)
        return words.replace(name[0], f"[{line.split(']')[0].lstrip('[')}]")


ALL_ACTIONS = {
    "Start": ['Click "Red door"', 'Click "Green door"', 'Click "Blue door"'],
    "red": ['Click "Further in"'],
    "green": ['Click "Further in"'],
    "blue": ["ANSWER; heliotrope"],
    "red inner": ['Click "Start"'],
    "green inner": ['Click "Start"'],
}

SMALL_LIMITS = search.Limits(samples=6, budget=6)


def value_by_words(task: Task, node: search.Node) -> search.Value:
    """1 for the right answer, 0.8 behind the blue door, 0.3 elsewhere, 0 for a wrong answer."""
    if node.answered:
        return search.Value(float(node.answer == "heliotrope"))
    return search.Value(0.8 if "heliotrope" in " ".join(node.observation.words) else 0.3)


def list_actions(episode) -> list[str]:
    return [str(step.action).split(";")[0] for step in episode.steps]


def list_visits(nodes: list[search.Node]) -> list[str]:
    """The titles of the visited nodes, or their answers, in the order of visits."""
    visited = sorted((node for node in nodes if node.visit), key=lambda node: node.visit)
    return [node.answer or node.observation.title for node in visited]
