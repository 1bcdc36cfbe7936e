"""Recordings: what a panel shows at some stops of its controls, for a page without a kernel.

``paths.py`` says at which positions a control may be recorded, ``stops.py`` how many of them a
panel can afford, ``recorder.py`` visits them all, ``packing.py`` packs the bytes.

A recording is one dictionary (`recorder.recorded`), and each part of it has its reader on the page:

- name, panel, frames, states, firsts: ``front/recorded.js``;
- chunks, packed by ``packing.py``: ``front/recordedblobs.js``;
- controls, from ``stops.py``: ``front/recordedstops.js``.

``front/player.js`` loads it when its place comes near the window.
"""
