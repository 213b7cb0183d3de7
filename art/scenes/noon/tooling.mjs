// Floral carving in leather: flowers, leaves and scrolls as height over the grain, with the parts not yet done only cut in outline.
import { clamp, mix, ss, n2, TAU } from '../../kit/core.mjs'
const { abs, exp, pow, max, sin, cos, atan2, hypot, PI } = Math

/** What one carved element gives at a point: d metres to its outline (inside < 0), rise 0..1 inside, line 0..1 cut lines. */
const el = { d: 0, rise: 0, line: 0 }
const groove = (x, w) => exp(-((x / w) ** 2))

function flower(u, v, [, cx, cy, R, turn]) {
  const x = u - cx,
    y = v - cy,
    r = hypot(x, y),
    a = atan2(y, x) + turn,
    edge = R * (0.74 + 0.26 * pow(abs(cos(2.5 * a)), 0.55) + 0.018 * cos(25 * a)),
    q = r / edge
  el.d = r - edge
  const between = abs(cos(2.5 * a)) * r * 0.42
  el.line =
    (q > 0.26 && q < 1 ? groove(between, 0.00055) : 0) +
    groove(r - R * 0.25, 0.0006) +
    0.5 * (q < 0.92 ? groove(q - 0.8, 0.03) : 0)
  const vein = q > 0.34 && q < 0.76 ? 0.16 * cos(a * 55) * ss(0.34, 0.45, q) * ss(0.76, 0.62, q) : 0
  el.rise =
    q < 0.26 ? 0.55 + 0.4 * n2(x * 620, y * 620) : 0.3 + 0.7 * q * q + vein - 0.5 * groove(between, 0.002)
}
function leaf(u, v, [, cx, cy, len, turn]) {
  const x = u - cx,
    y = v - cy,
    a = (x * cos(turn) + y * sin(turn)) / len,
    b0 = (-x * sin(turn) + y * cos(turn)) / len,
    b = b0 - 0.16 * a * (1 - a),
    w = a > 0 && a < 1 ? 0.25 * pow(sin(PI * pow(a, 0.8)), 0.75) * (1 + 0.1 * cos(a * 34)) : 0,
    out = a < 0 ? hypot(a, b) : a > 1 ? hypot(a - 1, b) : abs(b) - w
  el.d = out * len
  el.line = a > 0 && a < 0.96 && abs(b) < w ? groove(b * len, 0.0006) : 0
  el.rise =
    0.55 +
    0.45 * pow(clamp(abs(b) / max(w, 0.01)), 1.5) +
    0.16 * cos((a * 13 - abs(b) * 16) * PI) * (abs(b) < w * 0.85 ? 1 : 0)
}
function scroll(u, v, [, cx, cy, R, from, sweep, width]) {
  const x = u - cx,
    y = v - cy
  let t = ((atan2(y, x) - from) * Math.sign(sweep)) % TAU
  if (t < 0) t += TAU
  const k = t / abs(sweep),
    w = width * (1 - 0.55 * clamp(k))
  if (k <= 1) el.d = abs(hypot(x, y) - R) - w
  else {
    const end = from + sweep,
      d0 = hypot(x - R * cos(from), y - R * sin(from)) - width,
      d1 = hypot(x - R * cos(end), y - R * sin(end)) - w * 1.6
    el.d = Math.min(d0, d1)
  }
  el.line = 0
  el.rise = 0.75
}
const KIND = { flower, leaf, scroll }
/** Carving of a list of elements at (u,v): h in metres over the grain, tone = darkening. done 0 (outline only) .. 1. */
function carve(list, u, v, done, out) {
  let d = 1,
    rise = 0,
    line = 0
  for (const e of list) {
    KIND[e[0]](u, v, e)
    if (el.d < 0 && d > 0) {
      d = el.d
      rise = el.rise
      line = el.line
    } else if (el.d > 0 && el.d < d) d = el.d
    else if (el.d < 0) line = max(line, groove(el.d, 0.0007)) // an element below, seen as its outline
  }
  const cut = groove(d, 0.00065)
  if (d < 0) {
    out.h = 0.0011 * done * (rise - 0.1) - 0.0007 * max(line, cut)
    out.tone = 1 - 0.38 * max(line, cut) * mix(0.8, 1, done) - 0.16 * done * (1 - clamp(rise))
  } else {
    const mat = n2(u * 900, v * 900)
    out.h = -done * (0.0009 * exp(-d / 0.005) + 0.00055 - 0.0002 * mat) - 0.0007 * cut
    out.tone = 1 - done * (0.34 + 0.22 * exp(-d / 0.003) - 0.1 * mat) - 0.38 * cut * (1 - 0.5 * done)
  }
}
const PANEL = [
  ['flower', -0.066, 0.004, 0.046, 0.35],
  ['flower', 0.07, -0.014, 0.038, 1.1],
  ['leaf', -0.022, 0.018, 0.062, 0.55],
  ['leaf', -0.03, -0.026, 0.05, -0.62],
  ['leaf', -0.104, 0.036, 0.045, 2.2],
  ['leaf', -0.108, -0.03, 0.042, 3.9],
  ['leaf', 0.103, 0.012, 0.042, 0.75],
  ['leaf', 0.098, -0.044, 0.04, -0.5],
  ['leaf', 0.036, -0.034, 0.04, 3.6],
  ['leaf', 0.062, 0.03, 0.045, 1.5],
  ['scroll', 0.006, -0.052, 0.04, 2.9, -2.6, 0.0042],
  ['scroll', 0.024, 0.062, 0.036, 4.1, 2.4, 0.004],
  ['scroll', -0.05, 0.078, 0.03, 4.4, 2.6, 0.0036],
  ['scroll', -0.056, -0.08, 0.032, 1.9, -2.7, 0.0036],
]
const BELT_CELL = 0.094,
  BELT = [
    ['flower', 0.024, 0.0012, 0.0168, 0.3],
    ['leaf', 0.042, 0.003, 0.03, 0.5],
    ['leaf', 0.044, -0.004, 0.028, -0.5],
    ['leaf', 0.008, 0.005, 0.02, 2.6],
    ['leaf', 0.008, -0.004, 0.02, 3.7],
    ['scroll', 0.078, -0.004, 0.0125, 2.9, -2.9, 0.0021],
    ['scroll', 0.076, 0.007, 0.0085, 3.6, 2.6, 0.0019],
  ]
