"""Rules about knowing enough: what to note, when to answer, what to look at before that."""

from collections.abc import Iterator

from .answering import composed, described, done
from .asked import Asked
from .finding import LOOSE, find, measure, sentence, sentences
from .history import Fact
from .moves import Move, answer, back, click, noting, quotable, scroll
from .pages import Element
from .scene import Scene
from .thoughts import unseen
from .told import FIELD
from .values import amount, shown
from .words import content, fold, tokens

MOST_SCROLLS = 6
# Names of tabs, and what usually stands behind them.
BEHIND = (
    ({"method", "direction", "instruction", "step", "preparation"}, {"temperature", "degrees", "oven", "step"}),
    ({"nutrition", "nutritional"}, {"kcal", "calory", "protein", "fat", "sugar", "fibre", "salt", "carbohydrate", "sodium"}),
    ({"specification", "spec", "detail", "technical"}, {"weight", "power", "watts", "size", "height", "width", "material"}),
    ({"review", "rating"}, {"review", "reviewer", "rating"}),
    ({"delivery", "shipping", "return"}, {"delivery", "shipping", "return"}),
)  # fmt: skip
BEHIND_TAB = "I look behind the tab"
NOT_STATED = "not stated"


def new_facts(now: Scene) -> list[Fact]:
    """What this page tells that is not noted yet: values of the thing it is about, the best of a list so far."""
    facts = []
    if now.subject:
        facts = [Fact(quotable(now.subject), need.words, value.words) for need, value in now.read(now.subject).items()]
        facts += perhaps(now)
    elif best := better(now):
        facts = [best]
    return [fact for fact in facts if now.history.fact(fact.thing, fact.label) is None]


def perhaps(now: Scene) -> list[Fact]:
    """A sentence that may answer a question about one thing, kept for when nothing better is found."""
    missing = [need for need in now.needs if not now.known(now.subject, need)]
    if len(missing) != 1 or len(now.things) > 1 or now.question.act or not missing[0].kind:
        return []
    said = told(now, 0.3)
    return [Fact(quotable(now.subject), f"perhaps {missing[0].words}", quotable(said))] if said else []


def better(now: Scene) -> Fact | None:
    """The best entry of a list in no particular order, where it beats the best noted before."""
    order = now.question.order
    if not order or now.is_sorted or now.things or not now.candidates or not (now.is_results or now.in_section):
        return None
    card, noted = now.candidates[0], now.best_noted
    value = measure(order.label, order.kind, card.lines)
    if value is None or (now.relevance(card.text) < 1 and now.has_more):
        return None
    before = amount(noted.value, order.kind) if noted else None
    if before is not None and (value <= before if order.most else value >= before):
        return None
    return Fact(quotable(card.title), order.label, shown(value, order.kind))


def conclude(now: Scene) -> Iterator[Move]:
    """Answer once everything is known, or done."""
    if now.question.act:
        if now.done and all(now.known(now.acted[0], need) for need in now.needs):
            yield answer("That is done.", done(now))
    elif now.things and all(now.settled(thing) for thing in now.things):
        yield answer("I have read all that was asked for.", composed(now))
    elif not now.things and now.thing and not now.question.counts and now.verdict_here is not False:
        why = "This entry keeps the conditions" if now.question.conditions else "This entry fits"
        if all(now.known(now.thing, need) for need in now.needs):
            yield answer(f"{why}, and I have read what was asked for.", described(now, now.thing))


def last_words(now: Scene) -> Iterator[Move]:
    """At the last step, say the best that is known."""
    if now.left > 1:
        return
    if now.done:
        yield answer("No step is left. What was asked is done.", done(now))
    known = [thing for thing in (*now.things, now.thing) if thing and any(now.known(thing, n) for n in now.needs)]
    if known:
        said = " ".join(described(now, thing) for thing in dict.fromkeys(known))
        yield answer("No step is left, so I say what I know.", said)
    if best := now.best_noted:
        yield answer("No step is left. This is the best I saw.", f"{best.thing} ({best.label} {best.value}).")
    if (said := told(now, 0.4)) and not now.nothing_found:
        yield answer("No step is left. This sentence is the closest to the question.", said)
    if now.thing or (now.candidates and now.relevance(now.candidates[0].text) > 0.6 and now.unmet):
        yield answer("No step is left. This fits best.", now.thing or now.candidates[0].title)
    yield answer("No step is left.", "I could not find this out.")


