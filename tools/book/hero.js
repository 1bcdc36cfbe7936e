// The panel of the first page: two rings, their Gaussian kernel matrix, and the cloud it makes.
//
// The cloud is a true projection of feature space on three directions: along x, along y, and from
// the mean of the outer ring to that of the inner one. Only the matrix is used for it.

const IN = 20;
const OUT = 32;
const N = IN + OUT;
const FLOOR = -0.72; // of the picture, in units of the outer ring
const FROM = 30; // of 200, where the slider begins its one way alone
const LASTS = 3200; // ms of this way

/** Gives the same noise on every page. */
function noises() {
  let seed = 7;
  return () => {
    let sum = 0;
    for (let k = 0; k < 6; k++) {
      seed = (seed * 16807) % 2147483647;
      sum += seed / 2147483647;
    }
    return (sum - 3) * 0.09;
  };
}

/** Gives the points of the two rings. */
function rings() {
  const noise = noises();
  return Array.from({ length: N }, (_, i) => {
    const angle = 2 * Math.PI * (i < IN ? i / IN : (i - IN) / OUT);
    const radius = (i < IN ? 0.8 : 2) + noise();
    return [radius * Math.cos(angle), radius * Math.sin(angle)];
  });
}

const POINTS = rings();
const SQUARES = POINTS.map((p) => POINTS.map((q) => (p[0] - q[0]) ** 2 + (p[1] - q[1]) ** 2));
const WEIGHTS = [
  POINTS.map(([x]) => x),
  POINTS.map(([, y]) => y),
  POINTS.map((_, i) => (i < IN ? 1 / IN : -1 / OUT)),
];

const dot = (a, b) => a.reduce((sum, v, i) => sum + v * b[i], 0);
const mean = (list) => list.reduce((a, b) => a + b, 0) / list.length;

/** Gives a kernel matrix centered. */
function centered(K) {
  const rows = K.map(mean);
  const all = mean(rows);
  return K.map((row, i) => row.map((v, j) => v - rows[i] - rows[j] + all));
}

/** Gives the points of feature space in three directions, from the centered kernel matrix alone. */
function cloudOf(Kc) {
  const KW = WEIGHTS.map((w) => Kc.map((row) => dot(row, w)));
  const G = WEIGHTS.map((w) => KW.map((k) => dot(w, k)));
  const L = [[0, 0, 0], [0, 0, 0], [0, 0, 0]]; // Cholesky: directions at right angles
  for (let i = 0; i < 3; i++) {
    for (let j = 0; j <= i; j++) {
      const v = G[i][j] - dot(L[i].slice(0, j), L[j]);
      L[i][j] = i === j ? Math.sqrt(Math.max(v, 1e-14)) : v / L[j][j];
    }
  }
  return POINTS.map((_, i) => {
    const at = [];
    for (let d = 0; d < 3; d++) at.push((KW[d][i] - dot(at, L[d])) / L[d][d]);
    return at;
  });
}

/**
 * Gives all that is seen at a width of the kernel: matrix, cloud, the pane that parts the rings
 * where one does, and a sentence.
 */
function seen(sigma) {
  const K = SQUARES.map((row) => row.map((square) => Math.exp(-square / (2 * sigma ** 2))));
  let cloud = cloudOf(centered(K));
  const size = Math.sqrt(mean(cloud.slice(IN).map(([x, y]) => x * x + y * y))) || 1;
  cloud = cloud.map((at) => at.map((v) => v / size));
  const middle = mean(cloud.map((at) => at[2])) + 0.12;
  for (const at of cloud) at[2] -= middle;
  const low = Math.min(...cloud.slice(0, IN).map((at) => at[2]));
  const high = Math.max(...cloud.slice(IN).map((at) => at[2]));
  return { K, cloud, gap: low - high, pane: (low + high) / 2, words: sentence(K, low - high) };
}

