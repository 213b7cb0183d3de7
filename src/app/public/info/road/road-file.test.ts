import { expect, test } from 'vitest'
import { gpxFile, roadFileOf } from './road-file.ts'
import { type PlacedRoad, road } from './road.ts'

const options = { name: 'Salt & Pepper Ranch', page: 'https://ranch.example/directions' }
const file = gpxFile(road, options)

/** Returns the names of an XML element's children in order. A name that repeats directly appears once. */
function order(xml: string, indent: string): string[] {
  const names = [...xml.matchAll(new RegExp(`^${indent}<([a-z]+)`, 'gm'))].map(([, name = '']) => name)
  return names.filter((name, at) => name !== names[at - 1])
}

test('creates a GPX 1.1 file whose elements are in the order of the schema', () => {
  expect(file.startsWith('<?xml version="1.0" encoding="UTF-8"?>\n<gpx version="1.1" creator="')).toBe(true)
  expect(file).toContain('xmlns="http://www.topografix.com/GPX/1/1"')
  expect(order(file, '  ')).toEqual(['metadata', 'wpt', 'trk'])
  expect(order(file.slice(0, file.indexOf('</metadata>')), ' {4}')).toEqual(['name', 'link'])
  expect(order(file.slice(file.indexOf('<wpt'), file.indexOf('</wpt>')), ' {4}')).toEqual(['name', 'desc'])
  expect(order(file.slice(file.indexOf('<trk>')), ' {4}')).toEqual(['name', 'trkseg'])
})

test('closes every tag of the GPX file', () => {
  const open: string[] = []
  for (const [, slash, name = '', rest = ''] of file.matchAll(/<(\/?)([a-z]+)([^>]*)>/g)) {
    if (slash) expect(open.pop()).toBe(name)
    else if (!rest.endsWith('/')) open.push(name)
  }
  expect(open).toEqual([])
})

test('writes a waypoint for each landmark, and a track point for each place of the dirt road', () => {
  expect(file.match(/<wpt /g)).toHaveLength(road.stops.length)
  expect(file.match(/<trkpt /g)).toHaveLength(road.line.length)
  expect(file).toContain('<name>Mile 0: The pavement ends</name>')
  expect(file).toContain('<desc>Keep right. ')
})

test('writes places in the GPX file in decimal degrees', () => {
  const places = [...file.matchAll(/lat="([^"]+)" lon="([^"]+)"/g)]
  expect(places.filter(([, lat = '']) => !/^-?\d{1,2}\.\d{5}$/.test(lat))).toEqual([])
  expect(places.filter(([, , lon = '']) => !/^-?\d{1,3}\.\d{5}$/.test(lon))).toEqual([])
})

test('escapes XML characters in names in the GPX file', () => {
  expect(file).toContain('creator="Salt &amp; Pepper Ranch"')
  const [stop] = road.stops
  const odd: PlacedRoad = { ...road, stops: stop ? [{ ...stop, name: '<"Bob\'s"> & so on' }] : [] }
  expect(gpxFile(odd, options)).toContain('Mile 0: &lt;&quot;Bob&apos;s&quot;&gt; &amp; so on')
})

test('serves the GPX file of a real road, and no file while the road is sample data (R55.2)', async () => {
  const real = roadFileOf({ ...road, sample: false }, 'https://ranch.example')
  expect(real.headers.get('content-disposition')).toBe('attachment; filename="road.gpx"')
  expect(await real.text()).toContain('<gpx version="1.1"')
  const madeUp = roadFileOf({ ...road, sample: true }, 'https://ranch.example')
  expect(madeUp.status).toBe(404)
  expect(await madeUp.text()).not.toMatch(/<gpx|lat=/)
})
