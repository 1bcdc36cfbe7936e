"""Recordings: what a panel shows at some stops of its controls, for a page without a kernel.

``paths.py`` says at which positions a control may be recorded, ``stops.py`` how many of them a
panel can afford, ``recorder.py`` visits them all, ``packing.py`` packs the bytes; what it writes,
``front/recorded.js`` reads and ``front/player.js`` plays.
"""
