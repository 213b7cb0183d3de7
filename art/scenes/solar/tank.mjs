import { css, fbm, mix, mix3, mul3, ss } from '../../kit/core.mjs'
import { water } from './water.mjs'
const { cos, max, min, PI, sin } = Math

/** The stock tank with its water and pipe, over a finished picture. */
export function drawTank(scene, drawMill) {
  const { R, frame, view, tank } = scene
  const g = R.canvas()
  const at = (angle, y, r = tank.r) => view.at(tank.x + r * cos(angle), y, tank.z + r * sin(angle))
  const facing = (angle) => cos(angle) * tank.x + sin(angle) * tank.z + tank.r < 0
  const parts = { ...scene, g, at, facing, source: [tank.x + 1.7, tank.z + 1.05] }
  outerWall(parts)
  seams(parts)
  innerWall(parts)
  frame.layer(g.pixels())
  water(parts, drawMill)
  rim(parts, 0)
  rim(parts, PI)
  pipe(parts)
  frame.layer(g.pixels())
}

function path(g, points) {
  g.beginPath()
  points.forEach((p, i) => (i ? g.lineTo(...p) : g.moveTo(...p)))
}

/** Corrugated, strip by strip, with some rust. */
function outerWall({ g, at, facing, look: { sun, sunColor, ambient, back }, tank }) {
  for (let i = -50; i < 310; i++) {
    const a0 = PI + (i / 260) * PI
    const a1 = a0 + PI / 258
    if (!facing(a0)) continue
    const nx = cos(a0)
    const rib = 0.82 + 0.22 * sin(i * 0.9)
    const key = max(0, nx * sun[0] + sin(a0) * sun[2]) * rib
    const glow = back ? 0.95 * rib * (0.7 + 0.6 * max(0, -nx)) : 0.5
    const c = [0, 1, 2].map(
      (j) =>
        [0.4, 0.41, 0.42][j] * (sunColor[j] * key * 0.85 + ambient[j] * 0.42 + [0.2, 0.14, 0.08][j] * glow),
    )
    g.fillStyle = css(mix3(c, [0.22, 0.12, 0.06], 0.22 * ss(0.1, 0.6, fbm(i / 9, 2, 3))))
    path(g, [at(a0, tank.rim), at(a1, tank.rim), at(a1, -0.05), at(a0, -0.05)])
    g.fill()
  }
}

function seams({ g, at, facing, view, look: { back }, tank }) {
  const angles = Array.from({ length: 91 }, (_, i) => PI + (i / 90) * PI).filter((a) => !back || facing(a))
  for (const y of [0.22, 0.43]) {
    g.strokeStyle = css([0.18, 0.17, 0.17], 0.6)
    g.lineWidth = 0.02 * view.px(5)
    path(
      g,
      angles.map((a) => at(a, y, tank.r + 0.01)),
    )
    g.stroke()
  }
}

/** What shows of the inside, above the water. */
function innerWall({ g, at, facing, look: { sun, sunColor, ambient }, tank }) {
  const r = tank.r - 0.03
  for (let i = -40; i < 240; i++) {
    const a0 = (i / 200) * PI
    const a1 = a0 + PI / 198
    if (facing(a0)) continue
    const key = max(0, -(cos(a0) * sun[0] + sin(a0) * sun[2]))
    g.fillStyle = css(
      [0, 1, 2].map((j) => [0.36, 0.36, 0.36][j] * (sunColor[j] * key * 0.9 + ambient[j] * 0.5)),
    )
    path(g, [
      at(a0, tank.rim, r),
      at(a1, tank.rim, r),
      at(a1, tank.water - 0.02, r),
      at(a0, tank.water - 0.02, r),
    ])
    g.fill()
  }
}

/** Rolled steel, half a turn of it: dark below, lit above. Against the light the lit line comes after all the dark. */
function rim({ g, at, view, look: { sun, back }, tank }, from) {
  const points = Array.from({ length: 121 }, (_, i) => at(from + (i / 120) * PI, tank.rim))
  const part = (i, passes) => {
    const a = from + (i / 120) * PI
    const scale = view.px(tank.z + tank.r * sin(a))
    const k = 0.45 + 0.55 * max(0, cos(a) * sun[0] + sin(a) * sun[2]) + 0.2
    const start = points[i]
    const end = points[back ? min(120, i + 2) : i + 1]
    g.lineCap = 'butt'
    if (passes.dark) stroke(g, start, end, { color: [0.2 * k, 0.19 * k, 0.19 * k], width: 0.06 * scale })
    if (!passes.lit) return
    const up = ([x, y]) => [x, y - 0.016 * scale]
    const color = back ? [1.1 * k, 0.62 * k, 0.34 * k] : [0.95 * k, 0.82 * k, 0.64 * k]
    stroke(g, up(start), up(end), { color, width: 0.026 * scale })
  }
  for (const passes of back ? [{ dark: true }, { lit: true }] : [{ dark: true, lit: true }])
    for (let i = 0; i < 120; i++) part(i, passes)
}

function stroke(g, from, to, { color, width }) {
  g.strokeStyle = css(color)
  g.lineWidth = width
  g.beginPath()
  g.moveTo(...from)
  g.lineTo(...to)
  g.stroke()
}

/** The supply pipe over the rim, with a thin stream. */
function pipe({ g, at, view, look, tank, source: [sx, sz] }) {
  const foot = at(0.62, tank.rim - 0.02, tank.r + 0.05)
  const top = at(0.62, 1.0, tank.r + 0.05)
  const over = view.at(sx, 1.0, sz)
  const mouth = view.at(sx, 0.9, sz)
  const scale = view.px(8.6)
  g.lineCap = 'round'
  for (const [color, width, lift] of [
    [[0.1, 0.095, 0.09], 0.075, 0],
    [mul3([0.62, 0.52, 0.4], look.lit), 0.022, 2],
  ]) {
    g.strokeStyle = css(color)
    g.lineWidth = width * scale
    g.lineJoin = 'round'
    path(g, [[foot[0] - lift, foot[1]], [top[0] - lift, top[1]], [over[0], over[1] - lift], mouth])
    g.stroke()
  }
  const fall = view.at(sx - 0.03, tank.water, sz)
  g.strokeStyle = css([0.95, 0.97, 1], 0.75)
  g.lineWidth = 0.022 * scale
  g.beginPath()
  g.moveTo(...mouth)
  g.quadraticCurveTo(mouth[0] - 2, mix(mouth[1], fall[1], 0.5), ...fall)
  g.stroke()
}
