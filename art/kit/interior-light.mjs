// Light in a room: what sun and lamps send straight, and a lattice of probes that carries light bounced many times.
import { clamp, rng } from './core.mjs'
import { normalAt, shadow } from './sdf.mjs'
const { abs, sqrt, max, min, floor, ceil, cos, sin } = Math

/**
 * Light that arrives straight from sun and lamps, with shadows.
 * light = { sun?: { d, c }, lamps: [{ p, c, size, near, sharp?, reach? }], windows (windowLights), sky(dx, dy, dz, o) }; d points to the sun.
 * A colour c is what a white surface gives back at 1 m; a lamp lights nothing nearer than `near` (its own shade or hearth),
 * `sharp` hardens its shadows, `reach` ends its light (metres).
 */
export function makeDirect(world, light) {
  const { map, inside } = world
  /** Distance along d to the outdoors; the sun counts only when the ray leaves through an opening. */
  const sunAt = (x, y, z, k = 70) => {
    const d = light.sun.d
    let s = 1,
      t = 0.02
    for (let i = 0; i < 90; i++) {
      const X = x + d[0] * t,
        Y = y + d[1] * t,
        Z = z + d[2] * t
      if (!inside(X, Y, Z)) return s * s * (3 - 2 * s)
      const m = map(X, Y, Z)
      if (m < 0.0006) return 0
      s = min(s, (k * m) / t)
      if (s < 0.02) return 0
      t += clamp(m, 0.01, 0.4)
    }
    return 0
  }
  /** Adds sun and lamps at a point with normal n to o; soft: trace the lamps' shadows. */
  const direct = (x, y, z, n, o, soft = true) => {
    if (light.sun) {
      const c = n[0] * light.sun.d[0] + n[1] * light.sun.d[1] + n[2] * light.sun.d[2]
      if (c > 0) {
        const s = c * sunAt(x, y, z)
        for (let j = 0; j < 3; j++) o[j] += light.sun.c[j] * s
      }
    }
    for (const q of light.lamps) {
      const lx = q.p[0] - x,
        ly = q.p[1] - y,
        lz = q.p[2] - z,
        d2 = lx * lx + ly * ly + lz * lz,
        d = sqrt(d2)
      if (d < q.near || d > (q.reach ?? 30)) continue
      const c = (n[0] * lx + n[1] * ly + n[2] * lz) / d
      const most = (c * max(q.c[0], q.c[1], q.c[2])) / (d2 + q.size * q.size)
      if (c <= 0.001 || most < 0.003) continue
      // start well off the surface: a lamp near a wall grazes its bumps
      const v = soft
          ? shadow(
              map,
              x + n[0] * 0.02,
              y + n[1] * 0.02,
              z + n[2] * 0.02,
              lx / d,
              ly / d,
              lz / d,
              d - q.near,
              q.sharp ?? 14,
              0.05,
              70,
              0.5,
            )
          : 1,
        k = (c * v) / (d2 + q.size * q.size)
      for (let j = 0; j < 3; j++) o[j] += q.c[j] * k
    }
  }
  return { direct, sunAt }
}