/** Says what is seen. */
function sentence(K, gap) {
  const far = Math.min(...K.flat());
  const near = mean(K.map((row, i) => Math.max(...row.filter((_, j) => j !== i))));
  if (near < 0.35) {
    return `Too narrow. Every point is like itself and nobody else: the table is nearly an
      identity matrix, and a pane parts anything from anything.`;
  }
  if (gap > 0.12) {
    return `The inner ring has risen. A flat pane now parts the two rings, which no line in the
      plane can do.`;
  }
  return far > 0.35
    ? "Too wide. Every point is like every other one, and the cloud lies flat."
    : "The inner ring begins to rise.";
}

/** Gives a canvas ready to be drawn on, with its width and height. */
function fresh(canvas) {
  const { clientWidth: width, clientHeight: height } = canvas;
  const dots = Math.min(3, devicePixelRatio || 1);
  canvas.width = Math.round(width * dots);
  canvas.height = Math.round(height * dots);
  const ctx = canvas.getContext("2d");
  ctx.scale(dots, dots);
  return { ctx, width, height };
}

/**
 * Gives the colors of the page as they are now.
 * @returns {any}
 */
function colors() {
  const style = getComputedStyle(document.body);
  const css = (name) => style.getPropertyValue(`--${name}`).trim();
  const rgb = (hex) => [1, 3, 5].map((k) => parseInt(hex.slice(k, k + 2), 16));
  const stops = [0, 1, 2, 3, 4, 5, 6].map((k) => rgb(css(`k${k}`)));
  const ramp = Array.from({ length: 256 }, (_, v) => {
    const at = (v / 255) * 6;
    const k = Math.min(5, Math.floor(at));
    const mix = stops[k].map((a, c) => Math.round(a + (stops[k + 1][c] - a) * (at - k)));
    return `rgb(${mix})`;
  });
  const names = ["paper", "muted", "hair", "line", "hot", "c1", "c2", "k3", "sans"];
  return { ramp, ...Object.fromEntries(names.map((name) => [name, css(name)])) };
}

/** A place in the matrix: between the two rings is a gap. */
const cut = (i) => i + (i >= IN ? 0.6 : 0);

class Hero {
  constructor(box) {
    const find = (what) => box.querySelector(what);
    this.matrix = find(".matrix");
    this.cloud = find(".cloud");
    this.slider = find("input");
    this.value = find("output");
    this.says = find(".says");
    this.turn = 0.5;
    this.picked = [4, 31];
    this.pointed = null;
    this.ink = colors();
    this.compute();
    this.connect();
  }

  /** Hears hands and the page. */
  connect() {
    const { matrix, cloud, slider } = this;
    slider.addEventListener("input", () => this.compute());
    const point = (at) => { this.pointed = at; this.draw(); };
    matrix.addEventListener("pointermove", (event) => point(this.cell(event)));
    matrix.addEventListener("pointerleave", () => point(null));
    matrix.addEventListener("click", (event) => { this.picked = this.cell(event); });
    cloud.addEventListener("pointerdown", ({ pointerId }) => cloud.setPointerCapture(pointerId));
    cloud.addEventListener("pointermove", ({ buttons, movementX }) => {
      if (buttons) this.rotate(movementX / 160);
    });
    cloud.addEventListener("keydown", (event) => {
      const step = { ArrowLeft: -0.12, ArrowRight: 0.12 }[event.key];
      if (step) this.rotate(step);
      if (step) event.preventDefault();
    });
    const repaint = () => { this.ink = colors(); this.draw(); };
    const watcher = new MutationObserver(repaint);
    watcher.observe(document.body, { attributes: true, attributeFilter: ["data-theme"] });
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", repaint);
    new ResizeObserver(() => this.draw()).observe(cloud);
    document.fonts.ready.then(() => this.draw());
  }

  rotate(angle) {
    this.turn += angle;
    this.draw();
  }

