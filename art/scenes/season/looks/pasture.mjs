import { sunDirection } from '../../../kit/sky.mjs'

const deg = Math.PI / 180

/** A green summer morning. */
export const pasture = {
  sun: sunDirection(74 * deg, 26 * deg),
  sunColor: [2.05, 1.66, 1.1],
  ambient: [0.36, 0.47, 0.66],
  sky: {
    spread: 0.7,
    height: 0.5,
    towards: [
      [0, '#f3ead6'],
      [0.1, '#dfe3df'],
      [0.3, '#aacde6'],
      [1, '#4f90cc'],
    ],
    away: [
      [0, '#d9e2e6'],
      [0.1, '#bcd4e6'],
      [0.3, '#86b6de'],
      [0.6, '#5796cf'],
      [1, '#3676b9'],
    ],
  },
  clouds: {
    scale: [0.42, 0.62],
    seed: 9.1,
    cover: 0.05,
    shadeCool: [0.66, 0.7, 0.79],
    shadeWarm: [0.86, 0.79, 0.74],
    lightCool: [1.08, 1.04, 0.98],
    lightWarm: [1.3, 1.16, 0.95],
    opacity: 0.84,
  },
  haze: {
    range: [22000, 18500, 14500],
    color: [0.52, 0.64, 0.79],
    warm: [0.95, 0.85, 0.68],
    warmLeft: -0.4,
  },
  grass: {
    count: 52000,
    dry: [
      [0.06, 0.058, 0.02],
      [0.4, 0.36, 0.13],
      [0.54, 0.46, 0.21],
    ],
    green: [
      [0.026, 0.042, 0.011],
      [0.17, 0.235, 0.052],
      [0.31, 0.35, 0.095],
    ],
    share: 0.22,
    tall: 0.95,
    heads: 0.35,
  },
  plain: [
    [0.066, 0.088, 0.026],
    [0.17, 0.195, 0.062],
  ],
  tree: {
    leafDark: [0.016, 0.036, 0.009],
    leafMid: [0.088, 0.145, 0.026],
    leafLight: [0.36, 0.42, 0.085],
    bark: [0.08, 0.06, 0.045],
    barkLit: [0.42, 0.32, 0.22],
    fill: 0.95,
  },
  finish: { exposure: 0.9, vig: 0.17, sat: 1.06, grain: 0.009, contrast: 0.12 },
}
