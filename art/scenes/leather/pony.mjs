import { box, capsule, nearer } from '../../kit/sdf.mjs'
import { MATERIAL } from './places.mjs'
import { turned } from './turned.mjs'
const { max, min } = Math

const PLACE = [-0.4, 1.36, 0.35]

/** The stitching pony: base, two jaws, a bolt, a strap between the jaws. */
export function pony(d, x, y, z) {
  const [px, pz] = turned(x, z, PLACE)
  const around = box(px, y - 0.17, pz, 0.2, 0.19, 0.09)
  if (around > 0.03) return nearer(d, around, MATERIAL.oak)
  const base = min(
    box(px, y - 0.013, pz, 0.17, 0.013, 0.065, 0.004),
    box(px, y - 0.06, pz, 0.024, 0.035, 0.036, 0.003),
  )
  const withWood = nearer(d, min(base, jaw(-px, y, pz), jaw(px, y, pz)), MATERIAL.oak)
  const bolt = min(
    capsule(px, y, pz, -0.065, 0.16, 0, 0.065, 0.16, 0, 0.0045),
    capsule(px, y, pz, 0.058, 0.145, -0.012, 0.06, 0.178, 0.014, 0.0045),
  )
  const withBolt = nearer(withWood, bolt, MATERIAL.brass)
  return nearer(withBolt, box(px, y - 0.335 + 0.04 * pz, pz, 0.0032, 0.046, 0.085, 0.001), MATERIAL.strap)
}

function jaw(px, y, pz) {
  const t = px - 0.034 + 0.085 * (y - 0.02)
  return box(t, y - 0.165, pz, 0.008, 0.155, 0.04 - 0.04 * max(0, y - 0.25), 0.004) * 0.95
}
