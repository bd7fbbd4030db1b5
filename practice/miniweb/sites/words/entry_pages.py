"""Read-only pages: entries, lists, rankings, the calendar, languages and grammar."""

from calendar import Calendar
from datetime import date

from flask import Flask, Response, abort, g, render_template, request

from ...kit.lists import page_of
from ...kit.site_app import picture
from .frequency_chart import chart
from .records import TOPICS, Data, Entry
from .word_search import PER_PAGE, Finder

RANKS_PER_PAGE = 20


def add(site: Flask, data: Data) -> None:
    """Add these pages to the site."""
    for part in (_add_entries, _add_frequency, _add_lists, _add_days, _add_languages, _add_grammar):
        part(site, data)


def find_entry(data: Data, word: str) -> Entry:
    """The entry of a word; aborts with 404 if there is none."""
    return data.by_word.get(word) or abort(404)


def _add_entries(site: Flask, data: Data) -> None:
    @site.get("/")
    def home() -> str:
        return render_template("home.html", today=data.daily[data.today])

    @site.get("/dictionary/<word>")
    def dictionary(word: str) -> str:
        entry, seen = find_entry(data, word), g.state.setdefault("seen", [])
        if word not in seen:
            seen.append(word)
        at = data.entries.index(entry)
        beside = data.entries[max(0, min(at - 4, len(data.entries) - 9)) :][:9]
        return render_template("entry.html", entry=entry, beside=beside)

    @site.get("/thesaurus/<word>")
    def thesaurus(word: str) -> str:
        return render_template("thesaurus.html", entry=find_entry(data, word))

    @site.get("/translations/<word>")
    def translations(word: str) -> str:
        return render_template("translations.html", entry=find_entry(data, word))


def _add_frequency(site: Flask, data: Data) -> None:
    @site.get("/frequency/<word>")
    def frequency(word: str) -> str:
        other = data.by_word.get(request.args.get("with", ""))
        return render_template("frequency.html", entry=find_entry(data, word), other=other)

    @site.get("/chart/<word>.png")
    @site.get("/chart/<word>/<other>.png")
    def frequency_picture(word: str, other: str = "") -> Response:
        return picture(chart(find_entry(data, word), find_entry(data, other) if other else None))


def _add_lists(site: Flask, data: Data) -> None:
    @site.get("/browse")
    def browse() -> str:
        return render_template("browse.html")

    @site.get("/browse/<letter>")
    def letter(letter: str) -> str:
        entries = [entry for entry in data.entries if entry.word[0] == letter] or abort(404)
        return render_template("letter.html", letter=letter, entries=entries)

    @site.get("/topics/<topic>")
    def topic(topic: str) -> str:
        entries = [entry for entry in data.entries if entry.topic == topic] or abort(404)
        return render_template("topic.html", name=TOPICS[topic], entries=entries)

    @site.get("/words")
    def words() -> str:
        finder = Finder.read(request.args)
        return render_template(
            "words.html", finder=finder, page=page_of(finder.find(data), PER_PAGE)
        )

    @site.get("/most-looked-up")
    def ranking() -> str:
        return render_template("ranking.html", page=page_of(data.ranking, RANKS_PER_PAGE))


def _add_days(site: Flask, data: Data) -> None:
    months = sorted({day.replace(day=1) for day in data.daily})

    @site.get("/word-of-the-day")
    def today() -> str:
        return render_template("today.html", entry=data.daily[data.today], month=months[-1])

    @site.get("/word-of-the-day/<month>")
    def month(month: str) -> str:
        first = next((first for first in months if f"{first:%Y-%m}" == month), None) or abort(404)
        weeks = Calendar().monthdatescalendar(first.year, first.month)
        at = months.index(first)
        before = months[at - 1] if at else None
        after = months[at + 1] if first != months[-1] else None
        return render_template(
            "month.html", first=first, weeks=weeks, before=before, after=after, same=_is_same_month
        )


def _is_same_month(day: date, first: date) -> bool:
    return (day.year, day.month) == (first.year, first.month)


def _add_languages(site: Flask, data: Data) -> None:
    @site.get("/languages")
    def languages() -> str:
        return render_template("languages.html")

    @site.get("/languages/<slug>")
    def language(slug: str) -> str:
        chosen = next((each for each in data.languages if each.slug == slug), None) or abort(404)
        asked = data.by_word.get(request.args.get("q", ""))
        return render_template(
            "language.html",
            language=chosen,
            entries=[asked] if asked else data.entries,
            asked=asked,
        )


def _add_grammar(site: Flask, data: Data) -> None:
    @site.get("/grammar")
    def grammar() -> str:
        return render_template("grammar.html")

    @site.get("/grammar/<slug>")
    def lesson(slug: str) -> str:
        chosen = next((lesson for lesson in data.lessons if lesson.slug == slug), None) or abort(
            404
        )
        return render_template(f"grammar/{slug}.html", lesson=chosen)

    @site.get("/about")
    def about() -> str:
        return render_template("about.html")

    @site.get("/pronunciation")
    def pronunciation() -> str:
        return render_template("pronunciation.html")
