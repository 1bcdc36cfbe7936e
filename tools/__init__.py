"""The maintainer's tools: gates, notebooks, handouts. Not part of the installed package."""
