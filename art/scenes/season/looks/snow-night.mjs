import { sunDirection } from '../../../kit/sky.mjs'

const deg = Math.PI / 180

/** Moonlight on snow; the moon is out of the picture, behind on the right. */
export const snowNight = {
  sun: sunDirection(62 * deg, 24 * deg),
  sunColor: [0.27, 0.335, 0.46],
  ambient: [0.055, 0.088, 0.185],
  sky: {
    spread: 0.7,
    height: 0.55,
    towards: [
      [0, '#5d7394'],
      [0.08, '#485f86'],
      [0.2, '#324a76'],
      [0.45, '#1d3260'],
      [0.75, '#11214a'],
      [1, '#0b173a'],
    ],
    away: [
      [0, '#4a5f80'],
      [0.08, '#3a5078'],
      [0.2, '#283f6a'],
      [0.45, '#182b57'],
      [0.75, '#0e1c42'],
      [1, '#091433'],
    ],
  },
  haze: {
    range: [15000, 13500, 11500],
    color: [0.066, 0.105, 0.19],
    warm: [0.1, 0.135, 0.2],
    warmLeft: -0.4,
  },
  grass: {
    count: 13000,
    dry: [
      [0.22, 0.2, 0.22],
      [0.42, 0.33, 0.24],
      [0.56, 0.45, 0.34],
    ],
    green: [
      [0.22, 0.2, 0.2],
      [0.38, 0.31, 0.24],
      [0.5, 0.42, 0.34],
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
    bark: [0.012, 0.016, 0.028],
    barkLit: [0.1, 0.125, 0.17],
    fill: 0,
    snow: [0.24, 0.3, 0.42],
  },
  finish: { exposure: 1.35, vig: 0.18, sat: 1.02, grain: 0.01, contrast: 0.08 },
}
