import { n2 } from '../../kit/core.mjs'
import { box, hit } from '../../kit/sdf.mjs'
import { house } from './house.mjs'
import { FX, FZ, MATERIAL } from './places.mjs'
import { yard } from './yard.mjs'

/** Distance to everything, for the tracer; `hit.id` tells what. Far parts are stood for by the boxes around them. */
export function makeMap({ porch }) {
  return (x, y, z) => {
    let d = box(x - 0.6, y - 2.6, z + 1.6, 14.2, 3.6, 5.6)
    let id = MATERIAL.adobe
    if (d <= 0.6) {
      d = house(x, y, z, porch)
      id = hit.id
    }
    const around = box(x - FX, y - 0.5, z - FZ, 2.7, 0.8, 2.7)
    const q = around > 0.4 ? around : yard(x, y, z)
    if (q < d) {
      d = q
      id = around > 0.4 ? MATERIAL.stone : hit.id
    }
    const g = y - 0.07 * n2(x / 4, z / 4) - 0.015 * n2(x * 1.3, z * 1.3)
    if (g < d) {
      d = g
      id = MATERIAL.ground
    }
    hit.id = id
    return d
  }
}
