"""Points of three-dimensional space, projected here so that turning them costs no new axes."""

import numpy as np

from .canvas import ArtistLayer, Picture
from .charts import add_legend, group_lines, group_names

__all__ = ["Space"]


class Space(Picture):
    """Points of three-dimensional space, seen under an angle that a slider can turn.

    Parameters
    ----------
    X : (n, 3) array
        The first points; they fix the scale.
    labels : (n,) array, optional
        Group of every point.
    names : three str
        Names of the axes.
    title : str
        Stands above the axes.
    plane : (4,) array, optional
        Draw the plane a x + b y + c z = d, given as (a, b, c, d), c not 0.
    """

    inches = (4.9, 4.5)

    def __init__(self, X, labels=None, *, names=("x", "y", "z"), title="", plane=None):
        super().__init__()
        X = np.asarray(X, dtype=float)
        self.names = names
        self.title = title
        self.plane = plane
        self.groups, self.member = group_names(labels, len(X))
        self.description = f"points in space over {', '.join(names)}; {title}".rstrip("; ")
        self.low = X.min(axis=0)
        spans = np.ptp(X, axis=0)
        self.span = np.where(spans == 0, 1, spans)
        self.show(X)

    def accept(self, X=None, *, turn=30.0, tilt=20.0):
        """Keep the points (the last ones if none are given) and the two angles in degrees."""
        X = self.data[0] if X is None else np.asarray(X, dtype=float)
        if X.shape != (len(self.member), 3):
            raise ValueError(f"wants points of shape ({len(self.member)}, 3), got shape {X.shape}")
        return X, float(turn), float(tilt)

    def layout(self, figure, colors):
        """Draw an empty square; everything in it turns."""
        axes = figure.subplots()
        axes.set(xlim=(-1.25, 1.25), ylim=(-1.15, 1.15), aspect="equal", title=self.title)
        axes.set_axis_off()
        ink = axes.title.get_color()
        self.edges = [axes.plot([], [], color=ink, lw=1, zorder=1)[0] for _ in range(3)]
        self.ends = [axes.text(0, 0, name, ha="center", va="center") for name in self.names]
        grey = (0.5, 0.5, 0.5, 0.2)
        (self.polygon,) = axes.fill([0], [0], facecolor=grey, edgecolor=ink, lw=1)
        self.polygon.set_visible(self.plane is not None)
        self.markers = group_lines(axes, self.groups, colors)
        add_legend(figure, self.markers)
        return [ArtistLayer(axes, [*self.edges, *self.ends, self.polygon, *self.markers])]

    def draw(self, X, turn, tilt):
        """Project everything onto the page."""
        seen = self._project(X, turn, tilt)
        for g, markers in enumerate(self.markers):
            markers.set_data(*seen[self.member == g].T)
        origin = self._project(self.low[None], turn, tilt)[0]
        tips = self._project(self.low + np.diag(1.1 * self.span), turn, tilt)
        for edge, end, tip in zip(self.edges, self.ends, tips, strict=True):
            edge.set_data(*np.transpose([origin, tip]))
            end.set_position(origin + 1.12 * (tip - origin))
        if self.plane is not None:
            self.polygon.set_xy(self._project(self._corners(), turn, tilt))

    def _corners(self):
        """Return the four points of the plane over the corners of the data's rectangle."""
        a, b, c, d = self.plane
        x, y = self.low[:2, None] + self.span[:2, None] * [[0, 1, 1, 0], [0, 0, 1, 1]]
        return np.stack([x, y, (d - a * x - b * y) / c], axis=1)

    def _project(self, points, turn, tilt):
        """Turn points about the upright axis, tilt them towards the reader, drop the depth."""
        x, y, z = ((points - self.low) / self.span - 0.5).T
        turn, tilt = np.deg2rad([turn, tilt])
        across = x * np.cos(turn) - y * np.sin(turn)
        away = x * np.sin(turn) + y * np.cos(turn)
        up = z * np.cos(tilt) + away * np.sin(tilt)
        return 1.15 * np.stack([across, up], axis=1)

    def readout(self):
        """Return the angles."""
        _, turn, tilt = self.data
        return f"space turned by {turn:g} degrees, seen from {tilt:g} above"
