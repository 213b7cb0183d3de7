/** The map's geometry: places in, drawing units out. North is up. */
import type { Place } from './measure.ts'
import type { PlacedRoad } from './road.ts'

export interface Point {
  x: number
  y: number
}

/** The size of the whole drawing, in its own units; on a phone one is a little less than a pixel. */
export const MAP = { width: 360, height: 640 }
/** The margins around the road: for the pavement above, for the ranch's mark below, for labels beside. */
const ROOM = { top: 84, bottom: 112, side: 92 }

const MILES_PER_DEGREE = 69.09
const RADIANS = Math.PI / 180

export interface MapPlan {
  /** Drawing units in a mile. */
  mile: number
  point(place: Place): Point
}

/** Fits the road into the drawing, its middle in the middle. */
export function planOf({ line }: Pick<PlacedRoad, 'line'>): MapPlan {
  const lats = line.map(({ lat }) => lat)
  const lons = line.map(({ lon }) => lon)
  const [south, north] = [Math.min(...lats), Math.max(...lats)]
  const [west, east] = [Math.min(...lons), Math.max(...lons)]
  // A degree of longitude is shorter than one of latitude, the more so the further from the equator.
  const narrowing = Math.cos(((south + north) / 2) * RADIANS)
  const high = (north - south) * MILES_PER_DEGREE
  const wide = (east - west) * MILES_PER_DEGREE * narrowing
  const room = { wide: MAP.width - 2 * ROOM.side, high: MAP.height - ROOM.top - ROOM.bottom }
  const mile = Math.min(room.wide / wide, room.high / high)
  const top = ROOM.top + (room.high - high * mile) / 2
  return {
    mile,
    point: ({ lat, lon }) => ({
      x: round(MAP.width / 2 + (lon - (west + east) / 2) * MILES_PER_DEGREE * narrowing * mile),
      y: round(top + (north - lat) * MILES_PER_DEGREE * mile),
    }),
  }
}

/** A path through all points without corners (a Catmull-Rom spline, as cubic curves). */
export function smoothPath(points: readonly Point[], closed = false): string {
  const at = (index: number) =>
    closed
      ? points[(index + points.length) % points.length]
      : points[Math.max(0, Math.min(points.length - 1, index))]
  const start = points[0]
  if (!start) return ''
  const curves = points.slice(closed ? 0 : 1).map((_, from) => {
    const [before, a, b, after] = [at(from - 1), at(from), at(from + 1), at(from + 2)]
    if (!before || !a || !b || !after) return ''
    const first = `${round(a.x + (b.x - before.x) / 6)} ${round(a.y + (b.y - before.y) / 6)}`
    const second = `${round(b.x - (after.x - a.x) / 6)} ${round(b.y - (after.y - a.y) / 6)}`
    return `C${first} ${second} ${b.x} ${b.y}`
  })
  return `M${start.x} ${start.y}${curves.join('')}${closed ? 'Z' : ''}`
}

/** A tenth of a unit is less than anybody sees. */
export function round(value: number): number {
  return Math.round(value * 10) / 10
}
