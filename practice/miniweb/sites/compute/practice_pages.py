"""Practice sheets: five problems drawn from the world, handed in once and graded."""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from flask import Flask, Response, abort, g, redirect, render_template, request

from ...kit.chart_pictures import Chart, draw_chart
from ...kit.once import once
from ...kit.site_app import picture, toast
from .records import Data

PROBLEMS = 5
PLACES = [n / 20 for n in range(-160, 161)]  # the x-values of a curve


@dataclass(frozen=True)
class Problem:
    """A question whose answer is a number; the values of its curve are only in a picture."""

    ask: str
    answer: float
    curve: list[float | None]

    def is_right(self, given: str) -> bool:
        """Whether an entry is the answer, to two decimals."""
        try:
            return math.isclose(float(given.replace(",", "")), self.answer, abs_tol=0.006)
        except ValueError:
            return False


@once
def draw_sheet(data: Data, slug: str) -> list[Problem]:
    """The problems of a topic; their numbers are drawn, and no two answers are the same."""
    from .expression_parser import parse  # imports SymPy, which takes long
    from .measure_answers import evaluate
    from .pods import sample

    topic = next(topic for topic in data.texts["practice"] if topic["slug"] == slug)
    chance, sheet = data.world.random(f"compute/practice/{slug}"), []
    while len(sheet) < PROBLEMS:
        values = {name: chance.randrange(*ends) for name, ends in topic["draw"].items()}
        values |= {name: round(evaluate(f, values)) for name, f in topic["derive"].items()}
        answer = evaluate(topic["answer"], values)
        if answer in [problem.answer for problem in sheet] or values.get("s", 1) < 1:
            continue
        formula = topic.get("curve", "").format(**values)
        curve = sample(parse(formula), PLACES) if formula else []
        sheet.append(Problem(topic["ask"].format(n=len(sheet) + 1, **values), answer, curve))
    return sheet


def add(site: Flask, data: Data) -> None:
    """Add these pages to the site."""

    @site.route("/practice/<practice:topic>", methods=["GET", "POST"])
    def sheet(topic: Mapping[str, Any]) -> str | Response:
        slug, handed_in = topic["slug"], g.state.setdefault("practice", {})
        problems = draw_sheet(data, slug)
        if request.method == "GET":
            done = handed_in.get(slug)
            return render_template("sheet.html", topic=topic, problems=problems, done=done)
        if slug not in handed_in:
            given = [request.form.get(f"answer{n}", "").strip() for n in range(PROBLEMS)]
            right = [problem.is_right(text) for problem, text in zip(problems, given, strict=True)]
            handed_in[slug] = {"answers": given, "right": right, "score": sum(right)}
            toast(f"Handed in: {sum(right)} of {PROBLEMS} right.")
        return redirect(f"/practice/{slug}", 303)

    @site.get("/practice/<practice:topic>/<int:number>.png")
    def curve(topic: Mapping[str, Any], number: int) -> Response:
        if "curve" not in topic or not 0 < number <= PROBLEMS:
            abort(404)
        values = draw_sheet(data, topic["slug"])[number - 1].curve
        return picture(draw_chart(Chart("curve", (f"curve {number}",), PLACES, [values])))
