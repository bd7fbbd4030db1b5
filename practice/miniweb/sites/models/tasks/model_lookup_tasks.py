"""Questions about one model or dataset: its files, discussions, rows and what it computes."""

from collections import Counter

from ....kit.tasks import SiteTask
from .. import dataset_rows, inference, model_cards, model_files
from ..model_threads import threads
from ..records import Hub, Model, read
from .hub_chooser import Chooser, write


def config_of_base(hub: Hub, choose: Chooser) -> SiteTask:
    """Two figures of the config file of the model that a quantised one was made from."""
    copy = choose.model(lambda one: one.kind == "quantised")
    config, org = model_cards.config(hub, copy), hub.orgs[copy.org]["name"]
    values = {"layers": config["hidden_layers"], "heads": config["attention_heads"]}
    return write("config_of_base", id=copy.id, name=copy.name, org=org, base=copy.base, **values)


def thread_figure(hub: Hub, choose: Chooser) -> SiteTask:
    """A figure that only a reply in a discussion gives."""

    def speed(model: Model) -> dict:
        return next((each for each in threads(hub, model) if each["kind"] == "speed"), {})

    model = choose.model(lambda one: one.task == "text-generation" and speed(one))
    return write("thread_figure", id=model.id, **speed(model))


def spoken_row(hub: Hub, choose: Chooser) -> SiteTask:
    """The row of a dataset that has a sentence, in a split other than the one shown."""
    data = next(one for one in choose.shuffle(hub.datasets.values()) if one.schema == "speech")
    rows = dataset_rows.rows(hub, data, "validation")
    counts = Counter(row[1] for row in rows)
    row = next(row for row in rows[40:] if counts[row[1]] == 1)
    values = {"sentence": row[1], "speaker": row[2], "room": row[5], "rows": f"{len(rows):,}"}
    return write("spoken_row", id=data.id, name=data.name, org=data.org, **values)


def busiest_month(hub: Hub, choose: Chooser) -> SiteTask:
    """The highest column of the downloads chart."""
    model = choose.model(lambda one: one.kind == "base")
    counts = model_cards.monthly_downloads(hub, model)
    brief, month = list(read("terms.json")["months"].items())[counts.index(max(counts))]
    return write("busiest_month", id=model.id, month=month, brief=brief)


def weights_of_branch(hub: Hub, choose: Chooser) -> SiteTask:
    """The sum of the sizes of the files of weights on another branch."""
    model = choose.model(lambda one: one.bits == 16 and 11_000 < one.size < 16_000)
    files = model_files.files(hub, model, "compact")
    total = sum(file.kilobytes for file in files if "weights" in file.name) / 1e6
    return write("weights_of_branch", id=model.id, total=round(total, 2))


def widget_share(hub: Hub, choose: Chooser) -> SiteTask:
    """What the widget computes for a sentence."""
    model = choose.model(lambda one: one.task == "text-classification")
    text = read("questions.json")["widget_share"]["text"]
    share = dict(inference.infer(hub, model, text, ""))["Negative"]
    return write("widget_share", id=model.id, text=text, share=round(100 * share, 1))


def any_fine_tune(hub: Hub, choose: Chooser) -> SiteTask:
    """Any of the models that were made from one."""
    tunes = Counter(one.base for one in hub.models.values() if one.kind == "fine-tune")
    model = choose.model(lambda one: 3 <= tunes[one.id] <= 5)
    made = [one for one in hub.made_from(model) if one.kind == "fine-tune"]
    values = {"first": made[0].name, "any": [{"parts": [one.name]} for one in made]}
    return write("any_fine_tune", id=model.id, link=made[0].id, **values)
