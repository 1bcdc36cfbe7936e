"""How Sphinx makes the pages; `site.py` says the rest on the command line."""

project = "Kernlab"
author = "The Kernlab authors"
extensions = ["myst_nb", "tools.book.maths", "tools.book.face"]
html_theme = "kernlab"
html_title = "Kernlab"
html_static_path = ["_static"]
html_math_renderer = "katex"
html_show_sourcelink = False
html_copy_source = False
html_show_sphinx = False
html_show_search_summary = False  # book.js allows it where pages may be fetched: not on a disk
html_use_index = False
exclude_patterns = ["_static"]
html_permalinks_icon = "#"
nb_execution_mode = "off"
nb_ipywidgets_js = {}  # no player of widgets from a foreign host
nb_merge_streams = True
myst_enable_extensions = ["amsmath", "dollarmath"]
myst_heading_anchors = 4
myst_heading_slug_func = "tools.book.pages.slug"
suppress_warnings = ["mystnb.unknown_mime_type", "myst.header"]