def told(now: Scene, least: float) -> str:
    """The sentence on this page that is closest to the question, "" where none is near."""
    wanted = {*(word for need in now.needs for word in need.stems), *content(" ".join(now.question.terms))}
    wanted -= set(content(now.thing or ""))
    kinds = [need.kind for need in now.needs if need.kind not in ("", "person", "review")]
    said = sentence(wanted, kinds[0] if kinds else "", sentences(now.body, now.page.documents)) if wanted else None
    return said.words if said and said.fit >= least else ""


def read_on(now: Scene) -> Iterator[Move]:
    """On the right page, but not all is in sight: open its parts, look further down, at last take what comes closest."""
    missing = [need for need in now.needs if now.subject and not now.known(now.subject, need)]
    to_do = now.question.act and not now.done
    if not now.subject or now.verdict_here is False or not (missing or to_do):
        return
    words = missing[0].words if missing else now.question.act.place
    alone = missing and len(now.things) < 2 and not now.question.act
    if alone and (said := told(now, 0.66)):
        yield answer("This sentence answers the question.", said)
    for element in parts(now, missing):
        yield click(element, f"{unseen(now.subject, words)} I look at the part called")
    for element in tabs(now, missing):
        yield click(element, f"{unseen(now.subject, words)} {BEHIND_TAB}")
    if now.may_scroll(MOST_SCROLLS):
        yield scroll(f"This is the page of {now.subject}. I do not see the {words} yet, and more lies below.")
        return
    if missing:
        yield from settle_for_less(now, missing)


def tabs(now: Scene, missing: list[Asked]) -> list[Element]:
    """Tabs not looked behind yet: those where such a thing usually stands, else all."""
    shown = [e for e in now.page.elements if e.role == "tab" and missing]
    wanted = {word for need in missing for word in (*need.stems, need.kind)}
    likely = [e for e in shown if any(set(tokens(e.name)) & names and wanted & things for names, things in BEHIND)]
    seen = {fold(past.target) for past in now.history.saying(BEHIND_TAB)}
    return [e for e in likely or shown if fold(e.name) not in seen and not e.checked]


def settle_for_less(now: Scene, missing: list[Asked]) -> Iterator[Move]:
    """The page has been read to its end: take a looser fit, a sentence, or note that it is not said."""
    loose = {need: find(need, now.recent, least=LOOSE) for need in missing}
    facts = [Fact(quotable(now.subject), need.words, value.words) for need, value in loose.items() if value]
    if facts:
        yield noting(facts, scroll("Nothing on this page fits better.", "up"))
    if len(now.things) < 2 and not now.question.act and (said := told(now, 0.5)):
        yield answer("This sentence answers the question.", said)
    maybe = [now.history.fact(now.subject, f"perhaps {need.words}") for need in missing]
    for fact in filter(None, maybe):
        yield answer("Of all I read on this page, this comes closest.", fact.value)
    facts = [Fact(quotable(now.subject), need.words, NOT_STATED) for need in missing]
    if len(now.things) > 1:
        yield noting(facts, back("I have read the page to its end and go back."))


def parts(now: Scene, missing: list[Asked]) -> list[Element]:
    """Tabs, folded parts and links of the page itself that are named like what is missing, not opened yet."""
    wanted = {word for need in missing for word in need.stems}
    wanted |= {word for term in now.question.terms for word in content(term)} - set(content(now.subject))
    found = []
    for element in now.page.elements:
        if FIELD.search(fold(element.name)):
            continue
        words = set(content(element.name))
        folded = element.role == "tab" or element.tag == "summary" or element.expanded is False
        linked = element.tag == "a" and not now.in_header(element) and 0 < len(words) <= 4
        near = len(wanted & words) >= (1 if folded else max(1, len(words) / 2))
        linked = linked and not now.in_foot(element)
        if (folded or linked) and near and element.tag != "select" and not now.history.clicked(element.name):
            found.append(element)
    return [element for element in found if fold(element.name) != fold(now.subject)]
