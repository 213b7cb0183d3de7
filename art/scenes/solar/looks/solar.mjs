import { sunDirection } from '../../../kit/sky.mjs'

const deg = Math.PI / 180

/** A clear afternoon, the sun behind the viewer. Cows: x, z, scale, heading (0 = facing right), grazing, coat. */
export const solar = {
  eye: 2.15,
  f: 1150,
  hor: 455,
  sun: sunDirection(-118 * deg, 17 * deg),
  sunColor: [2.2, 1.6, 0.98],
  ambient: [0.38, 0.48, 0.7],
  tank: [1.55, 7.1],
  mill: [10.4, 43],
  panels: true,
  back: 0,
  fog: 0.8,
  lit: 1,
  sky: {
    spread: 0.9,
    height: 0.5,
    towards: [
      [0, '#f6e6d2'],
      [0.1, '#e4e2e0'],
      [0.3, '#b5d1e6'],
      [1, '#4c8cc8'],
    ],
    away: [
      [0, '#ead8d2'],
      [0.07, '#d8d3da'],
      [0.18, '#b4cbe2'],
      [0.42, '#78abd8'],
      [1, '#2f6cb0'],
    ],
  },
  clouds: {
    scale: [0.5, 0.8],
    seed: 6.3,
    cover: 0.03,
    curve: 0.07,
    shadeCool: [0.6, 0.64, 0.75],
    shadeWarm: [0.72, 0.68, 0.72],
    lightCool: [1.18, 1.08, 0.98],
    lightWarm: [1.3, 1.1, 0.9],
    spread: 2,
    opacity: 0.86,
    low: 0.015,
  },
  cows: [
    [8.6, 20.5, 1, 2.75, 0, 0],
    [12.6, 24, 1, 3.6, 1, 0],
    [16.8, 30, 1, 0.3, 1, 1],
    [4.2, 52, 1, 2.9, 1, 0],
    [24, 58, 1, 0.2, 1, 1],
  ],
  finish: { exposure: 0.93, vig: 0.18, sat: 1.06, grain: 0.01, contrast: 0.12 },
}
