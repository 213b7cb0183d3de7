import { clamp, norm, ss, TAU } from '../kit/core.mjs'
import { drawStar, starCatalogue } from '../kit/stars.mjs'
import { darkSky, milkyWay } from '../scenes/night/sky.mjs'
const { asin, ceil, cos, floor, PI, sin } = Math

/** How far the sky turns in one loop, and the ranch's latitude. */
const TURN = (2.4 * PI) / 180
const LATITUDE = (34 * PI) / 180
/** The south celestial pole: the viewer looks south. */
const [AX, AY, AZ] = [0, -sin(LATITUDE), cos(LATITUDE)]

/** Turns a direction about the pole, east to west. */
function turn([x, y, z], angle, out) {
  const c = cos(angle)
  const s = sin(angle)
  const k = (x * AX + y * AY + z * AZ) * (1 - c)
  out[0] = x * c + (AY * z - AZ * y) * s + AX * k
  out[1] = y * c + (AZ * x - AX * z) * s + AY * k
  out[2] = z * c + (AX * y - AY * x) * s + AZ * k
}

/**
 * The turning sky. Every star and every patch of the Milky Way cross-fades back to its start at its own moment, so
 * there is no common jump. Gives two painters: (frame, t in 0 … 1).
 */
export function makeTurningSky(R, cam, cover) {
  const height = ceil(cam.hor + 6 * R.S)
  const still = stillSky(R, cam, height)
  const sample = makeMilkyWay(R, cam, height)
  const d = [0, 0, 0]
  const glow = [0, 0, 0, 0]
  const paintSky = (frame, t) => {
    for (let y = 0; y < height; y++)
      for (let x = 0; x < R.W; x++) {
        const o = y * R.W + x
        if (cover[o] > 0.999) continue
        d[0] = still.direction[o * 3]
        d[1] = still.direction[o * 3 + 1]
        d[2] = still.direction[o * 3 + 2]
        glow.fill(0)
        const phase = t + (0.55 * x) / R.W + (0.25 * y) / R.H
        const u = phase - floor(phase)
        const w = ss(0.45, 1, u)
        if (w < 1) sample(d, TURN * (u - 0.5), 1 - w, glow)
        if (w > 0) sample(d, TURN * (u - 1.5), w, glow)
        const k = (0.105 + glow[3] * 0.062) * still.clear[o]
        for (let j = 0; j < 3; j++) frame.d[o * 3 + j] = still.base[o * 3 + j] + glow[j] * k
      }
  }
  return { paintSky, paintStars: makeStars(R, cam) }
}

/** What of the sky does not turn: its gradient, and how much the air at the horizon takes. */
function stillSky({ W }, cam, height) {
  const base = new Float32Array(W * height * 3)
  const clear = new Float32Array(W * height)
  const direction = new Float32Array(W * height * 3)
  const c = [0, 0, 0]
  for (let y = 0; y < height; y++)
    for (let x = 0; x < W; x++) {
      const d = norm([(x + 0.5 - cam.cx) / cam.f, -(y + 0.5 - cam.hor) / cam.f, 1])
      const o = y * W + x
      darkSky(d[0], d[1], d[2], c)
      base.set(c, o * 3)
      direction.set(d, o * 3)
      clear[o] = 0.2 + 0.8 * ss(-0.01, 0.24, asin(d[1]))
    }
  return { base, clear, direction }
}

/** The Milky Way as a picture with a margin: adds to `out` what stands at a direction after the sky turned. */
function makeMilkyWay({ W, S }, cam, height) {
  const margin = ceil(70 * S)
  const width = W + 2 * margin
  const rows = height + 2 * margin
  const texture = new Float32Array(width * rows * 4)
  const m = [0, 0, 0, 0]
  for (let y = 0; y < rows; y++)
    for (let x = 0; x < width; x++) {
      const d = norm([(x - margin + 0.5 - cam.cx) / cam.f, -(y - margin + 0.5 - cam.hor) / cam.f, 1])
      milkyWay(d[0], d[1], d[2], m)
      texture.set(m, (y * width + x) * 4)
    }
  const q = [0, 0, 0]
  return (d, angle, weight, out) => {
    turn(d, -angle, q)
    const x = clamp(cam.cx + (cam.f * q[0]) / q[2] - 0.5 + margin, 0, width - 2)
    const y = clamp(cam.hor - (cam.f * q[1]) / q[2] - 0.5 + margin, 0, rows - 2)
    const u = x - (x | 0)
    const v = y - (y | 0)
    const o = ((y | 0) * width + (x | 0)) * 4
    const e = o + width * 4
    for (let j = 0; j < 4; j++)
      out[j] +=
        weight *
        ((texture[o + j] * (1 - u) + texture[o + 4 + j] * u) * (1 - v) +
          (texture[e + j] * (1 - u) + texture[e + 4 + j] * u) * v)
  }
}

function makeStars({ S }, cam) {
  const stars = starCatalogue(milkyWay)
  const yMax = ceil(cam.hor) + 2
  const q = [0, 0, 0]
  return (frame, t) => {
    for (const { d, c, flux, phase } of stars) {
      const u = t + phase - floor(t + phase)
      const w = ss(0.72, 1, u)
      const twinkle = flux > 0.25 ? 1 + 0.16 * sin(TAU * ((3 + ((phase * 7) | 0)) * t + phase * 9)) : 1
      const draw = (angle, weight) => {
        turn(d, angle, q)
        drawStar(frame, cam, S, q[0], q[1], q[2], c, flux * weight * twinkle, yMax)
      }
      if (w < 1) draw(TURN * (u - 0.5), 1 - w)
      if (w > 0) draw(TURN * (u - 1.5), w)
    }
  }
}
