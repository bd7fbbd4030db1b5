"""Pages for browsing: home, lists, search, product pages, reviews, deals and help."""

from flask import Blueprint, Response, abort, g, jsonify, render_template, request

from ...kit import site_app
from ...kit.lists import choice, page_of
from .product_pictures import picture
from .product_search import PER_PAGE, SORTS, Query, facets, price_words, read
from .records import Product

pages = Blueprint("product_pages", __name__)
HELP = ("shipping", "returns", "protection")
REVIEWS_PER_PAGE = 4


@pages.get("/")
def home() -> str:
    """The home page: deals, bestsellers and recently viewed products."""
    products = [p for p in g.shop.products if p.in_stock]
    offers = sorted((p for p in products if p.was), key=lambda p: p.featured)
    sellers = sorted(products, key=lambda p: -p.bought)[:10]
    viewed = [g.shop.by_sku[sku] for sku in g.state.get("viewed", [])]
    return render_template("home.html", offers=offers, sellers=sellers, viewed=viewed)


@pages.get("/search")
def search() -> str:
    """The results of a search, in all departments or one."""
    query = read(request.args)
    found, exact = g.index.search(query.q) if query.q else (list(g.shop.products), True)
    title = f"Results for “{query.q}”" if query.q else "All products"
    corrected = "" if found and exact else g.index.correct(query.q)
    return _show_list(found, query, title=title, exact=exact, corrected=corrected)


@pages.get("/d/<slug>")
def department(slug: str) -> str:
    """All products of a department."""
    place = next((d for d in g.shop.departments if d.slug == slug), None) or abort(404)
    found = [p for p in g.shop.products if p.department is place]
    return _show_list(found, read(request.args), title=place.name, place=place)


@pages.get("/d/<slug>/<kind_slug>")
def kind(slug: str, kind_slug: str) -> str:
    """All products of a kind."""
    sort = next(
        (k for k in g.shop.kinds if (k.department.slug, k.slug) == (slug, kind_slug)), None
    ) or abort(404)
    found = [p for p in g.shop.products if p.kind is sort]
    return _show_list(
        found, read(request.args), title=sort.plural, place=sort.department, kind=sort
    )


@pages.get("/deals")
def deals() -> str:
    """Today's deals, by department."""
    found = sorted((p for p in g.shop.products if p.was), key=lambda p: p.featured)
    return render_template("deals.html", found=found)


def _show_list(found: list[Product], query: Query, **more: object) -> str:
    """Show a list: filtered, sorted and paged, with an advertisement at the top of page 1."""
    shown = [product for product in found if query.admits(product)]
    if query.sort != "featured" or not query.q:  # a search is already in order of relevance
        shown.sort(key=SORTS[query.sort][1])
    part = page_of(shown, PER_PAGE)
    return render_template(
        "list.html",
        query=query,
        page=part,
        advert=_choose_advert(part.rows) if part.at == 1 else None,
        facets=facets(found, query),
        sorts={key: name for key, (name, _) in SORTS.items()},
        price_words=price_words,
        **more,
    )


def _choose_advert(cards: list[Product]) -> Product | None:
    """The sponsored product: of the first card's kind or department, and not on the page yet."""
    near = [kind for kind in g.shop.kinds if cards and kind.department is cards[0].department]
    near.sort(key=lambda kind: kind is not cards[0].kind)
    return next((p for kind in near if (p := g.shop.sponsored[kind.slug]) not in cards), None)


@pages.get("/p/<slug>")
def product(slug: str) -> str:
    """A product, in the color and size given in the address."""
    found = g.shop.by_slug.get(slug) or abort(404)
    earlier = [sku for sku in g.state.get("viewed", []) if sku != found.sku]
    g.state["viewed"] = [found.sku, *earlier][:6]
    alike = sorted(
        (p for p in g.shop.products if p.kind is found.kind and p is not found),
        key=lambda p: p.featured,
    )
    variant = found.variant(request.args.get("color", ""), request.args.get("size", ""))
    return render_template("product.html", product=found, variant=variant, alike=alike[:5])


@pages.get("/p/<slug>/reviews")
def reviews(slug: str) -> str:
    """A product's reviews, with any stars or one number; the most helpful or recent first."""
    found = g.shop.by_slug.get(slug) or abort(404)
    only = request.args.get("stars", 0, type=int)
    sort = choice(request.args, "sort", ("recent",), "helpful")
    shown = [review for review in found.reviews if only in (0, review.stars)]
    if sort == "recent":
        shown.sort(key=lambda review: review.day, reverse=True)
    return render_template(
        "reviews.html", product=found, page=page_of(shown, REVIEWS_PER_PAGE), only=only, sort=sort
    )


@pages.get("/help", defaults={"topic": "index"})
@pages.get("/help/<topic>")
def help_page(topic: str) -> str:
    """The help pages."""
    return render_template(f"help_{topic}.html") if topic in ("index", *HELP) else abort(404)


@pages.get("/suggest")
def suggest() -> Response:
    """Suggestions for the text in the search box: [{text, href}]."""
    found = g.index.suggest(request.args.get("q", ""))
    return jsonify([{"text": text, "href": href} for text, href in found])


@pages.get("/picture/<slug>.svg")
@pages.get("/picture/<slug>/<color>.svg")
def product_picture(slug: str, color: str = "") -> Response:
    """A product's picture, in its first color or another of its colors."""
    found = g.shop.by_slug.get(slug) or abort(404)
    tint = color if color in found.colors else found.tint
    return site_app.picture(picture(found.kind.slug, found.shape, tint, found.trim))
