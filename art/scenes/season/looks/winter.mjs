import { sunDirection } from '../../../kit/sky.mjs'

const deg = Math.PI / 180

/** A low sun over snow. */
export const winter = {
  sun: sunDirection(58 * deg, 9 * deg),
  sunColor: [1.75, 1.16, 0.68],
  ambient: [0.3, 0.42, 0.72],
  sky: {
    spread: 0.45,
    height: 0.5,
    towards: [
      [0, '#ffe3c0'],
      [0.08, '#fbd9c2'],
      [0.2, '#dcd6dc'],
      [0.45, '#a9c7e0'],
      [1, '#6ea0cf'],
    ],
    away: [
      [0, '#dcc7cf'],
      [0.07, '#cdc3d6'],
      [0.18, '#b0c0dc'],
      [0.45, '#86aed6'],
      [1, '#5a8fc4'],
    ],
    lobes: [[30, [0.35, 0.24, 0.12]]],
  },
  clouds: {
    scale: [0.22, 0.9],
    seed: 2.3,
    cover: -0.02,
    shadeCool: [0.58, 0.62, 0.74],
    shadeWarm: [0.8, 0.68, 0.62],
    lightCool: [0.92, 0.86, 0.88],
    lightWarm: [1.25, 1.0, 0.8],
    opacity: 0.66,
  },
  haze: { range: [17000, 14500, 12500], color: [0.58, 0.62, 0.78], warm: [1.0, 0.8, 0.66], warmLeft: -0.6 },
  grass: {
    count: 15000,
    dry: [
      [0.22, 0.2, 0.22],
      [0.42, 0.28, 0.15],
      [0.56, 0.4, 0.22],
    ],
    green: [
      [0.22, 0.2, 0.2],
      [0.38, 0.27, 0.16],
      [0.5, 0.37, 0.22],
    ],
    share: 0.8,
    tall: 0.8,
    heads: 0.5,
  },
  snow: true,
  plain: [
    [0.8, 0.82, 0.86],
    [0.86, 0.88, 0.92],
  ],
  tree: {
    leafDark: [0, 0, 0],
    leafMid: [0, 0, 0],
    leafLight: [0, 0, 0],
    bark: [0.075, 0.062, 0.06],
    barkLit: [0.5, 0.33, 0.22],
    fill: 0,
    snow: [0.75, 0.76, 0.82],
  },
  finish: { exposure: 0.88, vig: 0.14, sat: 1.06, grain: 0.008, contrast: 0.1 },
}
