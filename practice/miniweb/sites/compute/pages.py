"""Reckon as a Flask app: the question, its answer in pods, and their pictures."""

from flask import Flask, Response, abort, g, redirect, render_template, request

from ...kit.accounts import signed_in
from ...kit.forms import toggle
from ...kit.lists import address, choice
from ...kit.site_app import picture, site_app, toast
from . import notebook_pages, practice_pages, reference_pages
from .records import Answer, CannotCompute, Data, Pod, Settings

CHOICES = {"angle": ["radians", "degrees"], "digits": ["10", "6", "20", "60"]}
CHOICES |= {"form": ["exact", "decimal"]}
LONGEST, MOST_KEPT = 240, 60  # characters of a question, questions of the history
SLOW = "slow-parts"


def app(data: Data) -> Flask:
    """The pages for one world's data; what a visitor does is kept in `flask.g.state`."""
    names = {"data": data, "answer_address": answer_address, "signed_in": signed_in}
    site = site_app(__name__, icon="reckon.svg", names=names | {"CHOICES": CHOICES})
    for part in (_add_answers, _add_pictures, _add_steps):
        part(site, data)
    for module in (notebook_pages, practice_pages, reference_pages):
        module.add(site, data)
    return site


def answer_address(question: str, path: str = "/answer", **more: object) -> str:
    """The address of a question's answer, or of another page about it."""
    return address(path, [("i", question), *more.items()])


def read_settings() -> Settings:
    """The visitor's settings; the address may have others."""
    kept = g.state.get("settings", {})
    read = {
        name: choice(request.args, name, allowed, kept.get(name, allowed[0]))
        for name, allowed in CHOICES.items()
    }
    return Settings(read["angle"], int(read["digits"]), read["form"])


def _ask(data: Data) -> tuple[str, Answer]:
    """The question of the address and its answer. Raises CannotCompute."""
    from .question_reader import reckon  # imports SymPy, which takes long

    question = " ".join(request.args.get("i", "").split())[:LONGEST]
    return question, reckon(data, question, read_settings())


def _find_pod(data: Data) -> Pod:
    """The pod that the address asks for; aborts with 404 if there is none."""
    try:
        return _ask(data)[1].pods[request.args.get("n", 0, type=int)]
    except (CannotCompute, IndexError):
        abort(404)


def _add_answers(site: Flask, data: Data) -> None:
    @site.get("/")
    def home() -> str:
        towns = data.tables["towns"].rows
        return render_template("home.html", largest=max(towns, key=lambda town: town["population"]))

    @site.get("/answer")
    def answer() -> str | Response:
        asked = " ".join(request.args.get("i", "").split())[:LONGEST]
        if not asked:
            return redirect("/", 303)
        older = [each for each in g.state.get("history", []) if each != asked]
        g.state["history"] = [asked, *older][:MOST_KEPT]
        try:
            question, found = _ask(data)
        except CannotCompute as error:
            from .question_reader import suggest

            near = suggest(data, asked)
            return render_template("puzzled.html", question=asked, reason=error, near=near)
        return render_template(
            "answer.html",
            question=question,
            answer=found,
            settings=read_settings(),
            slow=data.world.has(SLOW),
        )

    @site.get("/pod")
    def pod() -> str:
        asked = {"question": request.args.get("i", ""), "n": request.args.get("n", "0")}
        return render_template("_pod.html", pod=_find_pod(data), settings=read_settings(), **asked)

    @site.post("/favourites")
    def favour() -> Response:
        question = request.form.get("question", "")[:LONGEST]
        kept = toggle("favourites", question)
        toast(f"{'Added to' if kept else 'Removed from'} your favourites.")
        return redirect(answer_address(question), 303)


def _add_pictures(site: Flask, data: Data) -> None:
    @site.get("/picture.png")
    def pod_picture() -> Response:
        return picture(_draw(_find_pod(data)))

    @site.get("/step.png")
    def step_picture() -> Response:
        steps = _list_steps(data)
        line = steps[request.args.get("n", 0, type=int) % len(steps)][1]
        return picture(_draw(Pod("", lines=[f"${line}$"])))


def _draw(pod: Pod) -> bytes:
    from ...kit import chart_pictures, typesetting  # imports matplotlib, which takes long

    if pod.chart:
        return chart_pictures.draw_chart(pod.chart)
    if pod.rows:
        return typesetting.typeset_table(pod.rows)
    if pod.matrix:
        return typesetting.typeset_matrix(pod.matrix)
    return typesetting.typeset_lines(pod.lines)


def _list_steps(data: Data) -> list[tuple[str, str]]:
    """The sentences and formulas of a worked solution; aborts with 404 if there is none."""
    try:
        kind, values = _ask(data)[1].steps or abort(404)
    except CannotCompute:
        abort(404)
    return [(words, line.format(**values)) for words, line in data.texts["steps"][kind]["steps"]]


def _add_steps(site: Flask, data: Data) -> None:
    @site.get("/steps")
    def steps() -> str | Response:
        found = _list_steps(data)
        question, answer = _ask(data)
        kind = data.texts["steps"][answer.steps[0]]
        if kind["plus"] and not signed_in():
            return redirect(address("/login", [("next", request.full_path)]), 303)
        return render_template("steps.html", question=question, steps=found, kind=kind)
