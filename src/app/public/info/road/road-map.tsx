import type { ReactNode } from 'react'
import { venue } from '#shared/venue.ts'
import {
  type Bare,
  labelHeight,
  frameDash,
  grassPath,
  MAP,
  mesaFlanks,
  mesaOutline,
  mapPlan,
  type Point,
  smoothPath,
} from './map-geometry.ts'
import type { Place } from './measure.ts'
import type { Stop } from './road-schema.ts'
import { type PlacedStop, road } from './road.ts'

const FRAME = 9
const plan = mapPlan(road)
const path = (line: readonly Place[]) => smoothPath(line.map(plan.point))

/**
 * Renders the dirt road as a map, from nothing but `content/road.json`. The list next to the map says the
 * same in words.
 */
export function RoadMap() {
  const end = plan.point(road.line.at(-1) ?? { lat: 0, lon: 0 })
  return (
    <svg
      className="road-map"
      viewBox={`0 0 ${MAP.width} ${MAP.height}`}
      width={MAP.width}
      height={MAP.height}
      role="img"
      aria-label={`Map of the ${road.miles} miles of dirt road, north up. The list has everything that it shows.`}
    >
      <clipPath id="map-frame">
        <rect x={FRAME} y={FRAME} width={MAP.width - 2 * FRAME} height={MAP.height - 2 * FRAME} />
      </clipPath>
      <g clipPath="url(#map-frame)">
        <rect className="map-ground" width={MAP.width} height={MAP.height} />
        <Grid />
        <path className="map-grass" d={grassPath(bareGround)} />
        <Terrain />
        <Roads />
      </g>
      <Frame />
      {road.stops.map((stop) => {
        const { x, y } = plan.point(stop.place)
        const label = labelPoint(stop)
        const to = `${label.x + label.away * 14} ${label.y}`
        return <path key={stop.mile} className="map-leader" d={`M${x} ${y}L${to}`} />
      })}
      {road.milePosts.map(({ mile, place }) => (
        <MilePost key={mile} at={plan.point(place)} mile={mile} />
      ))}
      {road.stops.map((stop) => (
        <StopLabel key={stop.mile} stop={stop} />
      ))}
      <text className="map-from" x={MAP.width - 22} y={32} textAnchor="end">
        {road.from}
      </text>
      <Home at={end} />
      <North />
      <Scale />
    </svg>
  )
}

const ROADSIDE = 20

const bareGround: Bare[] = [
  ...road.line.map((place) => ({ middle: plan.point(place), radius: ROADSIDE })),
  ...road.mesas.map(({ at, miles }) => ({ middle: plan.point(at), radius: (miles / 2) * plan.mile })),
]

function Grid() {
  const { mile } = plan
  const lines = (length: number) =>
    Array.from({ length: Math.floor(length / mile) }, (_, at) => Math.round((at + 1) * mile * 10) / 10)
  const down = lines(MAP.width).map((x) => `M${x} 0V${MAP.height}`)
  const across = lines(MAP.height).map((y) => `M0 ${y}H${MAP.width}`)
  return <path className="map-grid" d={[...down, ...across].join('')} />
}

function Terrain() {
  return (
    <>
      {road.washes.map((wash) => (
        <path key={path(wash)} className="map-wash" d={path(wash)} />
      ))}
      {road.mesas.map(({ at, miles, name }, seed) => {
        const middle = plan.point(at)
        const radius = (miles / 2) * plan.mile
        return (
          <g key={`${at.lat} ${at.lon}`}>
            <path className="map-mesa" d={mesaOutline(middle, radius, seed + 1)} />
            <path className="map-flanks" d={mesaFlanks(middle, radius, seed + 1)} />
            <path className="map-mesa-top" d={mesaOutline(middle, radius * 0.66, seed + 1)} />
            {name && (
              <text className="map-land" textAnchor="middle">
                {name.split(' ').map((word, line) => (
                  <tspan key={word} x={middle.x} y={middle.y + 1 + line * 14}>
                    {word}
                  </tspan>
                ))}
              </text>
            )}
          </g>
        )
      })}
    </>
  )
}

function Roads() {
  const { line, pavement, sideRoads } = road
  return (
    <>
      {sideRoads.map((side) => (
        <path key={path(side)} className="map-side-road" d={path(side)} />
      ))}
      <path className="map-pavement" d={path(pavement)} />
      <path className="map-pavement-line" d={path(pavement)} />
      <path className="map-road-edge" d={path(line)} />
      <path className="map-road" d={path(line)} />
    </>
  )
}

function MilePost({ at, mile }: { at: Point; mile: number }) {
  return (
    <g className="map-post">
      <circle cx={at.x} cy={at.y} r={8.5} />
      <text x={at.x} y={at.y + 3.6} textAnchor="middle">
        {mile}
      </text>
    </g>
  )
}

const posts = road.milePosts.map(({ place }) => plan.point(place))

function labelPoint({ place, side }: PlacedStop): Point & { away: 1 | -1 } {
  const at = plan.point(place)
  return { x: at.x, y: labelHeight(at, posts), away: side === 'east' ? 1 : -1 }
}

