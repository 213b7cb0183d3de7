/** Computes places on a road and distances along it, without a map service. */

/** A place in degrees, as GPS receivers show it (WGS 84). */
export interface Place {
  lat: number
  lon: number
}

const EARTH_RADIUS_MILES = 3958.76
const RADIANS = Math.PI / 180
const WRITTEN = /^(-?\d{1,2}(?:\.\d+)?), (-?\d{1,3}(?:\.\d+)?)$/

/** Parses coordinates such as "33.60580, -107.48269". Returns null if the text is not a place on earth. */
export function parsePlace(text: string): Place | null {
  const [, north = '', east = ''] = WRITTEN.exec(text) ?? []
  const place = { lat: Number(north), lon: Number(east) }
  const real = north !== '' && Math.abs(place.lat) <= 90 && Math.abs(place.lon) <= 180
  return real ? place : null
}

/** Returns the straight distance between two places in miles. */
export function distance(from: Place, to: Place): number {
  const half = (degrees: number) => Math.sin((degrees * RADIANS) / 2) ** 2
  const across = Math.cos(from.lat * RADIANS) * Math.cos(to.lat * RADIANS)
  const a = half(to.lat - from.lat) + across * half(to.lon - from.lon)
  return 2 * EARTH_RADIUS_MILES * Math.asin(Math.sqrt(a))
}

/** Returns the length in miles of a line from place to place. */
export function lineMiles(line: readonly Place[]): number {
  return line.slice(1).reduce((sum, place, at) => sum + distance(line[at] ?? place, place), 0)
}

/**
 * Returns the place at a fraction of a line, from 0 to 1. The argument is not in miles, because a trip meter
 * and a drawn line never agree exactly on a length. Throws if the line is empty.
 */
export function placeAlong(line: readonly Place[], part: number): Place {
  const [first] = line
  if (!first) throw new Error('A line needs a place')
  let left = lineMiles(line) * part
  for (const [at, to] of line.entries()) {
    const from = line[at - 1] ?? first
    const step = distance(from, to)
    if (left <= step && step > 0) {
      const share = Math.max(0, left) / step
      return { lat: from.lat + (to.lat - from.lat) * share, lon: from.lon + (to.lon - from.lon) * share }
    }
    left -= step
  }
  return line.at(-1) ?? first
}
