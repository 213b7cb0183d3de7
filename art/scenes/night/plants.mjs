import { clamp, css, rng, SRGB_TO_LIN } from '../../kit/core.mjs'
import { chamisa } from './chamisa.mjs'
import { scatterGrass } from './grass.mjs'
import { junipers } from './junipers.mjs'
const { min, pow } = Math

const CHAMISA = {
  night: [
    [96, 838, 40],
    [214, 868, 54],
    [30, 884, 60],
    [402, 822, 26],
    [1486, 850, 44],
    [1562, 880, 62],
    [1380, 884, 50],
    [318, 900, 58],
    [800, 806, 15],
    [512, 800, 17],
  ],
  porch: [
    [1560, 800, 66],
    [1500, 872, 84],
  ],
}

/**
 * Grass, chamisa and junipers in the yard. Each stroke is drawn once for each light plate, in the light that the plate
 * has on the ground at its root.
 */
export function plants(R, view, plates) {
  const random = rng(41)
  const pen = makePen(R, [plates.steady, plates.hearth, plates.fire])
  const grass = scatterGrass(R, view, plates.cover)
  const near = (y) => (y - view.horizon) / 158
  const items = []
  for (let i = 0; i < (view.porch ? 30000 : 15000); i++) {
    const y = view.horizon + 15 + pow(random(), 0.62) * (view.porch ? 285 : 160)
    const x = random() * 1660 - 30
    const tone = random()
    const size = random()
    items.push({ y, draw: () => grass(pen, random, { x, y, tone, size, near: near(y) }) })
  }
  for (const [x, y, size] of CHAMISA[view.porch ? 'porch' : 'night']) {
    random()
    items.push({ y, draw: () => chamisa(pen, random, { x, y, size, near: near(y) }) })
  }
  items.sort((a, b) => a.y - b.y)
  for (const item of items) item.draw()
  junipers(pen.first, view.porch)
  pen.layInto(plates.cover)
}

/** Three canvases that get the same strokes, each in its own plate's light. */
function makePen(R, frames) {
  const canvases = frames.map(() => R.canvas())
  const lit = frames.map(() => [0, 0, 0])
  return {
    first: canvases[0],
    /** Takes the light of a place for the strokes that follow. */
    lightAt: (x, y) => {
      frames.forEach((frame, k) => {
        const a = groundLight(R, frame, [x, y])
        const b = groundLight(R, frame, [x + 6, y + 4])
        for (let j = 0; j < 3; j++) lit[k][j] = min(6, (a[j] + b[j]) / 2)
      })
    },
    /** From its root over a bend to its tip. */
    stroke: ([x0, y0], bend, tip, { width, albedo, gain, alpha }) => {
      canvases.forEach((g, k) => {
        g.strokeStyle = css(
          albedo.map((a, j) => a * lit[k][j] * gain),
          alpha,
        )
        g.lineWidth = width
        g.beginPath()
        g.moveTo(x0, y0)
        g.quadraticCurveTo(...bend, ...tip)
        g.stroke()
      })
    },
    layInto: (cover) => layInto(frames, canvases, cover),
  }
}

/** How bright the ground at a place of the picture is, beside its own color. */
function groundLight({ W, H, S }, frame, [x, y]) {
  const px = clamp((x * S) | 0, 0, W - 1)
  const py = clamp((y * S) | 0, 0, H - 1)
  const o = (py * W + px) * 3
  return [frame.d[o] / 0.14, frame.d[o + 1] / 0.115, frame.d[o + 2] / 0.07]
}

function layInto(frames, canvases, cover) {
  const data = canvases.map((g) => g.pixels())
  for (let i = 0; i < cover.length; i++) {
    const a = data[0][i * 4 + 3] / 255
    if (!a) continue
    for (let k = 0; k < 3; k++)
      for (let j = 0; j < 3; j++) {
        const o = i * 3 + j
        frames[k].d[o] = frames[k].d[o] * (1 - a) + SRGB_TO_LIN[data[k][i * 4 + j]] * a
      }
    cover[i] += (1 - cover[i]) * a
  }
}
