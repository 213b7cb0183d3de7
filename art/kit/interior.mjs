// Renders a room: traces its parts, lights them (sun, windows, lamps, bounces), adds waxed and metal reflections and dust in the sunbeams.
import { clamp, fbm3, ss } from './core.mjs'
import { normalAt, occlusion } from './sdf.mjs'
import { makeWorld } from './interior-world.mjs'
import { makeGather } from './interior-gather.mjs'
import { makeDirect, makeProbes, radianceAlong, MIRROR } from './interior-light.mjs'
const { abs, ceil, cos, floor, max, min, pow, sin, sqrt } = Math
const hash = (x, y) => {
  const v = sin(x * 12.9898 + y * 78.233) * 43758.5453
  return v - floor(v)
}

/** View rays of a shift-lens camera { p, yaw, f, cx, hor } in design units (1600x900). ray(px, py, d) returns the eye. */
export function makeRays(R, { p, yaw = 0, f, cx = 800, hor }) {
  const F = f * R.S,
    X = cx * R.S,
    Y = hor * R.S,
    c = cos(yaw),
    s = sin(yaw)
  return (px, py, d) => {
    const a = (px - X) / F,
      b = -(py - Y) / F,
      l = 1 / sqrt(a * a + b * b + 1)
    d[0] = (a * c + s) * l
    d[1] = b * l
    d[2] = (c - a * s) * l
    return p
  }
}
/** Dust lit by the sun, at a reduced size. Returns beam(px, py). */
function makeBeams(R, ray, world, sunAt, steps = 20) {
  const q = R.W < 1000 ? 3 : 6,
    w = ceil(R.W / q),
    h = ceil(R.H / q),
    b = R.buffer(w * h),
    soft = R.buffer(w * h)
  R.rows(h, (y) => {
    const d = [0, 0, 0]
    for (let x = 0; x < w; x++) {
      const o = ray((x + 0.5) * q, (y + 0.5) * q, d),
        t = world.trace(o[0], o[1], o[2], d[0], d[1], d[2], 0.05, 0.004, 90),
        far = t < 0 ? 7 : t,
        j = hash(x, y)
      let sum = 0
      for (let i = 0; i < steps; i++) {
        const s = (far * (i + j)) / steps,
          px = o[0] + d[0] * s,
          py = o[1] + d[1] * s,
          pz = o[2] + d[2] * s
        if (world.inside(px, py, pz))
          sum += sunAt(px, py, pz, 90) * (1 + 0.5 * fbm3(px * 2, py * 2, pz * 2, 2))
      }
      b[y * w + x] = (sum / steps) * far
    }
  })
  R.rows(h, (y) => {
    for (let x = 0; x < w; x++) {
      let s = 0,
        k = 0
      for (let j = -2; j <= 2; j++)
        for (let i = -2; i <= 2; i++) {
          const xx = x + i,
            yy = y + j
          if (xx < 0 || yy < 0 || xx >= w || yy >= h) continue
          s += b[yy * w + xx]
          k++
        }
      soft[y * w + x] = s / k
    }
  })
  return (px, py) => {
    const gx = clamp(px / q - 0.5, 0, w - 1.001),
      gy = clamp(py / q - 0.5, 0, h - 1.001),
      i = gx | 0,
      j = gy | 0,
      u = gx - i,
      v = gy - j,
      at = (a, c) => soft[min(h - 1, c) * w + min(w - 1, a)]
    return (
      (at(i, j) * (1 - u) + at(i + 1, j) * u) * (1 - v) + (at(i, j + 1) * (1 - u) + at(i + 1, j + 1) * u) * v
    )
  }
}
/** Flames over a hearth as a sheet facing the camera; adds to o when the fire lies before distance t. hearth: { at, width, height, seed, power } */
function addFlames(o, eye, d, t, { at, width, height, seed = 3, power = 1 }, sideways) {
  const dz = (at[0] - eye[0]) * d[0] + (at[1] - eye[1]) * d[1] + (at[2] - eye[2]) * d[2],
    along = dz / (d[0] * d[0] + d[1] * d[1] + d[2] * d[2])
  if (along > t + 0.3) return
  const u = (eye[0] + d[0] * along - at[0]) * sideways[0] + (eye[2] + d[2] * along - at[2]) * sideways[1],
    v = eye[1] + d[1] * along - at[1]
  if (abs(u) > width * 1.6 || v < -0.05 || v > height * 1.15) return
  const h = v / height,
    q = u / width
  for (let k = 0; k < 3; k++) {
    const off = [-0.42, 0.05, 0.4][k],
      tall = [0.68, 1, 0.6][k],
      hh = h / tall
    if (hh > 1.1) continue
    const m = fbm3((q + k * 3) * 1.6, v * 8 - seed, seed + k * 2.7, 3),
      x = q - off * (1 - 0.35 * hh) + 0.42 * m * hh,
      body = 1 - abs(x) / (0.46 * pow(max(0, 1 - hh), 0.62) * (0.55 + 0.9 * min(1, hh * 3)) + 0.01),
      c = ss(0, 0.75, body + 0.5 * m - 0.25 * hh) * ss(-0.06, 0.06, h) * power
    o[0] += 1.75 * c
    o[1] += 0.88 * c * c
    o[2] += 0.24 * c * c * c
  }
}

