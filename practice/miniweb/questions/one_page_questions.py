"""Level 1: one fact from one page, which has to be found first."""

from ..kit.answer_variants import date_variants
from ..kit.formats import comma, day_format, money
from ..kit.steps import SCROLL_DOWN, press
from ..sites.sports.records import Player
from ..sites.words.records import Entry
from .question import Question, ask
from .seeker import Seeker

day = day_format("{} %B %Y")


def ticket_into_town(seek: Seeker) -> Question:
    """The price of a ticket from an airport into town."""
    airports = seek.sites["flights"].airports.values()
    airport = seek.pick(airports)
    return ask(
        1,
        f"I land at {airport.name} ({airport.code}). How many dollars does a single ticket into "
        "the city cost, going by the flight search site Tern?",
        f"${airport.fare}",
        [airport.fare],
        seek.open(airport),
        facts=[f"${airport.fare}"],
        wrong=[f"${other.fare}" for other in airports],
    )


def bag_at_the_gate(seek: Seeker) -> Question:
    """One of an airline's fees."""
    airlines = seek.sites["flights"].airlines.values()
    airline = seek.pick(airlines)
    return ask(
        1,
        f"A passenger of {airline.name} turns up at the gate with a cabin bag that has not been "
        "paid for. How many dollars does the airline charge for it, according to Tern?",
        f"${airline.gate_fee}",
        [airline.gate_fee],
        [*seek.open(airline), SCROLL_DOWN],
        facts=["Unpaid cabin bag at the gate", f"${airline.gate_fee}"],
        wrong=[f"${fee}" for fee in (*airline.bag_fee.values(), *airline.pet_fee.values())],
    )


def looked_up(seek: Seeker) -> Question:
    """How often a word was looked up; the question gives only its definition."""
    entries = seek.sites["words"].entries
    meanings = [part.first for entry in entries for part in entry.parts]

    def fits(entry: Entry) -> bool:
        meaning = entry.parts[0].first
        path = f"/dictionary/{entry.word}"
        return meanings.count(meaning) == 1 and seek.finds_page(meaning, "words", path)

    entry = seek.pick(entries, fits)
    meaning = entry.parts[0].first
    return ask(
        1,
        f"Verbarium defines one of its words as “{meaning}”. How many times was that word looked "
        "up there this week?",
        f"{comma(entry.lookups)} times",
        [entry.lookups],
        seek.open_page(meaning, "words", f"/dictionary/{entry.word}"),
        facts=[comma(entry.lookups)],
        wrong=[f"{comma(entry.lookups_before)} times", f"{entry.lookups + 1} times"],
    )


def pages_of_preprint(seek: Seeker) -> Question:
    """The length of a paper."""
    paper = seek.pick(
        seek.sites["papers"].papers,
        lambda p: not p.withdrawn and p.pages not in (p.figures, p.tables),
    )
    return ask(
        1,
        f"How many pages does the preprint “{paper.title}” on Quire have?",
        f"{paper.pages} pages",
        [paper.pages],
        seek.open(paper),
        facts=[f"{paper.pages} pages"],
        wrong=[f"{paper.figures}", f"{paper.figures} pages", f"{paper.pages + 1} pages"],
    )


def reduced_by(seek: Seeker) -> Question:
    """What a deal saves."""
    product = seek.pick(seek.sites["shop"].products, lambda p: p.was and p.one_price)
    saved = product.was - product.price
    return ask(
        1,
        f"By how many dollars has Bigbarrow reduced the price of the {product.title}?",
        money(saved),
        [saved / 100],
        seek.open(product),
        facts=[money(product.price), money(product.was)],
        wrong=[money(product.price), money(product.was), f"{product.percent_off}%"],
    )


