import { sunDirection } from '../../../kit/sky.mjs'

const deg = Math.PI / 180

/** Late light below a monsoon cloud. */
export const storm = {
  sun: sunDirection(-112 * deg, 7.5 * deg),
  sunColor: [2.15, 1.36, 0.62],
  ambient: [0.4, 0.47, 0.66],
  sky: {
    spread: 0.55,
    height: 0.5,
    towards: [
      [0, '#f6d09a'],
      [0.1, '#e0bf9f'],
      [0.25, '#a9b0ba'],
      [0.55, '#6d8bab'],
      [1, '#426a97'],
    ],
    away: [
      [0, '#8a929b'],
      [0.1, '#74818f'],
      [0.25, '#5f7389'],
      [0.55, '#456284'],
      [1, '#2f4a70'],
    ],
  },
  haze: { range: [26000, 23000, 20000], color: [0.3, 0.36, 0.44], warm: [0.85, 0.66, 0.42], warmLeft: 0.5 },
  grass: {
    count: 46000,
    dry: [
      [0.075, 0.058, 0.02],
      [0.6, 0.42, 0.15],
      [0.7, 0.52, 0.22],
    ],
    green: [
      [0.03, 0.042, 0.012],
      [0.2, 0.23, 0.06],
      [0.34, 0.33, 0.1],
    ],
    share: 0.62,
    tall: 1.05,
    heads: 0.9,
  },
  plain: [
    [0.095, 0.09, 0.03],
    [0.3, 0.225, 0.085],
  ],
  tree: {
    leafDark: [0.012, 0.024, 0.01],
    leafMid: [0.06, 0.076, 0.02],
    leafLight: [0.34, 0.28, 0.07],
    bark: [0.05, 0.038, 0.03],
    barkLit: [0.42, 0.27, 0.15],
    fill: 1,
  },
  finish: { exposure: 1.0, vig: 0.2, sat: 1.06, grain: 0.01, contrast: 0.12 },
}
