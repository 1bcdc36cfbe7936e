"""The specification curve of chapter 17: sorted gains, and which option each setting took."""

import numpy as np

__all__ = ["specification_curve"]


def specification_curve(top, rows, spec, which, one, choices, form="{:+.1f} points"):
    """Draw sorted gains, and below them which option of one choice each setting took.

    Parameters
    ----------
    top, rows : axes of livepanels
        Where the gains stand, and below them the options.
    spec : list of (float, tuple of str)
        The gains in rising order, each with its setting: one option for each choice.
    which : str
        The choice that is shown.
    one : int
        The setting that is lit.
    choices : dict of str to list of str
        Each choice with its options, in the order of a setting.
    form : str
        How a gain is printed.

    Returns
    -------
    str
        The options and the gain of the setting that is lit.
    """
    options, gains = choices[which], np.array([gain for gain, _ in spec])
    place = list(choices).index(which)
    taken = np.array([options.index(setting[place]) for _, setting in spec])
    told = []
    for i, option in enumerate(options):
        part = gains[taken == i]
        told.append(f"{option} from {form.format(part.min())} to {form.format(part.max())}")
    ranks = np.arange(len(spec))
    top.set(xlim=(-1, len(spec)))
    top.axhline(0, color="ink")
    dots, group = np.column_stack([ranks, gains]), taken.tolist()
    top.scatter(dots, s=45, c=group, lit=[one], words="; ".join(told))
    rows.set(title="Which option was taken", xlabel="settings, sorted")
    rows.set(xlim=(-1, len(spec)), ylim=(-0.6, len(options) - 0.4))
    rows.set_yticks(range(len(options)), options)
    rows.scatter(np.column_stack([ranks, taken]), s=25, c=group, words="")
    return f"{', '.join(spec[one][1])}: {form.format(gains[one])}"
