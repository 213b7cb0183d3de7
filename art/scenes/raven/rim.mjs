// What grows on the ledge in front: tufts of dry grass, sunlit from the left.
import { mix, rng, mix3, fbm } from '../../kit/core.mjs'
import { scatter, drawTuft } from '../../kit/plants.mjs'

const STYLE = {
  wind: 0.2,
  heads: 0.7,
  nearDim: 0.8,
  blades: () => 11,
  height: (t) => 0.16 + 0.3 * t.v * t.v,
  color: (v, hv) => ({ base: [0.09, 0.06, 0.03], tip: mix3([0.5, 0.37, 0.17], [0.62, 0.49, 0.27], hv) }),
  light: (x, z) => (v) => 0.5 + 0.7 * v + 0.3 * fbm(x / 2, z / 2, 2),
  tone: (c, k) =>
    [c[0] * mix(0.5, 1.5, k), c[1] * mix(0.6, 1.2, k), c[2] * mix(0.8, 0.9, k)].map((q) => q * 0.8),
  haze: () => [0, [0, 0, 0]],
}
/** Paints the tufts that stand on flat parts of the ledge within 26 m. */
export function rimPlants(g, view, ground) {
  const r = rng(14),
    flat = (x, z) =>
      Math.abs(ground(x + 0.4, z) - ground(x - 0.4, z)) + Math.abs(ground(x, z + 0.4) - ground(x, z - 0.4)) <
        0.8 && ground(x, z) > -3
  for (const t of scatter(view, {
    seed: 5,
    count: 1500,
    near: 2.6,
    far: 26,
    scale: [1.6, 2],
    keep: (x, z, den) => den > -0.05 && flat(x, z),
  }))
    drawTuft(g, view, ground, t, STYLE, r)
}
