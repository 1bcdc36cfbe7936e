"""Gone: the panels, the exercises and the course stand in packages of their own since 0.3.0."""

raise ImportError(
    "kernlab_helpers.lab is gone since version 0.3.0. Write instead\n\n"
    "    import kernlab_helpers as kh\n"
    "    from livepanels import Slider, live, subplots\n"
    "    from classroom import check, hint, vote\n"
    "    from kernlab_course import KernelAndDistance\n\n"
    "`kernlab upgrade FILE` rewrites the imports of a notebook of your own."
)
