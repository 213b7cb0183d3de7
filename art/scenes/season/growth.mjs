import { clamp, dot, fbm, mix, mix3, mul3, norm } from '../../kit/core.mjs'
import { cottonwood, scatter } from '../../kit/plants.mjs'
import { fence, run } from '../../kit/props.mjs'
import { flowers } from './flowers.mjs'
const { max, pow, sign } = Math

/** How the grass of a variant is drawn, for `paintByDepth`. */
export function grassStyle({ look, name, hazeAt, treeShade }) {
  const { grass, snow, sun, ambient, sunColor: warm } = look
  const azimuth = norm([sun[0], 0, sun[2]])
  const ahead = clamp(dot(azimuth, [0, 0, 1]))
  const cool = mul3(ambient, 1.25)
  return {
    wind: name === 'storm' ? 0.34 : 0.16,
    heads: grass.heads,
    nearDim: snow ? 0.9 : 0.58,
    height: (t) => (0.16 + 0.3 * t.v * t.v + 0.24 * max(0, t.den)) * grass.tall * (t.z < 7 ? 0.8 : 1),
    blades: (z) => (snow ? (z < 14 ? 6 : z < 40 ? 4 : 2) : z < 14 ? 14 : z < 40 ? 7 : 3),
    color: (v, hv) => {
      const set = v < grass.share ? grass.dry : grass.green
      return { base: set[0], tip: mix3(set[1], set[2], hv) }
    },
    light: (x, z) => {
      const back = pow(clamp(dot(norm([x, 0, z]), azimuth)), 5) * ahead
      const shade = 1 - 0.85 * treeShade(x, z)
      const patch = 0.82 + 0.45 * fbm(x / 14, z / 22, 2)
      return (v) =>
        ((0.42 + 0.55 * v) * (1 - ahead * 0.55) + 1.9 * back * (0.3 + 0.7 * v)) * shade * patch + 0.16
    },
    tone: (c, k) => {
      const u = clamp(k / 1.15)
      return [0, 1, 2].map((j) => c[j] * mix(cool[j], warm[j] * 0.82, u))
    },
    haze: hazeAt,
    extra: grass.flowers ? flowers : null,
  }
}

/** Where the tufts stand: not in the wash, and only the tall ones through the snow. */
export function grassTufts({ view, look, place }) {
  return scatter(view, {
    seed: 99,
    count: look.grass.count,
    near: 3,
    far: 130,
    keep: (x, z, den, v) => place.washAt(x, z) < 0.5 && (!look.snow || den > -0.05 || v > 0.8),
  })
}

/** The cottonwoods, as items for `paintByDepth`. */
export function cottonwoods({ view, look, place, hazeAt, sunlight }) {
  const { tree, sun } = look
  return place.trees.map(([x, z, h], i) => ({
    z,
    draw: (g) => {
      const [px, py] = view.at(x, place.ground(x, z), z)
      if (px < -80 || px > 1700) return
      const tint = (c) => mul3(c, mix(0.34, 1, sunlight(x, z)))
      const colors = {
        ...tree,
        leafDark: tint(tree.leafDark),
        leafMid: tint(tree.leafMid),
        leafLight: tint(tree.leafLight),
      }
      cottonwood(g, px, py + 1, h * view.px(z), norm([...sun]), colors, hazeAt(x, 4, z), 100 + i)
    },
  }))
}

const WOOD = {
  grass: { wood: [0.1, 0.075, 0.055], wire: [0.16, 0.13, 0.11], cap: null },
  snow: { wood: [0.11, 0.09, 0.085], wire: [0.18, 0.17, 0.19], cap: [0.85, 0.86, 0.92] },
  night: { wood: [0.016, 0.02, 0.032], wire: [0.03, 0.04, 0.06], cap: [0.3, 0.37, 0.5] },
}

/** The fence with its shadow, as items for `paintByDepth`. */
export function fenceLine({ view, look, name, place, hazeAt }) {
  const { sun, snow, sunColor } = look
  const away = norm([-sun[0], 0, -sun[2]])
  const cast = snow
    ? {
        x: away[0] * 7,
        z: away[2] * 7,
        color: name === 'snow-night' ? [0.045, 0.075, 0.17] : [0.3, 0.4, 0.66],
        alpha: 0.55,
      }
    : { x: away[0] * 4, z: away[2] * 4, color: [0.05, 0.04, 0.03], alpha: 0.22 }
  const { wood, wire, cap } = name === 'snow-night' ? WOOD.night : snow ? WOOD.snow : WOOD.grass
  const colors = { wood, lit: mul3(sunColor, 0.2), wire, wireLit: mul3(sunColor, 0.25), cap }
  const posts = run(-10.5 * place.mirror, 7, 66 * place.mirror, 250, 4.6)
  return fence(view, place.ground, posts, colors, hazeAt, { litSide: sign(sun[0]), seed: 5, cast })
}
