import { clamp, fbm3, rng } from '../../kit/core.mjs'
import { cloudVolume } from '../../kit/sky.mjs'
import { hash, overlay } from './cloud-layer.mjs'
const { abs, max, min, pow, sqrt } = Math

const BASE = 1900
const TOP = 3500

/** Fair-weather clouds over a finished sky. */
export function cumulus(scene) {
  const volume = cloudVolume({
    density: makeDensity(scatterCells()),
    reach: (d) => [(BASE * 0.9) / max(d[1], 0.02), min(38000, (TOP * 1.2) / max(d[1], 0.02))],
    sun: scene.look.sun,
    sunColor: [1.55, 1.42, 1.2],
    ambientTop: [0.42, 0.5, 0.62],
    ambientBase: [0.26, 0.32, 0.42],
    base: BASE,
    top: TOP,
    step: 70,
    lightStep: 70,
    extinction: 1,
    jitter: hash,
  })
  overlay(scene, volume, { air: [0.62, 0.74, 0.86], range: 26000, low: 0.06 })
}

/** x, z, radius, height of each cloud; none near on the left, where words stand. */
function scatterCells() {
  const r = rng(31)
  const cells = []
  for (let i = 0; i < 40; i++) {
    const z = 7000 * pow(5.5, r()),
      x = (r() * 2 - 1) * z * 0.74
    if (x / z < 0.05 && x / z > -0.7 && z < 15000) continue
    cells.push([x, z, 480 + 900 * r() * (0.5 + z / 30000), 420 + 900 * r()])
  }
  return cells
}

function makeDensity(cells) {
  return (x, y, z) => {
    let s = -1
    for (const [cx, cz, radius, height] of cells) {
      const dx = (x - cx) / radius
      const dz = (z - cz) / radius
      if (abs(dx) > 1.5 || abs(dz) > 1.5) continue
      const h = (y - BASE) / height
      if (h < -0.12 || h > 1.3) continue
      const q = 1 - sqrt(dx * dx + dz * dz + (h > 0 ? h * h : h * h * 60))
      if (q > s) s = q
    }
    if (s < -0.35) return 0
    const n = fbm3(x / 420, y / 330, z / 420, 5, 0.52)
    return clamp((s + 0.62 * n) * 2.2) * 0.012
  }
}
