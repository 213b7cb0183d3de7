import { clamp, fbm, mix3, ss } from '../../kit/core.mjs'
import { makeMap } from './map.mjs'
import { makePath } from './path.mjs'
import { FX, FZ } from './places.mjs'
import { EYE } from './view.mjs'
const { max, min } = Math

/** Draws a blade of grass where one may grow: not on the path, by the fire, in the portal or in a wall. */
export function scatterGrass(R, view, cover) {
  const map = makeMap(view)
  const pathAt = makePath(view)
  const covered = (x, y) => cover[min(R.H - 1, (y * R.S) | 0) * R.W + clamp((x * R.S) | 0, 0, R.W - 1)]
  const grows = ({ x, y, size }, [X, Z]) => {
    const [lx, lz] = view.toLocal(X, Z)
    if (pathAt(X, Z) > 0.25 && size < 0.93) return false
    if ((lx - FX) ** 2 + (lz - FZ) ** 2 < 5 && size < 0.96) return false
    if (view.porch && byTheHouse(lx, lz)) return false
    return !(covered(x, y) && Z < 30 && map(lx, 0.35, lz) < 0.2)
  }
  return (pen, random, blade) => {
    const { x, y, tone, size, near } = blade
    const Z = (EYE * view.focal) / max(1, y - view.horizon)
    const X = ((x - 800) * Z) / view.focal
    pen.lightAt(x, min(898, y))
    if (!grows(blade, [X, Z])) return
    const tuft = 0.55 + 0.9 * ss(-0.3, 0.5, fbm(X / 1.7, Z / 2.4, 3))
    const h = (6 + size * 17) * near * tuft
    const lean = (random() - 0.42) * h * 0.7
    const dim = view.porch ? 0.62 : 1
    pen.stroke([x, y], [x + lean * 0.3, y - h * 0.6], [x + lean, y - h], {
      width: 0.5 + near * 0.85,
      albedo: mix3([0.12, 0.1, 0.055], [0.26, 0.2, 0.1], tone),
      gain: 0.75 * dim + 0.75 * dim * tone,
      alpha: 0.55 + 0.4 * near,
    })
  }
}

function byTheHouse(x, z) {
  return (z > -5.9 && x > -2 && x < 4.9) || (z > -3.25 && x > -12 && x < 9)
}