/**
 * scene { parts, bounds, camera, light, land (what the windows show), landGain, beam, fires, look, probeStep, bloom, finish }.
 * look(o, px, py, t) may retouch a pixel (steam, glass). Returns { frame, finish } for render.mjs.
 */
export function renderInterior(R, scene) {
  const { W, S } = R,
    { light, camera } = scene,
    world = makeWorld(scene.parts, scene.bounds, 0.075),
    ray = makeRays(R, camera),
    small = W < 1000, // a draft: coarser light
    q = small ? 3 : 6,
    samples = small ? 20 : 36
  R.log('world of ' + scene.parts.length + ' parts')
  const probe = makeProbes(R, world, light, {
    bounds: scene.probeBounds ?? scene.bounds,
    step: scene.probeStep,
  })
  const { direct, sunAt } = makeDirect(world, light),
    indirect = makeGather(R, world, light, probe, { ray, q, samples }),
    beam = scene.beam ? makeBeams(R, ray, world, sunAt) : null
  if (beam) R.log('beams')
  const side = [cos(camera.yaw ?? 0), -sin(camera.yaw ?? 0)],
    ambient = scene.ambient ?? [0, 0, 0]
  const v = [0, 0, 0],
    n = [0, 0, 0],
    a = [0, 0, 0],
    e = [0, 0, 0],
    r = [0, 0, 0],
    L = [0, 0, 0],
    glow = [0, 0, 0]
  const shade = (px, py, o) => {
    const eye = ray(px, py, v),
      t = world.trace(eye[0], eye[1], eye[2], v[0], v[1], v[2], 0.05, 0.0005, 220)
    if (t < 0) {
      scene.land(px, py, o)
      for (let j = 0; j < 3; j++) o[j] *= scene.landGain
    } else {
      const X = eye[0] + v[0] * t,
        Y = eye[1] + v[1] * t,
        Z = eye[2] + v[2] * t
      world.map(X, Y, Z)
      const mat = world.surface()
      normalAt(world.map, X, Y, Z, 0.0012 + 0.0002 * t, n)
      const ax = X + n[0] * 0.004,
        ay = Y + n[1] * 0.004,
        az = Z + n[2] * 0.004,
        ao =
          occlusion(world.map, ax, ay, az, n[0], n[1], n[2], 0.028, 1.3) *
          (0.55 + 0.45 * occlusion(world.map, ax, ay, az, n[0], n[1], n[2], 0.09, 1.2))
      indirect(px, py, n, t, ax, ay, az, e)
      for (let j = 0; j < 3; j++) e[j] = (e[j] + ambient[j]) * ao
      if (mat.bump) bend(n, mat.bump, X, Y, Z)
      mat.color(X, Y, Z, a)
      const sx = X + n[0] * 0.008,
        sy = Y + n[1] * 0.008,
        sz = Z + n[2] * 0.008
      L[0] = L[1] = L[2] = 0
      direct(sx, sy, sz, n, L)
      const diffuse = mat.metal ? 0.06 : 1
      for (let j = 0; j < 3; j++) o[j] = a[j] * (L[j] + e[j]) * diffuse
      if (mat.glow) {
        mat.glow(X, Y, Z, glow)
        for (let j = 0; j < 3; j++) o[j] += glow[j]
      }
      const vn = v[0] * n[0] + v[1] * n[1] + v[2] * n[2],
        edge = pow(clamp(1 + vn), 5),
        f0 = mat.metal ? 1 : (mat.gloss ?? 0),
        fr = mat.metal ? 1 : f0 ? f0 + (1 - f0) * (mat.grazing ?? 0.6) * edge : 0
      if (fr > 0.018) {
        const N = mat.metal ? 4 : mat.rough > 0.04 ? 2 : 1,
          sum = [0, 0, 0]
        for (let i = 0; i < N; i++) {
          const j1 = hash(px * 1.7 + i * 3.1, py * 2.3) - 0.5,
            j2 = hash(py * 1.9 + i * 5.7, px * 2.9) - 0.5,
            j3 = hash(px + py * 1.3, i * 7.7 + py) - 0.5,
            k = 2 * (mat.rough ?? 0)
          r[0] = v[0] - 2 * vn * n[0] + k * j1
          r[1] = v[1] - 2 * vn * n[1] + k * j2
          r[2] = v[2] - 2 * vn * n[2] + k * j3
          const l = 1 / sqrt(r[0] * r[0] + r[1] * r[1] + r[2] * r[2])
          r[0] *= l
          r[1] *= l
          r[2] *= l
          if (r[0] * n[0] + r[1] * n[1] + r[2] * n[2] < 0) continue
          radianceAlong(world, light, direct, probe, sx, sy, sz, r, L, MIRROR)
          for (let j = 0; j < 3; j++) sum[j] += min(L[j], 5) / N
        }
        const occ = 0.35 + 0.65 * ao
        for (let j = 0; j < 3; j++) o[j] += sum[j] * fr * occ * (mat.metal ? a[j] + (1 - a[j]) * edge : 1)
      }
    }
    const far = t < 0 ? 50 : t
    for (const fire of scene.fires ?? []) addFlames(o, eye, v, far, fire, side)
    if (beam) {
      const b = beam(px, py) * scene.beam
      for (let j = 0; j < 3; j++) o[j] += light.sun.c[j] * b
    }
    if (scene.look) scene.look(o, px / S, py / S, far)
  }
  const img = R.adaptive(3, shade, { extra: 4, threshold: 0.06 }),
    frame = R.frame()
  R.once(() => {
    frame.d.set(img)
    frame.bloom(
      scene.bloom?.over ?? 0.95,
      [
        [6 * S, 0.1],
        [28 * S, 0.11],
        [110 * S, 0.14],
      ].map(([s, k]) => [s, k * (scene.bloom?.gain ?? 1)]),
      3,
    )
  })
  R.log('traced')
  return {
    frame,
    finish: { exposure: 1.08, vig: 0.14, sat: 1.03, grain: 0.009, contrast: 0.1, ...scene.finish },
  }
}
/** Tilts the normal by a height function. */
function bend(n, height, x, y, z) {
  const e = 0.0016,
    h = height(x, y, z),
    a = (height(x + e, y, z) - h) / e,
    b = (height(x, y + e, z) - h) / e,
    c = (height(x, y, z + e) - h) / e,
    k = a * n[0] + b * n[1] + c * n[2],
    X = n[0] - (a - k * n[0]),
    Y = n[1] - (b - k * n[1]),
    Z = n[2] - (c - k * n[2]),
    l = 1 / sqrt(X * X + Y * Y + Z * Z)
  n[0] = X * l
  n[1] = Y * l
  n[2] = Z * l
}
