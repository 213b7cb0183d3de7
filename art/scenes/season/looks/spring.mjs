import { sunDirection } from '../../../kit/sky.mjs'

const deg = Math.PI / 180

/** Fair weather, new grass, flowers. */
export const spring = {
  sun: sunDirection(-62 * deg, 33 * deg),
  sunColor: [1.75, 1.6, 1.28],
  ambient: [0.4, 0.52, 0.72],
  sky: {
    spread: 0.9,
    height: 0.5,
    towards: [
      [0, '#dbe7ea'],
      [0.12, '#c3dbe9'],
      [0.35, '#93c1e2'],
      [1, '#4b8cc9'],
    ],
    away: [
      [0, '#d2e2ea'],
      [0.12, '#b5d3e8'],
      [0.35, '#82b4de'],
      [1, '#3f7fc0'],
    ],
  },
  haze: { range: [24000, 20000, 15500], color: [0.52, 0.66, 0.82], warm: [0.8, 0.8, 0.78], warmLeft: 0.3 },
  grass: {
    count: 50000,
    dry: [
      [0.055, 0.058, 0.02],
      [0.34, 0.31, 0.12],
      [0.46, 0.4, 0.19],
    ],
    green: [
      [0.028, 0.042, 0.013],
      [0.145, 0.2, 0.055],
      [0.28, 0.31, 0.095],
    ],
    share: 0.4,
    tall: 0.85,
    heads: 0,
    flowers: true,
  },
  plain: [
    [0.075, 0.085, 0.032],
    [0.175, 0.18, 0.075],
  ],
  tree: {
    leafDark: [0.022, 0.048, 0.01],
    leafMid: [0.11, 0.19, 0.03],
    leafLight: [0.36, 0.46, 0.1],
    bark: [0.09, 0.07, 0.055],
    barkLit: [0.36, 0.3, 0.24],
    fill: 0.8,
  },
  finish: { exposure: 0.92, vig: 0.16, sat: 1.08, grain: 0.009, contrast: 0.12 },
}
