// A canvas for node: it paints nothing, and remembers what was painted, in pixels.

/** Points and curves, as they were added. */
class Path {
  points = []; // corners of lines and boxes, middles of arcs, some of an ellipse
  breaks = 0; // how many parts it has
  move = (x, y) => [x, y];

  add(...places) { this.points.push(...places.map(([x, y]) => this.move(x, y))); }
  moveTo(x, y) { this.breaks += 1; this.add([x, y]); }
  lineTo(x, y) { this.add([x, y]); }
  closePath() {}
  arc(x, y, r) {
    this.round = r;
    this.points.pop(); // where its line begins
    this.add([x, y]);
  }
  ellipse(x, y, a, b) {
    for (let t = 0; t < 6; t++) this.add([x + a * Math.cos(t), y + b * Math.sin(t)]);
  }
  rect(x, y, w, h) { this.add([x, y], [x + w, y + h]); }
  roundRect(x, y, w, h) { this.rect(x, y, w, h); }
}

const STYLES = [
  "fillStyle", "strokeStyle", "lineWidth", "lineCap", "lineJoin", "lineDashOffset", "font",
  "textAlign", "textBaseline", "globalAlpha", "globalCompositeOperation", "imageSmoothingEnabled",
];

/** The context of a canvas; `painted` lists all fills, strokes, texts and images in their order. */
class Context {
  constructor(canvas) {
    this.canvas = canvas;
    this.painted = [];
    this.saved = [];
    this.matrix = [1, 0, 0, 1, 0, 0];
    this.dash = [];
    this.clipped = null;
    this.globalAlpha = 1;
    this.beginPath();
  }

  at(x, y) {
    const [a, b, c, d, e, f] = this.matrix;
    return [a * x + c * y + e, b * x + d * y + f];
  }
  turn(a, b, c, d, e, f) {
    const [x, y] = this.at(e, f);
    const [p, q, r, s] = this.matrix;
    this.matrix = [p * a + r * b, q * a + s * b, p * c + r * d, q * c + s * d, x, y];
  }
  translate(x, y) { this.turn(1, 0, 0, 1, x, y); }
  scale(x, y) { this.turn(x, 0, 0, y, 0, 0); }
  rotate(t) { this.turn(Math.cos(t), Math.sin(t), -Math.sin(t), Math.cos(t), 0, 0); }
  getTransform() { return { a: this.matrix[0] }; }

  save() {
    const styles = Object.fromEntries(STYLES.map((name) => [name, this[name]]));
    this.saved.push({ styles, matrix: this.matrix, dash: this.dash, clipped: this.clipped });
  }
  restore() {
    const { styles, ...rest } = this.saved.pop();
    Object.assign(this, styles, rest);
  }

  beginPath() {
    this.path = new Path();
    this.path.move = (x, y) => this.at(x, y);
  }
  clip() { this.clipped = this.path.points; }
  setLineDash(dash) { this.dash = dash; }
  note(kind, more) {
    this.painted.push({ kind, clipped: this.clipped, alpha: this.globalAlpha, ...more });
  }
  filling(path) { return { color: this.fillStyle, points: path.points, round: path.round }; }
  fill(path = this.path) { this.note("fill", this.filling(path instanceof Path ? path : this.path)); }
  stroke(path = this.path) {
    const { strokeStyle: color, lineWidth: width, dash } = this;
    const { points, breaks, round } = path;
    this.note("stroke", { color, width, dash, points, breaks, round });
  }
  fillRect(x, y, w, h) {
    this.note("fill", { color: this.fillStyle, points: [this.at(x, y), this.at(x + w, y + h)] });
  }
  clearRect() { this.painted.length = 0; }
  strokeText() {}
  fillText(text, x, y) {
    this.note("text", { text, color: this.fillStyle, points: [this.at(x, y)], width: 6 * text.length });
  }
  measureText(text) { return { width: 6 * text.length }; }
  createPattern(tile) { return { hatch: tile.ctx.strokeStyle, setTransform() {} }; }
  createLinearGradient() { return { addColorStop() {} }; }
  createImageData(width, height) { return { data: new Uint8ClampedArray(4 * width * height) }; }
  putImageData(image) { this.image = new Uint32Array(image.data.buffer.slice(0)); }
  drawImage(canvas, ...place) { this.note("image", { place, image: canvas.ctx.image }); }
}

for (const name of ["moveTo", "lineTo", "closePath", "arc", "ellipse", "rect", "roundRect"]) {
  Context.prototype[name] = function add(...numbers) { this.path[name](...numbers); };
}

globalThis.Path2D = Path;
globalThis.DOMMatrix = class {};
globalThis.OffscreenCanvas = class {
  getContext() { return (this.ctx ??= new Context(this)); }
};

/** A new context to paint with. */
export function canvas() {
  return new Context({});
}
