import { clamp, mix, mix3, rng, ss } from '../../kit/core.mjs'
import { drawTuft, scatter } from '../../kit/plants.mjs'
import { CAM, FIRE } from './places.mjs'
const { max } = Math

const STYLE = {
  wind: 0.12,
  heads: 0.5,
  nearDim: 1,
  blades: (z) => (z < 16 ? 7 : 4),
  height: (t) => 0.12 + 0.22 * t.v * t.v + 0.16 * max(0, t.den),
  haze: (x, y, z) => [0.55 * ss(10, 60, z), [0.235, 0.155, 0.165]],
  color: (v, hv) => ({
    base: [0.055, 0.042, 0.028],
    tip: mix3([0.34, 0.25, 0.13], [0.46, 0.35, 0.19], hv),
  }),
  light: (x, z) => {
    const k = 0.3 + 2.2 / (1 + awayFromFire(x, z) * 0.9)
    return (v) => k * (0.55 + 0.6 * v)
  },
  tone: (c, k) => {
    const w = clamp((k - 0.35) / 0.8)
    return [c[0] * mix(0.95, 2.1, w), c[1] * mix(0.8, 1.05, w), c[2] * mix(1.15, 0.5, w)]
  },
}

/** Squared, from the viewer's x. */
function awayFromFire(x, z) {
  return (x + CAM.x - FIRE[0]) ** 2 + (z - FIRE[1]) ** 2
}

/** Dry grass around the yard, dusk-lit, warmed near the fire. */
export function grass(g, view) {
  const r = rng(5)
  const keep = (x, z) => awayFromFire(x, z) >= 6.5
  const tufts = scatter(view, { seed: 15, count: 26000, near: 3.2, far: 70, bias: 0.9, keep })
  for (const tuft of tufts) drawTuft(g, view, () => 0, tuft, STYLE, r)
}