/** Ambient cubes on a lattice: light from six sides, bounced `rounds` times. Returns probe(x,y,z,n,o). */
export function makeProbes(R, world, light, { bounds, step = 0.34, rays = 72, rounds = 3 }) {
  const [x0, y0, z0, x1, y1, z1] = bounds,
    nx = ceil((x1 - x0) / step) + 1,
    ny = ceil((y1 - y0) / step) + 1,
    nz = ceil((z1 - z0) / step) + 1,
    count = nx * ny * nz,
    next = R.buffer(count * 19),
    now = R.buffer(count * 19),
    { direct } = makeDirect(world, light)
  const probe = (x, y, z, n, o) => {
    const gx = clamp((x - x0) / step, 0, nx - 1.001),
      gy = clamp((y - y0) / step, 0, ny - 1.001),
      gz = clamp((z - z0) / step, 0, nz - 1.001),
      i = gx | 0,
      j = gy | 0,
      k = gz | 0
    let r = 0,
      g = 0,
      b = 0,
      sum = 1e-6
    for (let q = 0; q < 8; q++) {
      const a = i + (q & 1),
        c = j + ((q >> 1) & 1),
        e = k + (q >> 2),
        p = ((e * ny + c) * nx + a) * 19
      if (!now[p + 18]) continue
      const wx = 1 - abs(gx - a),
        wy = 1 - abs(gy - c),
        wz = 1 - abs(gz - e),
        // a probe behind the surface says little about its front
        side = (a - gx) * n[0] + (c - gy) * n[1] + (e - gz) * n[2],
        w = wx * wy * wz * (side < -0.3 ? 0.12 : 1)
      sum += w
      for (let ax = 0; ax < 3; ax++) {
        const f = n[ax] * n[ax] * w,
          s = p + (ax * 2 + (n[ax] < 0 ? 1 : 0)) * 3
        r += now[s] * f
        g += now[s + 1] * f
        b += now[s + 2] * f
      }
    }
    o[0] = r / sum
    o[1] = g / sum
    o[2] = b / sum
  }
  const axes = [
    [1, 0, 0],
    [-1, 0, 0],
    [0, 1, 0],
    [0, -1, 0],
    [0, 0, 1],
    [0, 0, -1],
  ]
  for (let round = 0; round < rounds; round++) {
    R.rows(
      count,
      (q) => {
        const i = q % nx,
          j = floor(q / nx) % ny,
          k = floor(q / (nx * ny)),
          x = x0 + i * step,
          y = y0 + j * step,
          z = z0 + k * step,
          p = q * 19,
          random = rng(77 + q),
          d = [0, 0, 0],
          L = [0, 0, 0]
        if (world.map(x, y, z) < 0.02) return void (next[p + 18] = 0)
        next[p + 18] = 1
        const sums = new Float64Array(18)
        for (let s = 0; s < rays; s++) {
          const c = 1 - (2 * (s + random())) / rays,
            w = sqrt(1 - c * c),
            a = s * 2.399963 + random() * 0.4
          d[0] = w * cos(a)
          d[1] = c
          d[2] = w * sin(a)
          radianceAlong(world, light, direct, round ? probe : null, x, y, z, d, L, SKY)
          for (let f = 0; f < 6; f++) {
            const cosine = d[0] * axes[f][0] + d[1] * axes[f][1] + d[2] * axes[f][2]
            if (cosine > 0) for (let m = 0; m < 3; m++) sums[f * 3 + m] += (L[m] * cosine * 4) / rays
          }
        }
        for (let m = 0; m < 18; m++) next[p + m] = sums[m]
      },
      16,
    )
    R.once(() => now.set(next))
  }
  R.log(`${count} probes`)
  return probe
}

const hitNormal = [0, 0, 0],
  hitColor = [0, 0, 0],
  hitLight = [0, 0, 0]
/** What a ray may see beside lit surfaces: the sky (probes), glowing things as well (mirrors), or neither (the gather samples them itself). */
const SKY = { sky: true, glow: false, soft: true },
  SURFACES = { sky: false, glow: false, soft: true }
export const MIRROR = { sky: true, glow: true, soft: false }
/** What a ray sees, from probes and direct light: used for bounces and reflections. Returns the distance (-1 outdoors). */
export function radianceAlong(world, light, direct, probe, x, y, z, d, o, sees = SURFACES) {
  const t = world.trace(x, y, z, d[0], d[1], d[2], 0.02, 0.004, 56)
  o[0] = o[1] = o[2] = 0
  if (t < 0) {
    if (sees.sky) light.sky(d[0], d[1], d[2], o)
    return t
  }
  const mat = world.surface(),
    bx = x + d[0] * t,
    by = y + d[1] * t,
    bz = z + d[2] * t
  mat.color(bx, by, bz, hitColor)
  if (mat.glow && sees.glow) mat.glow(bx, by, bz, o)
  normalAt(world.map, bx, by, bz, 0.008, hitNormal)
  const px = bx + hitNormal[0] * 0.015,
    py = by + hitNormal[1] * 0.015,
    pz = bz + hitNormal[2] * 0.015
  hitLight[0] = hitLight[1] = hitLight[2] = 0
  if (probe) probe(px, py, pz, hitNormal, hitLight)
  direct(px, py, pz, hitNormal, hitLight, sees.soft)
  const k = mat.metal ? 0.55 : 1
  for (let j = 0; j < 3; j++) o[j] += hitColor[j] * hitLight[j] * k
  return t
}
