"""The newsroom of one world: names are fixed; events, numbers and dates are drawn."""

import random
from datetime import datetime, time

from ...kit.formats import slug
from ...world import World
from .article_prose import day_facts, split_choices, write
from .event_chains import draw_chains
from .news_catalogue import kinds, read
from .records import Author, Chain, Newsroom, Story, Town, Video

NOW = time(18, 40)  # the time of day on all pages
VIDEOS = 56
DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday")


def make(world: World) -> Newsroom:
    """Make the site's data for a world; texts are written when a page asks for them."""
    now = datetime.combine(world.today, NOW)
    towns, authors = _draw_towns(world), _draw_authors(world)
    chains = draw_chains(world, list(towns.values()), now)
    stories = [
        _draft(world, authors, chain, part) for chain in chains for part in range(len(chain.times))
    ]
    stories.sort(key=lambda story: (story.when, story.slug), reverse=True)
    rng = world.random("news/videos")
    filmed = rng.sample([chain for chain in chains if len(chain.times) > 1], VIDEOS)
    videos = [_draw_video(rng, chain) for chain in filmed]
    videos.sort(key=lambda video: video.when, reverse=True)
    by_key = {chain.key: chain for chain in chains}
    films = {video.slug: video for video in videos}
    return Newsroom(world, now, towns, authors, by_key, tuple(stories), films, _draw_letters(world))


def _draw_towns(world: World) -> dict[str, Town]:
    rng = world.random("news/towns")
    towns = {}
    for row in read("towns.csv"):
        facts = {"people": rng.randrange(1100, 48000, 10), "founded": rng.randrange(1180, 1690)}
        facts |= row | {"town": row["name"], "trip": rng.randrange(12, 95)}
        found = slug(row["name"])
        towns[found] = Town(found, row["name"], row["region"], int(row["warmth"]), facts)
    return towns


def _draw_authors(world: World) -> dict[str, Author]:
    rng = world.random("news/authors")
    rows, towns = read("authors.csv"), [row["name"] for row in read("towns.csv")]
    years = rng.sample(range(1994, 2024), len(rows))
    found = {}
    for row, year in zip(rows, years, strict=True):
        name = slug(row["name"])
        found[name] = Author(name, *row.values(), year, rng.choice(towns), rng.randrange(0, 6))
    return found


def _draft(world: World, authors: dict[str, Author], chain: Chain, part: int) -> Story:
    """A story without its text; one author follows a chain from beginning to end."""
    rng = world.random(f"news/{chain.key}/{part}")
    script = kinds()[chain.kind]
    episode, facts = script["episodes"][part], {**chain.facts, **day_facts(chain, part)}
    headline = write(rng.choice(split_choices(episode["headline"])), facts, rng)
    desk = [author for author in authors.values() if author.desk == script["section"]]
    author = world.random(f"news/{chain.key}/author").choice(desk)
    name, standfirst = slug(f"{chain.key} {part + 1}"), write(episode["standfirst"], facts, rng)
    place = script["section"], script["sub"], author, chain.times[part]
    return Story(name, chain, part, *place, headline, standfirst)


def _draw_video(rng: random.Random, chain: Chain) -> Video:
    script, figure = kinds()[chain.kind], rng.randrange(11, 99)
    captions = tuple(
        write(text, {**chain.facts, "depth": figure}, rng) for text in script["captions"]
    )
    title = write(script["film"], chain.facts, rng)
    step, when, watched = rng.randrange(5, 26), rng.choice(chain.times), rng.randrange(900, 90000)
    name, length = f"{chain.key}-video", step * len(captions)
    return Video(name, title, chain, step, length, captions, figure, when, watched)


def _draw_letters(world: World) -> dict[str, dict[str, str]]:
    """The newsletters by slug; none of them comes on a Sunday."""
    rng = world.random("news/letters")
    return {
        row["slug"]: row | {"day": rng.choice(DAYS), "hour": f"{rng.randrange(5, 20)}:30"}
        for row in read("letters.json")
    }
