"""Sphinx configuration of the documentation site; `scripts/build_docs.py` assembles its sources and runs it."""

from __future__ import annotations

import fairyring

project = "Fairyring"
author = "Fairyring"
release = fairyring.__version__
extensions = ["myst_parser", "sphinx.ext.autodoc"]
html_theme = "furo"
html_title = "Fairyring"
html_static_path: list[str] = []
html_show_sourcelink = False
html_copy_source = False
html_theme_options = {"sidebar_hide_name": False, "top_of_page_buttons": []}
myst_heading_anchors = 4
myst_enable_extensions = ["colon_fence"]
default_role = "code"  # docstrings mark code with single backticks
autodoc_member_order = "bysource"
autodoc_typehints = "signature"
autodoc_class_signature = "separated"
python_use_unqualified_type_names = True
nitpicky = False
suppress_warnings = ["misc.highlighting_failure"]
