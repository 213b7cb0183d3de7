import { fbm, rng, ss } from '../../kit/core.mjs'
import { mesaField } from '../../kit/terrain.mjs'
const { exp, max, pow, sin } = Math

const HOME = {
  eye: 2.6,
  focal: 1250,
  horizon: 600,
  mirror: 1,
  mesas: [
    [-3300, 9200, 1300, 1000, 420, 2.2],
    [-1500, 12500, 330, 300, 430, 3.4],
    [900, 15500, 1500, 1100, 480, 4.1],
    [-7200, 17000, 2600, 1500, 700, 5.7],
    [5200, 12000, 900, 900, 380, 6.3],
    [9600, 23000, 3000, 1600, 800, 8.8],
    [-900, 28000, 4200, 2000, 880, 9.2],
  ],
  trees: {
    seed: 12,
    count: 46,
    near: [
      [25.5, 66, 12.5],
      [35, 80, 15],
      [31, 92, 12],
      [44, 104, 14.5],
      [38, 122, 11],
    ],
  },
}
/** The same plain mirrored, through a longer lens. */
const PASTURE = {
  eye: 3.1,
  focal: 1480,
  horizon: 470,
  mirror: -1,
  mesas: [
    [2900, 10500, 1500, 1100, 430, 8.2],
    [4700, 9800, 240, 220, 380, 1.4],
    [-1800, 14500, 900, 800, 430, 2.7],
    [-5200, 19000, 2300, 1300, 720, 6.1],
    [8200, 21000, 2600, 1500, 760, 3.8],
    [400, 27000, 3600, 1800, 860, 5.2],
  ],
  trees: {
    seed: 31,
    count: 40,
    near: [
      [-24, 62, 13.5],
      [-33, 74, 15.5],
      [-29, 88, 12],
      [-45, 96, 14],
      [-37, 118, 12.5],
    ],
  },
}
const VIEWS = {
  pasture: PASTURE,
  'snow-night': { ...PASTURE, eye: 2.2, focal: 1150, horizon: 660 },
}

/**
 * The plain as one of the variants sees it: where the eye stands, the heights of the ground, the dry wash and
 * the cottonwoods along it (x, z, height; meters).
 */
export function makePlace(name) {
  const view = VIEWS[name] ?? HOME
  const { mirror } = view
  const mesa = mesaField(view.mesas)
  const washX = (z) => mirror * (31 + 24 * sin((z - 60) / 150) - 0.13 * max(0, z - 200))
  const washAt = (x, z) =>
    z > 40 && z < 900 ? exp(-(((x - washX(z)) / (3.5 + z * 0.012)) ** 2)) * ss(40, 80, z) : 0
  const ground = (x, z) =>
    1.7 * fbm(x / 95 + 11, z / 95 + 3, 3) * ss(6, 70, z) +
    0.8 * fbm(x / 34 + 2, z / 34, 2) * ss(5, 40, z) -
    1.3 * washAt(x, z)
  const height = (x, z) => {
    let y = ground(x, z)
    if (z > 300)
      y += ss(300, 2200, z) * (16 * fbm(x / 620 + 5, z / 620, 4) + 14 * fbm(x / 1900, z / 1900 + 7, 3) - 8)
    if (z > 6000) {
      const q = mesa(x, z)
      if (q > 0) y = max(y, y * 0.3 + q)
    }
    return y
  }
  return { ...view, washAt, ground, height, trees: plantTrees(view.trees, washX) }
}

function plantTrees({ seed, count, near }, washX) {
  const r = rng(seed)
  const trees = [...near]
  for (let i = 0; i < count; i++) {
    const z = 130 * pow(6.2, r())
    const side = r() < 0.5 ? -1 : 1
    trees.push([washX(z) + side * (3 + r() * 9 + z * 0.012), z, 7.5 + r() * 6.5])
  }
  return trees
}
