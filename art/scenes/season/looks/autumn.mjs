import { sunDirection } from '../../../kit/sky.mjs'

const deg = Math.PI / 180

/** Golden leaves below a deep blue sky. */
export const autumn = {
  sun: sunDirection(52 * deg, 15 * deg),
  sunColor: [2.2, 1.56, 0.86],
  ambient: [0.36, 0.46, 0.66],
  sky: {
    spread: 0.5,
    height: 0.5,
    towards: [
      [0, '#ffe9c8'],
      [0.1, '#f2dfc8'],
      [0.25, '#bdd0dc'],
      [0.5, '#7fb0d6'],
      [1, '#3d79b8'],
    ],
    away: [
      [0, '#d9dfe0'],
      [0.1, '#b9d0de'],
      [0.28, '#83b0d6'],
      [0.6, '#4d8ac4'],
      [1, '#2d66aa'],
    ],
    lobes: [[30, [0.35, 0.24, 0.1]]],
  },
  clouds: {
    scale: [0.3, 0.95],
    seed: 7.7,
    cover: -0.1,
    shadeCool: [0.7, 0.74, 0.82],
    shadeWarm: [0.9, 0.8, 0.7],
    lightCool: [1.0, 0.98, 0.95],
    lightWarm: [1.25, 1.08, 0.85],
    opacity: 0.62,
  },
  haze: { range: [20000, 16500, 13000], color: [0.5, 0.6, 0.74], warm: [1.05, 0.86, 0.58], warmLeft: -0.6 },
  grass: {
    count: 48000,
    dry: [
      [0.085, 0.042, 0.018],
      [0.5, 0.24, 0.09],
      [0.66, 0.42, 0.17],
    ],
    green: [
      [0.06, 0.048, 0.018],
      [0.34, 0.22, 0.08],
      [0.46, 0.33, 0.13],
    ],
    share: 0.7,
    tall: 1.15,
    heads: 0.7,
  },
  plain: [
    [0.15, 0.095, 0.042],
    [0.34, 0.225, 0.1],
  ],
  tree: {
    leafDark: [0.16, 0.07, 0.008],
    leafMid: [0.66, 0.36, 0.02],
    leafLight: [1.15, 0.78, 0.1],
    bark: [0.055, 0.04, 0.03],
    barkLit: [0.5, 0.38, 0.25],
    fill: 0.92,
  },
  finish: { exposure: 0.9, vig: 0.18, sat: 1.05, grain: 0.01, contrast: 0.12 },
}
