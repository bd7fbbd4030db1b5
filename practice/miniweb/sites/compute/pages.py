"""Reckon as a Flask app: the question, its answer in pods, and their pictures."""

from flask import Flask, Response, abort, g, redirect, render_template, request

from ...kit.accounts import signed_in
from ...kit.lists import address, choice
from ...kit.record_addresses import name_records
from ...kit.site_app import picture, site_app
from . import notebook_pages, practice_pages, reference_pages
from .records import Answer, CannotCompute, Data, Pod, Settings

CHOICES = {"angle": ["radians", "degrees"], "digits": ["10", "6", "20", "60"]}
CHOICES |= {"form": ["exact", "decimal"]}
LONGEST, MOST_KEPT = 240, 60  # characters of a question, questions of the history


def app(data: Data) -> Flask:
    """The pages for one world's data; what a visitor does is kept in `flask.g.state`."""
    names = {"data": data, "answer_address": answer_address, "signed_in": signed_in}
    names |= {"CHOICES": CHOICES, "read_settings": read_settings}
    site = site_app(__name__, icon="reckon.svg", names=names)
    site.register_error_handler(CannotCompute, lambda error: (render_template("missing.html"), 404))
    texts = data.texts
    records = {"table": data.tables, "subject": texts["examples"], "article": texts["articles"]}
    for kind in ("calculators", "practice"):
        records[kind] = {each["slug"]: each for each in texts[kind]}
    name_records(site, records)
    _add_answers(site, data)
    for module in (notebook_pages, practice_pages, reference_pages):
        module.add(site, data)
    return site


def answer_address(question: str, path: str = "/answer", **more: object) -> str:
    """The address of a question's answer, or of another page about it."""
    return address(path, [("i", question), *more.items()])


def read_settings() -> Settings:
    """The visitor's settings; the address may have others."""
    kept = g.state.get("settings", {})
    angle, digits, form = (
        choice(request.args, name, allowed, kept.get(name, allowed[0]))
        for name, allowed in CHOICES.items()
    )
    return Settings(angle, int(digits), form)


def _read_question() -> str:
    return " ".join(request.args.get("i", "").split())[:LONGEST]


def _answer(data: Data) -> Answer:
    """The answer to the question of the address. Raises CannotCompute."""
    from .question_reader import reckon  # imports SymPy, which takes long

    return reckon(data, _read_question(), read_settings())


def _choose_pod(data: Data) -> Pod:
    """The pod, or else the step, whose number is in the address; aborts with 404 if none is."""
    found, n = _answer(data), request.args.get("n", 0, type=int)
    pods = [*found.pods, *found.steps]
    return pods[n] if 0 <= n < len(pods) else abort(404)


def _draw(pod: Pod) -> bytes:
    from ...kit import chart_pictures, typesetting  # imports matplotlib, which takes long

    if pod.chart:
        return chart_pictures.draw_chart(pod.chart)
    if pod.rows:
        return typesetting.typeset_table(pod.rows)
    if pod.matrix:
        return typesetting.typeset_matrix(pod.matrix)
    return typesetting.typeset_lines(pod.lines)


def _add_answers(site: Flask, data: Data) -> None:
    @site.get("/answer")
    def answer() -> str | Response:
        question = _read_question()
        if not question:
            return redirect("/", 303)
        older = [each for each in g.state.get("history", []) if each != question]
        g.state["history"] = [question, *older][:MOST_KEPT]
        try:
            found = _answer(data)
        except CannotCompute as error:
            return render_template("puzzled.html", question=question, reason=error)
        return render_template("answer.html", question=question, answer=found)

    @site.get("/pod")
    def pod() -> str:
        n = request.args.get("n", "0")
        return render_template("_pod.html", question=_read_question(), pod=_choose_pod(data), n=n)

    @site.get("/picture.png")
    def pod_picture() -> Response:
        return picture(_draw(_choose_pod(data)))

    @site.get("/steps")
    def steps() -> str | Response:
        found = _answer(data)
        method = data.texts["steps"][found.method or abort(404)]
        if method["plus"] and not signed_in():
            return redirect(address("/login", [("next", request.full_path)]), 303)
        question = _read_question()
        return render_template("steps.html", question=question, answer=found, method=method)
