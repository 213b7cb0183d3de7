import { clamp, fbm, mix, ss, TAU } from '../../kit/core.mjs'
import { flames } from '../../kit/fire.mjs'
import { FIRE } from './places.mjs'
import { cameraOf, EYE } from './view.mjs'
const { exp, floor, min, sin } = Math

/** Flames in the ring; t in 0 … 1 loops. */
export function drawFire({ R, view, frame }, t, strength = 1) {
  const cam = cameraOf(R, view)
  const k = cam.f / FIRE[1]
  flames(frame, cam.cx + k * FIRE[0], cam.hor + k * (EYE - 0.1), 0.95 * k, 0.36 * k, t, strength)
}

/** A breath of smoke from the chimney; t in 0 … 1 loops. */
export function drawSmoke({ R, view, frame }, t) {
  const { S } = R
  const cam = cameraOf(R, view)
  const [cx, cz] = view.toWorld(2.9, 1.2)
  const sx = cam.cx + (cam.f * cx) / cz
  const sy = cam.hor - (cam.f * (4.75 - EYE)) / cz
  const cloud = (x, y, w) => fbm(x / S / 13, y / S / 21 + w * 9, 4)
  for (let y = floor(sy - 170 * S); y < sy; y++) {
    const u = (sy - y) / S
    const middle = sx + S * (u * 0.16 + 0.0011 * u * u + sway(u, t))
    const wide = S * (2.4 + u * 0.11)
    for (let x = floor(middle - wide * 3); x < middle + wide * 3; x++) {
      const n = mix(cloud(x, y, t), cloud(x + 300 * S, y, t - 1), ss(0.5, 1, t))
      const k = exp(-(((x - middle) / wide) ** 2)) * ss(0, 7, u) * (1 - ss(50, 165, u)) * (0.55 + 0.8 * n)
      if (k > 0) frame.over(x, y, [0.105, 0.098, 0.095], clamp(0.5 * k))
    }
  }
}

function sway(u, t) {
  return (
    5 * fbm(u / 34, 7 + sin(TAU * t) * 0.35, 3) * min(1, u / 40) + 3 * sin(TAU * t - u / 30) * min(1, u / 90)
  )
}
