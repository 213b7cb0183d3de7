import { describe, expect, test } from 'vitest'
import { nearest, restingPlaces, stepFrom, isTurning } from './carousel-script.ts'

describe('the script of the carousel', () => {
  test.each([
    ['advances while nobody points at it', 'auto', {}, true],
    ['waits while hovered or focused', 'auto', { attended: true }, false],
    ['waits while a dialog covers it', 'auto', { covered: true }, false],
    ['stays on its slide after Pause', 'never', {}, false],
    ['advances even while hovered after Play', 'always', { attended: true }, true],
    ['waits behind a dialog even after Play', 'always', { covered: true }, false],
  ] as const)(
    'decides whether the carousel advances automatically: it %s',
    (_, turning, surroundings, expected) => {
      expect(isTurning({ turning, attended: false, covered: false, ...surroundings })).toBe(expected)
    },
  )

  test('steps from the last slide of a carousel to the first, and from the first back to the last', () => {
    expect(stepFrom(1, 1, 4)).toBe(2)
    expect(stepFrom(3, 1, 4)).toBe(0)
    expect(stepFrom(0, -1, 4)).toBe(3)
  })

  test("finds the slide nearest to the carousel's scroll position, even at the end of the strip", () => {
    const rests = restingPlaces([20, 820, 1620, 2420], 2050)
    expect(rests).toEqual([0, 800, 1600, 2050])
    expect([0, 390, 410, 1700, 2050].map((scrolled) => nearest(rests, scrolled))).toEqual([0, 0, 1, 2, 3])
  })
})
