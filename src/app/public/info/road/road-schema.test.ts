import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { venue } from '#shared/venue.ts'
import { type Road, roadSchema } from './road-schema.ts'
import { road } from './road.ts'

const given = JSON.parse(readFileSync('content/road.json', 'utf8')) as Road

function problems(changes: Partial<Record<keyof Road, unknown>>): string[] {
  const { error } = roadSchema.safeParse({ ...given, ...changes })
  return (error?.issues ?? []).map(({ path, message }) => `${path.join('.')} ${message}`)
}

const changed = (at: number, change: object) =>
  given.stops.map((stop, index) => (index === at ? { ...stop, ...change } : stop))
const last = given.stops.length - 1

test('accepts `content/road.json`, whose landmarks run from mile 0 to the last mile', () => {
  expect(problems({})).toEqual([])
  expect(road.stops[0]?.place).toEqual(road.line[0])
  expect(road.stops.at(-1)?.place.lat).toBeCloseTo(road.line.at(-1)?.lat ?? 0, 6)
  expect(road.milePosts).toHaveLength(venue.dirtRoadMiles + 1)
})

test.each<[string, Partial<Record<keyof Road, unknown>>, RegExp]>([
  ['an invalid place', { washes: [['33.5, -107.5', 'the wash']] }, /^washes\.0\.1 must be a place like "33/],
  [
    'a line of the wrong length',
    { line: given.line.slice(0, 20) },
    /^line is \d\.\d miles long, but .* says 12$/,
  ],
  ['an unknown sign', { stops: changed(2, { sign: 'tree' }) }, /^stops\.2\.sign /],
  [
    'a name too long for the map',
    { stops: changed(2, { label: 'x'.repeat(15) }) },
    /^stops\.2\.label is too long/,
  ],
  ['stops in the wrong order', { stops: changed(3, { mile: 0.2 }) }, /^stops\.3\.mile comes after mile 1\.4/],
  ['a stop beyond the end', { stops: changed(last, { mile: 13 }) }, /^stops\.\d+\.mile lies behind the end/],
  ['a late first stop', { stops: changed(0, { mile: 0.1 }) }, /^stops\.0\.mile the first stop is mile 0$/],
  ['an early last stop', { stops: given.stops.slice(0, -1) }, /^stops\.\d+\.mile the last stop is mile 12$/],
  [
    'pavement that does not end at the dirt road',
    { pavement: given.line.slice(1, 4) },
    /^pavement must end at the place where/,
  ],
])('refuses a `content/road.json` that has %s, and names the mistake in the error', (_, changes, message) => {
  expect(problems(changes)).toContainEqual(expect.stringMatching(message))
})