def games_in_season(seek: Seeker) -> Question:
    """A number in one row of a player's career table."""
    sports = seek.sites["sports"]
    names = [player.name for player in sports.players.values()]

    def fits(player: Player) -> bool:
        return len(sports.careers[player.slug]) > 3 and names.count(player.name) == 1

    player = seek.pick(sports.players.values(), fits)
    career = sports.careers[player.slug]
    season = seek.random.choice(career[1:-1])
    league = sports.leagues[player.league].name
    return ask(
        1,
        f"In how many games did {player.name}, who now plays in the {league}, appear in the season "
        f"{season.label}, according to Klaxon?",
        f"{season.figures['gp']} games",
        [season.figures["gp"]],
        [*seek.open(player), SCROLL_DOWN],
        facts=[season.label, str(season.figures["gp"])],
        wrong=[f"{other.figures['gp']} games" for other in career] + ["1 game"],
    )


def week_sent_in(seek: Seeker) -> Question:
    """When a new word was presented."""
    newcomers = seek.sites["words"].newcomers
    newcomer = seek.pick(
        newcomers[1:], lambda each: seek.finds_page(each.word, "words", "/new-words")
    )
    return ask(
        1,
        f"Readers of Verbarium sent in the word “{newcomer.word}”. Under the week of which date is "
        "it presented there?",
        day(newcomer.week),
        [date_variants(newcomer.week)],
        seek.open_page(newcomer.word, "words", "/new-words") + [SCROLL_DOWN] * 3,
        facts=[newcomer.word, f"Week of {day(newcomer.week)}"],
        wrong=[day(other.week) for other in newcomers],
    )


def found_helpful(seek: Seeker) -> Question:
    """How many readers found a grammar page helpful."""
    lessons = seek.sites["words"].lessons
    lesson = seek.pick(
        lessons,
        lambda each: seek.finds_page(f"grammar {each.title}", "words", f"/grammar/{each.slug}"),
    )
    return ask(
        1,
        f"What percentage of readers found Verbarium's grammar page “{lesson.title}” helpful?",
        f"{lesson.helpful}%",
        [[f"{lesson.helpful}%", f"{lesson.helpful} percent", lesson.helpful]],
        seek.open_page(f"grammar {lesson.title}", "words", f"/grammar/{lesson.slug}")
        + [SCROLL_DOWN] * 3,
        facts=[f"{lesson.helpful}%"],
        wrong=[f"{other.helpful}%" for other in lessons],
    )


def time_to_appeal(seek: Seeker) -> Question:
    """A rule of the preprint server."""
    policy = seek.sites["papers"].policy
    steps = seek.open_page("Quire appeal moderation decision", "papers", "/help/moderation")
    return ask(
        1,
        "A moderator of the preprint server Quire has turned down my paper. Within how many days "
        "can I appeal?",
        f"{policy.appeal_days} days",
        [policy.appeal_days],
        [*steps, SCROLL_DOWN],
        facts=[f"{policy.appeal_days} days"],
        wrong=[f"{policy.moderation_days} days", f"{policy.appeal_days + 7} days"],
    )


def last_updated(seek: Seeker) -> Question:
    """When a word's entry was updated; the question gives only the word's origin."""
    entries = seek.sites["words"].entries
    origins = [entry.origin for entry in entries]

    def fits(entry: Entry) -> bool:
        path = f"/dictionary/{entry.word}"
        unique = entry.origin and origins.count(entry.origin) == 1
        return (
            unique
            and entry.word not in entry.origin
            and seek.finds_page(entry.origin, "words", path)
        )

    entry = seek.pick(entries, fits)
    others = [other for other in entries if other is not entry]
    return ask(
        1,
        f"By its etymology in Verbarium, an English word comes “{entry.origin}”. On what date was "
        "its entry last updated?",
        day(entry.updated),
        [date_variants(entry.updated)],
        [
            *seek.open_page(entry.origin, "words", f"/dictionary/{entry.word}"),
            press("About this entry"),
            SCROLL_DOWN,
        ],
        facts=[day(entry.updated)],
        wrong=[day(other.updated) for other in others[:4]],
    )


MAKERS = {  # each with the sites that its question leads to
    ticket_into_town: "flights",
    bag_at_the_gate: "flights",
    looked_up: "words",
    pages_of_preprint: "papers",
    reduced_by: "shop",
    games_in_season: "sports",
    week_sent_in: "words",
    found_helpful: "words",
    time_to_appeal: "papers",
    last_updated: "words",
}
