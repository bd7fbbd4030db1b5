"""Pages for reading: the front page, sections, topics, stories, authors, search."""

from flask import Blueprint, abort, g, render_template, request

from ...kit.lists import choice, page_of
from .article_prose import article
from .news_catalogue import kinds, read, sections
from .records import Newsroom, Story
from .story_search import search

pages = Blueprint("section_pages", __name__)
PER_PAGE = 12
READABLE = "world, business, science, health, culture, sport"


@pages.get("/")
def home() -> str:
    """The front page."""
    room = g.newsroom
    rest = {name: [s for s in room.stories[9:] if s.section == name][:4] for name in sections()}
    watched = sorted(room.videos.values(), key=lambda video: -video.watched)[:8]
    shown = {"top": room.stories[:9], "by_section": rest, "watched": watched}
    return render_template("home.html", ranked=most_read(room), **shown)


def most_read(newsroom: Newsroom) -> list[Story]:
    """The ten stories of the past days that were read most, the first of them first."""
    return newsroom.world.random("news/most-read").sample(newsroom.stories[:90], 10)


@pages.get("/most-read")
def most_read_page() -> str:
    """The most read stories: a page, or only the list for pages that load it late."""
    name = "most_read.html" if "part" in request.args else "most_read_page.html"
    return render_template(name, ranked=most_read(g.newsroom))


@pages.get("/<any(topics, authors, live, charts, pictures, saved, privacy):name>")
def plain_page(name: str) -> str:
    """Pages that need nothing but the newsroom and the visitor's state."""
    return render_template(f"{name}.html")


@pages.get(f"/<any({READABLE}):slug>")
@pages.get(f"/<any({READABLE}, weather):slug>/<sub>")
def section(slug: str, sub: str = "") -> str:
    """The stories of a section or of a part of it."""
    found = sections()[slug]
    if sub and sub not in found["subs"]:
        abort(404)
    stories = [s for s in g.newsroom.stories if s.section == slug and sub in ("", s.sub)]
    page = page_of(stories, PER_PAGE)
    return render_template("section.html", section=found, sub=sub, page=page)


@pages.get("/topics/<slug>")
def topic(slug: str) -> str:
    """The stories about one kind of event, or from one town."""
    town = g.newsroom.towns.get(slug)
    if not town and slug not in kinds():
        abort(404)
    stories = [s for s in g.newsroom.stories if slug in (s.chain.kind, s.chain.town.slug)]
    name = town.name if town else kinds()[slug]["title"]
    page = page_of(stories, PER_PAGE)
    return render_template("topic.html", name=name, town=town, slug=slug, page=page)


@pages.get("/news/<slug>")
def story(slug: str) -> str:
    """A story, with the others of its chain and those related to it."""
    return show_story(g.newsroom.by_slug.get(slug) or abort(404), {}, {})


def show_story(story: Story, errors: dict, entered: dict) -> str:
    """The page of a story; with errors if the visitor's comment can't be accepted."""
    chain = story.chain
    others = [s for s in g.newsroom.stories if s.chain is not chain]
    shown = {
        "article": article(g.newsroom, story.slug),
        "chain": g.newsroom.of_chain[chain.key],
        "related": [s for s in others if s.chain.kind == chain.kind][:3],
        "nearby": [s for s in others if s.chain.town is chain.town][:3],
        "video": g.newsroom.videos.get(f"{chain.key}-video"),
        "own": g.state.get("comments", {}).get(story.slug, []),
    }
    return render_template("story.html", story=story, errors=errors, entered=entered, **shown)


@pages.get("/authors/<slug>")
def author(slug: str) -> str:
    """An author and what he or she wrote."""
    found = g.newsroom.authors.get(slug) or abort(404)
    page = page_of([s for s in g.newsroom.stories if s.author is found], 8)
    return render_template("author.html", author=found, page=page)


@pages.get("/search")
def search_stories() -> str:
    """The search, with filters by section and age."""
    offers = read("choices.json")
    offered = {"section": sections(), "age": offers["ages"], "sort": offers["sorts"]}
    query = {name: choice(request.args, name, values) for name, values in offered.items()}
    words = request.args.get("q", "").strip()[:80]
    page = page_of(search(g.newsroom, words, **query) if request.args else [], 10)
    return render_template("search.html", words=words, query=query, page=page)