const frameLine = (x) => groove(x, 0.0007) + 0.7 * groove(x - 0.0032, 0.0006)
/** The square on the slab, 30 x 21 cm: the left half is finished, the right half waits. */
export function panel(u, v, out) {
  const done = ss(0.028, -0.004, u + 0.35 * v),
    edge = Math.min(0.15 - abs(u), 0.105 - abs(v)),
    line = frameLine(edge - 0.009)
  if (edge < 0.014) {
    out.h = -0.0006 * line
    out.tone = 1 - 0.34 * line
  } else carve(PANEL, u, v, done, out)
}
/** The belt, 4.6 cm wide; s metres along it. Tooled up to s = 0, plain from there to the tip. */
export function belt(s, v, out) {
  const edge = 0.023 - abs(v),
    line = frameLine(edge - 0.0028),
    done = ss(0.02, -0.012, s)
  if (edge < 0.0065 || s > 0.115) {
    out.h = -0.0006 * line
    out.tone = 1 - 0.36 * line
  } else {
    const c = Math.floor(s / BELT_CELL),
      u = s - c * BELT_CELL
    carve(BELT, u, c % 2 ? -v : v, done, out)
    const fade = ss(0.115, 0.1, s)
    out.h *= fade
    out.tone = mix(1, out.tone, fade)
  }
}
