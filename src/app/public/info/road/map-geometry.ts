/** The geometry of the road map. It converts places on earth to points on the map. North is up. */
import type { Place } from './measure.ts'
import type { PlacedRoad } from './road.ts'

export interface Point {
  x: number
  y: number
}

/** The size of the map in its own units. On a phone, one unit is slightly less than a pixel. */
export const MAP = { width: 360, height: 640 }
/**
 * The margins around the dirt road on the map: for the paved road above, the ranch's logo below, and labels
 * at the sides.
 */
const ROOM = { top: 84, bottom: 112, side: 92 }

const MILES_PER_DEGREE = 69.09
const RADIANS = Math.PI / 180

/**
 * Returns a function `point` that converts a place to a point on the map, and the scale. The dirt road is in
 * the center of the map.
 */
export function mapPlan({ line }: Pick<PlacedRoad, 'line'>) {
  const lats = line.map(({ lat }) => lat)
  const lons = line.map(({ lon }) => lon)
  const [south, north] = [Math.min(...lats), Math.max(...lats)]
  const [west, east] = [Math.min(...lons), Math.max(...lons)]
  // A degree of longitude is shorter at a larger distance from the equator.
  const narrowing = Math.cos(((south + north) / 2) * RADIANS)
  const high = (north - south) * MILES_PER_DEGREE
  const wide = (east - west) * MILES_PER_DEGREE * narrowing
  const room = { wide: MAP.width - 2 * ROOM.side, high: MAP.height - ROOM.top - ROOM.bottom }
  const mile = Math.min(room.wide / wide, room.high / high)
  const top = ROOM.top + (room.high - high * mile) / 2
  return {
    /** The scale: the number of the map's units per mile. */
    mile,
    point: ({ lat, lon }: Place): Point => ({
      x: round(MAP.width / 2 + (lon - (west + east) / 2) * MILES_PER_DEGREE * narrowing * mile),
      y: round(top + (north - lat) * MILES_PER_DEGREE * mile),
    }),
  }
}

/** Returns a path through all points that has no corners (a Catmull-Rom spline as cubic curves). */
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

/** Rounds a coordinate to a tenth of a unit. Nobody can see the difference. */
export const round = (value: number): number => Math.round(value * 10) / 10

const CORNERS = 18

/**
 * Returns how far a mesa's edge is from its center at this angle, as a fraction of the radius. The edge is
 * irregular, but always the same for the same seed.
 */
function edge(angle: number, seed: number): number {
  return (
    1 + 0.13 * Math.sin(2 * angle + seed) + 0.09 * Math.sin(3 * angle - seed * 2) + 0.05 * Math.sin(7 * angle)
  )
}

function around(middle: Point, radius: number, { angle, seed }: { angle: number; seed: number }): Point {
  const reach = radius * edge(angle, seed)
  return { x: round(middle.x + reach * Math.cos(angle)), y: round(middle.y + reach * 0.78 * Math.sin(angle)) }
}

/** Returns a mesa's outline as a closed path. The seed determines the shape. */
export function mesaOutline(middle: Point, radius: number, seed: number): string {
  const corners = Array.from({ length: CORNERS }, (_, at) =>
    around(middle, radius, { angle: (at / CORNERS) * 2 * Math.PI, seed }),
  )
  return smoothPath(corners, true)
}

/** Returns the strokes on the slopes of a mesa as one path. */
export function mesaFlanks(middle: Point, radius: number, seed: number): string {
  const count = Math.round(radius * 1.15)
  return Array.from({ length: count }, (_, at) => {
    const angle = (at / count) * 2 * Math.PI
    const from = around(middle, radius * 0.66, { angle, seed })
    // Shortens every second stroke, so that the strokes look like a mesa's slope.
    const to = around(middle, radius * (at % 2 === 0 ? 0.94 : 0.82), { angle, seed })
    return `M${from.x} ${from.y}L${to.x} ${to.y}`
  }).join('')
}

const TUFTS = 110
/** Steps of a sequence that spreads points evenly (Roberts, "R2"). */
const STEP = { x: 0.7548776662, y: 0.5698402909 }

/** A circle on the map without grass. */
export interface Bare {
  middle: Point
  radius: number
}

/** Returns tufts of grass all over the map as one path, except in bare areas. */
export function grassPath(bare: readonly Bare[]): string {
  return Array.from({ length: TUFTS }, (_, at) => ({
    x: round(((at * STEP.x) % 1) * MAP.width + 9 * Math.sin(at * at)),
    y: round(((at * STEP.y) % 1) * MAP.height + 9 * Math.cos(at * at * 3)),
  }))
    .filter(({ x, y }) => bare.every(({ middle, radius }) => Math.hypot(middle.x - x, middle.y - y) > radius))
    .map(({ x, y }) => `M${x} ${y}v-5.5m-2 5l-2-3.5m6 3.5l2-3.5`)
    .join('')
}

/**
 * Returns the vertical position of a label next to a point on the map. The label must not cover a nearby mile
 * post, but a post at the point itself does not matter.
 */
export function labelHeight(point: Point, posts: readonly Point[]): number {
  const near = posts.find(({ x, y }) => {
    const apart = Math.hypot(x - point.x, y - point.y)
    return apart > 1 && Math.abs(y - point.y) < 19 && apart < 34
  })
  return near ? round(near.y + (point.y < near.y ? -19 : 19)) : point.y
}

/**
 * Returns the length of a dash in the map's frame, about half a mile, as `stroke-dasharray`. Each side of the
 * frame begins and ends with a black dash.
 */
export function frameDash(length: number, mile: number): number {
  const count = 2 * Math.round((length / (mile / 2) - 1) / 2) + 1
  return length / count
}