  /** The entry of the matrix under a pointer. */
  cell({ offsetX, offsetY }) {
    const side = this.matrix.clientWidth / (N + 0.6);
    return [offsetY, offsetX].map((place) => {
      const at = place / side;
      return Math.max(0, Math.min(N - 1, Math.floor(at > IN ? at - 0.6 : at)));
    });
  }

  /** Computes all anew for the slider's place. */
  compute() {
    const at = Number(this.slider.value) / Number(this.slider.max);
    const sigma = 0.12 * 60 ** at; // 0.12 to 7.2
    this.now = seen(sigma);
    this.value.textContent = sigma.toFixed(sigma < 1 ? 2 : 1);
    const words = this.now.words.replace(/\s+/g, " ");
    if (this.says.textContent !== words) this.says.textContent = words;
    this.slider.setAttribute("aria-valuetext", `${this.value.textContent}. ${words}`);
    this.slider.style.setProperty("--fill", `${100 * at}%`);
    this.draw();
  }

  draw() {
    this.due ??= requestAnimationFrame(() => {
      this.due = null;
      this.drawMatrix();
      this.drawCloud();
    });
  }

  drawMatrix() {
    const { ctx, width } = fresh(this.matrix);
    const { ink, now } = this;
    const side = width / (N + 0.6);
    now.K.forEach((row, i) => row.forEach((value, j) => {
      ctx.fillStyle = ink.ramp[Math.round(value * 255)];
      ctx.fillRect(cut(j) * side, cut(i) * side, side - 0.7, side - 0.7);
    }));
    const [i, j] = (this.pointed ?? this.picked).map((k) => cut(k) * side);
    ctx.strokeStyle = ink.hot;
    ctx.globalAlpha = 0.6;
    ctx.strokeRect(-2, i - 0.8, width + 4, side + 0.8);
    ctx.strokeRect(j - 0.8, -2, side + 0.8, width + 4);
    ctx.globalAlpha = 1;
    ctx.lineWidth = 2.5;
    ctx.strokeRect(j - 2, i - 2, side + 3, side + 3);
  }

  /** Gives the function that projects a place in space on a canvas: x, y, depth, scale. */
  camera(width, height) {
    const scale = Math.min(width / 3.5, height / 2.25);
    const [cos, sin, tilt] = [Math.cos(this.turn), Math.sin(this.turn), 0.36];
    return (at) => {
      const [x, y, z] = at;
      const away = x * sin + y * cos;
      const near = 7 / (7 + away);
      const up = z * Math.cos(tilt) * 0.92 + away * Math.sin(tilt);
      const right = x * cos - y * sin;
      return [width / 2 + right * scale * near, height * 0.485 - up * scale * near, away, near];
    };
  }

  drawCloud() {
    const { ctx, width, height } = fresh(this.cloud);
    const to = this.camera(width, height);
    const { ink, now } = this;
    const path = (...places) => {
      ctx.beginPath();
      for (const place of places) ctx.lineTo(...to(place).slice(0, 2));
    };
    ctx.strokeStyle = ink.hair;
    for (let k = -1.2; k <= 1.21; k += 0.4) {
      path([k, -1.2, FLOOR], [k, 1.2, FLOOR]);
      ctx.stroke();
      path([-1.2, k, FLOOR], [1.2, k, FLOOR]);
      ctx.stroke();
    }
    const order = now.cloud.map((at, i) => ({ i, at, seen: to(at) }));
    order.sort((a, b) => b.seen[2] - a.seen[2]);
    for (const { i, at } of order) {
      ctx.globalAlpha = i < IN ? 0.5 : 0.28;
      ctx.strokeStyle = ink.line;
      ctx.setLineDash([2, 4]);
      path([at[0], at[1], FLOOR], at);
      ctx.stroke();
    }
    ctx.setLineDash([]);
    ctx.globalAlpha = 1;
    for (const one of order) if (one.i >= IN) this.drawPoint(ctx, one, width);
    if (now.gap > 0) this.drawPane(ctx, path);
    for (const one of order) if (one.i < IN) this.drawPoint(ctx, one, width);
    this.drawPair(ctx, to, path);
  }

