"""Tasks that compare and filter: the leaderboard, charts, wishes, apps, and what isn't there."""

from itertools import product

from ....kit.answer_variants import none_variants
from ....kit.tasks import SiteTask
from .. import model_cards, model_files
from ..model_pages import rank
from ..model_search import search
from ..records import Hub, Model, read
from .hub_chooser import Chooser, write

SPEECH = "automatic-speech-recognition"


def best_on_board(hub: Hub, choose: Chooser) -> SiteTask:
    """The best of a column that is hidden at first, below a size and under one licence."""
    names = choose.shuffle(licence["name"] for licence in hub.licences.values())
    for licence, metric in product(names, ("Maths", "Code", "Safety")):
        rows = [r for r in rank(hub) if r["Licence"] == licence and r["Parameters"] <= 10_000]
        rows.sort(key=lambda row: -row[metric])
        if len(rows) > 2 and rows[0][metric] > rows[1][metric]:
            break
    name = rows[0]["Model"].split("/")[1]
    return write("best_on_board", licence=licence, metric=metric, name=name, score=rows[0][metric])


def lead_on_chart(hub: Hub, choose: Chooser) -> SiteTask:
    """A difference between two bars of the chart of two models."""
    one = choose.model(lambda model: model.task == SPEECH and model.kind == "base")
    other = choose.model(lambda m: m.task == SPEECH and m.kind == "base" and m.org != one.org)
    scores = [model_cards.measured(hub, model) for model in (one, other)]
    leads = {metric: round(abs(scores[0][metric] - scores[1][metric]), 1) for metric in scores[0]}
    metric = max(leads, key=leads.get)
    return write("lead_on_chart", id=one.id, other=other.id, metric=metric, lead=leads[metric])


def speech_wish(hub: Hub, choose: Chooser) -> SiteTask:
    """The most downloaded of the small speech models for a language with the right licence."""
    languages = read("terms.json")["languages"]
    for code in choose.shuffle(languages):
        wanted = {"task": SPEECH, "languages": code, "other": "commercial"}
        found = search(hub.models.values(), wanted, "downloads")
        small = [model for model in found if model.size < 500]
        if len(small) > 2 and small[0].downloads > small[1].downloads:
            break
    best = small[0]
    return write("speech_wish", language=languages[code], name=best.name, likes=best.likes)


def dataset_wish(hub: Hub, choose: Chooser) -> SiteTask:
    """The most liked dataset of a kind whose licence fits; the most liked of all doesn't."""
    words = read("questions.json")["dataset_wish"]["kinds"]
    languages = read("terms.json")["languages"]
    for code, kind in product(languages, choose.shuffle(words)):
        wanted = {"modality": kind, "languages": code, "rows": "l"}
        found = search(hub.datasets.values(), wanted, "likes")[:3]
        different = len({one.likes for one in found}) == len(found) > 1
        if different and found[1].commercial and not found[0].commercial:
            break
    values = {"kind": kind, "words": words[kind], "language": languages[code]}
    first, second = found[:2]
    values |= {"name": second.name, "likes": second.likes, "wrong": first.id}
    return write("dataset_wish", id=second.id, **values)


def missing_copy(hub: Hub, choose: Chooser) -> SiteTask:
    """An 8-bit copy that one quantiser doesn't have, although others have it."""

    def makers(model: Model, bits: int) -> list[str]:
        return [one.org for one in hub.made_from(model) if one.bits == bits]

    model = choose.model(lambda m: set(makers(m, 4)) - set(makers(m, 8)) and makers(m, 8))
    org = next(org for org in makers(model, 4) if org not in makers(model, 8))
    copies = [one for one in hub.made_from(model) if one.kind == "quantised"]
    files = [file for one in copies for file in model_files.files(hub, one, "main")]
    none = none_variants("8-bit copy") + read("questions.json")["missing_copy"]["none"]
    values = {"none": none, "sizes": [file.size for file in files if ".eggq" in file.name]}
    values |= {"handle": org, "org": hub.orgs[org]["name"]}
    return write("missing_copy", id=model.id, name=model.name, **values)


def loss_on_canvas(hub: Hub, choose: Chooser) -> SiteTask:
    """What an app in a frame writes on its canvas; app.js has the same formula."""
    app = choose.shuffle(one for one in hub.apps.values() if one["kind"] == "curve")[0]
    rng, c = hub.random("settings"), app["constants"]
    rate, warmup, best = rng.randrange(35, 100), rng.randrange(9, 30), 8 + 60 * c[0]
    loss = 0.9 + c[1] + (abs(rate - best) / best) * (0.5 + c[2]) + 0.3 / (1 + warmup)
    slots = {"rate": rate, "warmup": warmup, "loss": round(loss, 2)}
    return write("loss_on_canvas", title=app["title"], **slots)
