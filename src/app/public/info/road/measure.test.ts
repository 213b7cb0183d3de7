import { expect, test } from 'vitest'
import { distance, lineMiles, placeAlong, parsePlace } from './measure.ts'

const here = { lat: 33.5, lon: -107.5 }
const north = { lat: 34.5, lon: -107.5 }

test.each([
  ['33.60580, -107.48269', { lat: 33.6058, lon: -107.48269 }],
  ['-33, 18', { lat: -33, lon: 18 }],
  ['33.6058 -107.48269', null],
  ['33.6058, -181', null],
  ['91, 0', null],
  ['N 33 36.348, W 107 28.961', null],
  ['', null],
])('parses the text %j as the place %j, which is null if the text is no place on earth', (text, place) => {
  expect(parsePlace(text)).toEqual(place)
})

test('measures about 69 miles for a degree of latitude, and fewer for a degree of longitude', () => {
  expect(distance(here, north)).toBeCloseTo(69.09, 1)
  expect(distance(here, { lat: 33.5, lon: -106.5 })).toBeCloseTo(57.6, 1)
  expect(distance(here, here)).toBe(0)
})

test('adds up the length of a line of places from its segments', () => {
  expect(lineMiles([here, north, here])).toBeCloseTo(2 * 69.09, 1)
  expect(lineMiles([here])).toBe(0)
})

test("returns the place at a fraction of a line, and the line's end for a fraction above 1", () => {
  const line = [here, north, { lat: 34.5, lon: -106.5 }]
  expect(placeAlong(line, 0)).toEqual(here)
  expect(placeAlong(line, 0.25).lon).toBe(-107.5)
  expect(placeAlong(line, 0.25).lat).toBeCloseTo(33.5 + (0.25 * lineMiles(line)) / 69.09, 2)
  expect(placeAlong(line, 1).lon).toBeCloseTo(-106.5)
  expect(placeAlong(line, 2)).toEqual(line[2])
  expect(placeAlong([here, here, north], 0.5).lat).toBeCloseTo(34)
})