  drawPoint(ctx, one, width) {
    const { ink } = this;
    const [x, y, , near] = one.seen;
    const r = 6.4 * near * Math.min(1, width / 560 + 0.25);
    ctx.fillStyle = one.i < IN ? ink.c2 : ink.c1;
    ctx.strokeStyle = ink.paper;
    ctx.lineWidth = 1.5;
    ctx.beginPath();
    if (one.i < IN) {
      const side = r * 1.36;
      ctx.moveTo(x, y - side);
      ctx.lineTo(x + side * 0.9, y + side * 0.62);
      ctx.lineTo(x - side * 0.9, y + side * 0.62);
      ctx.closePath();
    } else ctx.arc(x, y, r, 0, 7);
    ctx.fill();
    ctx.stroke();
    if (!(this.pointed ?? this.picked).includes(one.i)) return;
    ctx.strokeStyle = ink.hot;
    ctx.lineWidth = 2.5;
    ctx.beginPath();
    ctx.arc(x, y, r + 5, 0, 7);
    ctx.stroke();
  }

  /** The pane that parts the rings. */
  drawPane(ctx, path) {
    const { gap, pane } = this.now;
    path(...[[-1.2, -1.2], [1.2, -1.2], [1.2, 1.2], [-1.2, 1.2]].map((at) => [...at, pane]));
    ctx.closePath();
    ctx.globalAlpha = Math.min(0.2, 0.06 + gap * 0.35);
    ctx.fillStyle = this.ink.k3;
    ctx.fill();
    ctx.globalAlpha = Math.min(0.9, 0.2 + gap);
    ctx.strokeStyle = this.ink.k3;
    ctx.lineWidth = 1.5;
    ctx.stroke();
    ctx.globalAlpha = 1;
  }

  /** The pair of an entry, and its value. */
  drawPair(ctx, to, path) {
    const { ink, now } = this;
    const [i, j] = this.pointed ?? this.picked;
    const [a, b] = [to(now.cloud[i]), to(now.cloud[j])];
    ctx.strokeStyle = ink.hot;
    ctx.lineWidth = 2;
    path(now.cloud[i], now.cloud[j]);
    ctx.stroke();
    const [x, y] = [a[0] * 0.35 + b[0] * 0.65 - 12, a[1] * 0.35 + b[1] * 0.65 - 4];
    ctx.font = `600 14px ${ink.sans}`;
    ctx.textAlign = "right";
    ctx.lineWidth = 5;
    ctx.lineJoin = "round";
    ctx.strokeStyle = ink.paper;
    const text = `K = ${now.K[i][j].toFixed(2)}`;
    ctx.strokeText(text, x, y);
    ctx.fillStyle = ink.hot;
    ctx.fillText(text, x, y);
  }

  /** Moves once by itself, until it is there or a hand comes. */
  moveOnce() {
    const goal = Number(this.slider.value);
    let [left, began] = [true, null];
    const stop = () => { left = false; };
    for (const name of ["pointerdown", "keydown", "wheel"]) {
      addEventListener(name, stop, { capture: true, once: true, passive: true });
    }
    const step = (time) => {
      if (!left) return; // a frame that was asked for before the hand came
      began ??= time;
      const part = Math.min(1, (time - began) / LASTS);
      this.slider.value = String(FROM + (goal - FROM) * (part * part * (3 - 2 * part)));
      this.compute();
      if (part < 1) requestAnimationFrame(step);
    };
    requestAnimationFrame(step);
  }
}

const hero = new Hero(document.querySelector(".hero"));
if (!matchMedia("(prefers-reduced-motion: reduce)").matches) hero.moveOnce();
