"""How the book is built: the notebooks, these pages and the reference, as HTML without internet."""

from pathlib import Path

import webvoyager

HERE = Path(__file__).parent
project = "webvoyager"
author = "the authors of webvoyager"
root_doc = "docs/index"
extensions = ["myst_nb", "sphinx_design", "sphinx.ext.autodoc", "sphinx.ext.autosummary"]
include_patterns = [
    *("docs/**", "notebooks/**", "studies/*/*.ipynb", "studies/*/README.md"),
    *("WORKSHOP.md", "CHANGELOG.md"),
]
exclude_patterns = [
    *(".venv", "binder", "build", "data", "figures", "practice", "tests", "tools", "webvoyager"),
    *("docs/templates", "docs/api/examples", "**/.ipynb_checkpoints"),
]
suppress_warnings = ["mystnb.unknown_mime_type"]  # widgets: their HTML is shown instead

# the notebooks hold the outputs of one clean run, which the tests repeat
nb_execution_mode = "off"
nb_ipywidgets_js = {}  # these scripts would come from the internet
myst_enable_extensions = ["colon_fence", "deflist"]
myst_heading_anchors = 3

# docstrings put code between single backticks
default_role = "code"
autosummary_generate = True
autosummary_context = {
    "examples": [file.stem for file in (HERE / "api" / "examples").glob("*.md")],
    # names that already have a page under `webvoyager`
    "described": {
        f"webvoyager.{room}": webvoyager.__all__
        for room in ("browser", "environment", "models", "records")
    },
}
autosummary_filename_map = {  # else they would differ from others only in case
    f"webvoyager.{name}": f"webvoyager.{name}-class"
    for name in ("Browser", "lab.judging.Judge", "lab.running.Estimate", "models.Rate")
}
autosummary_ignore_module_all = False
autosummary_generate_overwrite = True
templates_path = [str(HERE / "templates")]
autodoc_typehints = "signature"
autodoc_typehints_format = "short"
autodoc_member_order = "bysource"
autodoc_preserve_defaults = True
python_use_unqualified_type_names = True
python_maximum_signature_line_length = 88
add_module_names = False

html_theme = "pydata_sphinx_theme"
html_static_path = [str(HERE / "static")]
html_css_files = ["book.css"]
html_title = "webvoyager"
html_show_sourcelink = False
html_copy_source = False
html_theme_options = {
    "icon_links": [],
    "navigation_with_keys": False,
    "search_as_you_type": True,
    "footer_start": ["copyright"],
    "footer_end": [],
}
