import { describe, expect, test } from 'vitest'
import { nearest, restingPlaces, stepFrom, turns } from './carousel-script.ts'

describe('a carousel', () => {
  test.each([
    ['turns by itself while nobody looks closely', 'auto', {}, true],
    ['waits while someone points at it or has the focus in it', 'auto', { attended: true }, false],
    ['waits while a dialog covers it', 'auto', { covered: true }, false],
    ['stands still after Pause', 'never', {}, false],
    ['turns even under the pointer after Play', 'always', { attended: true }, true],
    ['waits behind a dialog even after Play', 'always', { covered: true }, false],
  ] as const)('%s', (_, turning, surroundings, expected) => {
    expect(turns({ turning, attended: false, covered: false, ...surroundings })).toBe(expected)
  })

  test('goes round in both directions', () => {
    expect(stepFrom(1, 1, 4)).toBe(2)
    expect(stepFrom(3, 1, 4)).toBe(0)
    expect(stepFrom(0, -1, 4)).toBe(3)
  })

  test('is at the slide nearest to where its strip has been pushed, also at its end', () => {
    const rests = restingPlaces([20, 820, 1620, 2420], 2050)
    expect(rests).toEqual([0, 800, 1600, 2050])
    expect([0, 390, 410, 1700, 2050].map((scrolled) => nearest(rests, scrolled))).toEqual([0, 0, 1, 2, 3])
  })
})