function StopLabel({ stop }: { stop: PlacedStop }) {
  const { x, y, away } = labelPoint(stop)
  return (
    <g className="map-stop">
      <g transform={`translate(${x + away * 26 - 9} ${y - 9}) scale(.75)`}>
        <SignShape name={stop.sign} />
      </g>
      <text x={x + away * 39} y={y + 4.2} textAnchor={away === 1 ? 'start' : 'end'}>
        {stop.label}
      </text>
    </g>
  )
}

/**
 * Renders the ranch as its logo on the map. The path is a copy of the path in `src/app/ui/icons.tsx`, in the
 * units of the map.
 */
function Home({ at }: { at: Point }) {
  return (
    <g className="map-home" transform={`translate(${at.x} ${at.y + 22})`}>
      <g transform="translate(-24 0) scale(.74)">
        <path className="map-star" d="M32.5.8l1.6 4.5 4.5 1.6-4.5 1.6-1.6 4.5-1.6-4.5-4.5-1.6 4.5-1.6z" />
        <path
          className="map-brand"
          d="M6 34Q13 33 17.5 25.500L20.5 15H44.500L47.5 25.500Q52 33 59 34M9 41.500Q32.5 50.5 56 41.5"
        />
      </g>
      <text y={56} textAnchor="middle">
        {venue.name}
      </text>
    </g>
  )
}

function North() {
  return (
    <g className="map-north" transform="translate(36 30)">
      <path d="M0-9l1.8 5.200L7-2 1.8-.2 0 22-1.8-.2-7-2l5.2-1.800z" />
      <text y={38} textAnchor="middle">
        N
      </text>
    </g>
  )
}

function Scale() {
  const { mile } = plan
  return (
    <g className="map-scale" transform={`translate(24 ${MAP.height - 30})`}>
      <path d={`M0-5V0H${mile}V-5M${mile / 2}-3V0`} />
      <text x={mile / 2} y={14} textAnchor="middle">
        1 mile
      </text>
    </g>
  )
}

/**
 * Renders the map's frame of black and white dashes, as on survey maps. Each dash stands for about half a
 * mile.
 */
function Frame() {
  const [right, bottom] = [MAP.width, MAP.height]
  const across = frameDash(right - 16, plan.mile)
  const down = frameDash(bottom - 16, plan.mile)
  return (
    <>
      <path className="map-frame-dashes" strokeDasharray={across} d={`M8 5H${right - 8}`} />
      <path className="map-frame-dashes" strokeDasharray={across} d={`M8 ${bottom - 5}H${right - 8}`} />
      <path className="map-frame-dashes" strokeDasharray={down} d={`M5 8V${bottom - 8}`} />
      <path className="map-frame-dashes" strokeDasharray={down} d={`M${right - 5} 8V${bottom - 8}`} />
      <rect className="map-frame-line" x={2} y={2} width={right - 4} height={bottom - 4} />
      <rect className="map-frame-line" x={8} y={8} width={right - 16} height={bottom - 16} />
    </>
  )
}

type SignName = Stop['sign']

/**
 * The icons of landmarks, each in a box of 24 by 24 units. The map and the list always show the landmark's
 * name too.
 */
const SIGNS: Record<SignName, ReactNode> = {
  pavement: <path d="M8.5 3L5 21M15.5 3L19 21M12 4v3M12 10.5v3M12 17v4" />,
  guard: <path d="M3 6v12M21 6v12M3 8h18M3 12h18M3 16h18" />,
  fork: (
    <path d="M12 21v-7M12 14C12 9 6 10 6 4M12 14c0-5 6-4 6-10M3.5 6.5L6 4l2.5 2.5M15.5 6.5L18 4l2.5 2.5" />
  ),
  wash: <path d="M2.5 8.5q3-3 6.3 0t6.4 0 6.3 0M2.5 15.5q3-3 6.3 0t6.4 0 6.3 0" />,
  signal: <path d="M5 20v-4M10 20v-8M15 20V8M20 20V4" />,
  mesa: <path d="M2 19.5l4.5-4L8 8h8l1.5 7.5 4.5 4zM11 8l-.6 5M14 8l.5 4" />,
  windmill: (
    <path d="M12 9L8 21.5M12 9l4 12.5M9.5 17h5M12 9V2M12 9L6.5 5M12 9l5.5-4M12 9H5.5M12 9h9M21 6.5v5M12 9l-4.5 5M12 9l4.5 5" />
  ),
  narrows: <path d="M5 3c0 5 4 4.5 4 9s-4 4-4 9M19 3c0 5-4 4.5-4 9s4 4 4 9" />,
  corral: <path d="M4 5v15M12 5v15M20 5v15M2 9h20M2 13h20M2 17h20" />,
  gateway: <path d="M5 22V5M19 22V5M2 6.5h20M3.5 4h17M12 6.5v3M9.5 9.5h5v4h-5z" />,
}

const SignShape = ({ name }: { name: SignName }) => <g className="sign-shape">{SIGNS[name]}</g>

export function Sign({ name }: { name: SignName }) {
  return (
    <svg className="sign" viewBox="0 0 24 24" width={24} height={24} aria-hidden="true">
      <SignShape name={name} />
    </svg>
  )
}
