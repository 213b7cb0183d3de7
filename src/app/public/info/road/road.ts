/**
 * The dirt road of `content/road.json`, with places as numbers. The build has already validated the file
 * (`road-schema.ts`).
 */
import { venue } from '#shared/venue.ts'
import data from '#content/road.json' with { type: 'json' }
import { type Place, placeAlong, parsePlace } from './measure.ts'
import type { Road } from './road-schema.ts'

export type PlacedRoad = ReturnType<typeof placedRoad>
export type PlacedStop = PlacedRoad['stops'][number]

/** Converts the places of a road to numbers. Throws if a place is invalid, which the build prevents. */
function placedRoad(road: Road, miles: number) {
  const line = road.line.map(certain)
  const at = (mile: number) => placeAlong(line, mile / miles)
  return {
    sample: road.sample,
    from: road.from,
    miles,
    line,
    stops: road.stops.map((stop) => ({ ...stop, place: at(stop.mile) })),
    /** The place of every whole mile on the dirt road, from mile 0 to the last mile. */
    milePosts: Array.from({ length: Math.floor(miles) + 1 }, (_, mile) => ({ mile, place: at(mile) })),
    pavement: road.pavement.map(certain),
    sideRoads: road.sideRoads.map((side) => side.map(certain)),
    washes: road.washes.map((wash) => wash.map(certain)),
    mesas: road.mesas.map((mesa) => ({ name: mesa.name, at: certain(mesa.at), miles: mesa.miles })),
  }
}

function certain(text: string): Place {
  const place = parsePlace(text)
  if (!place) throw new Error(`Not a place: ${text}`)
  return place
}

// The type assertion is necessary, because TypeScript gives the texts of imported JSON wider types than the
// schema.
export const road = placedRoad(data as Road, venue.dirtRoadMiles)
