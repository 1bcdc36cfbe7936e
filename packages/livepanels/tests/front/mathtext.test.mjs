import assert from "node:assert/strict";
import test from "node:test";

import { plain, runs, toHTML, withMinus } from "../../livepanels/front/mathtext.js";

const shape = (text) => runs(text).map((run) => [run.text, run.italic, run.shift]);

test("words stay words", () => {
  assert.deepEqual(shape("petal length (cm)"), [["petal length (cm)", false, 0]]);
});

test("letters lean, numbers do not, powers are raised and indices lowered", () => {
  assert.deepEqual(shape("$K^t$"), [["K", true, 0], ["t", true, 1]]);
  assert.deepEqual(shape("$\\phi_1$"), [["φ", true, 0], ["1", false, -1]]);
  assert.deepEqual(shape("$d_{JR}$"), [["d", true, 0], ["JR", true, -1]]);
});

test("a minus is a true one, relations have room", () => {
  assert.equal(plain("$e^{-d/\\sigma}$"), "e^(−d/σ)");
  assert.equal(plain("$a=b$"), "a = b");
  assert.equal(plain("$K_i - r_i + m$"), "K_i − r_i + m");
});

test("commands for faces write nothing", () => {
  assert.deepEqual(shape("$\\mathrm{tr}K$"), [["tr", false, 0], ["K", true, 0]]);
  assert.equal(plain("$\\left(x\\right)$"), "(x)");
  assert.equal(plain("$\\exp(x)$"), "exp(x)");
});

test("HTML is escaped", () => {
  assert.equal(toHTML("a < b & c"), "a &lt; b &amp; c");
  assert.match(toHTML("$x^2$"), /<i>x<\/i>.*<sup>2<\/sup>/);
});

test("an open bracket or dollar breaks nothing", () => {
  for (const text of ["$x_{1$", "$x", "$^$", "$\\$", ""]) assert.equal(typeof plain(text), "string");
});

test("a minus is a minus, a hyphen a hyphen", () => {
  const said = "K-means: exp(-2.1 / 2) = -3, 31 - 5; 0.5-3 e-mail";
  assert.equal(withMinus(said), "K-means: exp(−2.1 / 2) = −3, 31 − 5; 0.5-3 e-mail");
  assert.equal(plain("at [-1, -.5] and $x$ = -2"), "at [−1, −.5] and x = −2");
});

test("an index of a power stands in the power", () => {
  const found = runs("$e^{-d_B/\\sigma}$");
  assert.deepEqual(found.map(({ text, shift }) => [text, shift]), [
    ["e", 0], ["−", 1], ["d", 1], ["B", 0.5], ["/", 1], ["σ", 1],
  ]);
  assert.ok(toHTML("$a^{d_B}$").includes("<sup><sub><i>B</i></sub></sup>"));
});
