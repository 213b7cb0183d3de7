import { sunDirection } from '../../../kit/sky.mjs'

const deg = Math.PI / 180

/** Closer to the tank, the sun going down behind it. Cows: x, z, scale, heading (0 = facing right), grazing, coat. */
export const well = {
  eye: 1.72,
  f: 1240,
  hor: 430,
  sun: sunDirection(-15 * deg, 3.6 * deg),
  sunColor: [2.3, 1.05, 0.36],
  ambient: [0.25, 0.25, 0.36],
  tank: [-0.15, 6.15],
  mill: [5.6, 40],
  panels: false,
  back: 1,
  fog: 0.72,
  lit: 0.42,
  sky: {
    spread: 0.22,
    height: 0.42,
    disc: 7,
    lobes: [
      [1800, [1.5, 1.0, 0.45]],
      [120, [0.5, 0.26, 0.08]],
      [16, [0.2, 0.085, 0.03]],
    ],
    towards: [
      [0, '#ffd07c'],
      [0.06, '#ffb765'],
      [0.14, '#fb9a5c'],
      [0.25, '#ea8468'],
      [0.4, '#bb7d84'],
      [0.6, '#7d7aa0'],
      [0.8, '#51699f'],
      [1, '#38558f'],
    ],
    away: [
      [0, '#e2a48a'],
      [0.07, '#d49a8e'],
      [0.16, '#ba929c'],
      [0.3, '#8f8aac'],
      [0.5, '#657cab'],
      [0.75, '#44639e'],
      [1, '#304d88'],
    ],
  },
  clouds: {
    scale: [0.34, 0.72],
    seed: 3.6,
    cover: 0.07,
    curve: 0.06,
    shadeCool: [0.3, 0.25, 0.36],
    shadeWarm: [0.62, 0.34, 0.3],
    lightCool: [0.95, 0.55, 0.46],
    lightWarm: [1.7, 0.92, 0.42],
    spread: 0.5,
    opacity: 0.86,
    low: 0.012,
  },
  cows: [
    [14.5, 33, 1, 2.9, 1, 0],
    [18.2, 38, 1, 0.3, 0, 1],
    [11.6, 52, 1, 3.0, 1, 0],
    [-21, 47, 1, 0.2, 1, 1],
    [-16.5, 55, 1, 2.8, 1, 0],
  ],
  finish: { exposure: 0.98, vig: 0.18, sat: 1.05, grain: 0.01, contrast: 0.08 },
}
