/**
 * Serves `/directions/road.gpx`: the dirt road as a GPX 1.1 file for offline map apps
 * (topografix.com/GPX/1/1).
 */
import { absoluteLink } from '#shared/links.ts'
import { escapeXml } from '#shared/text.ts'
import { venue } from '#shared/venue.ts'
import { paths } from '#app/paths.ts'
import { siteContext } from '#app/server-context.ts'
import type { Route } from './+types/road-file'
import type { Place } from './measure.ts'
import { type PlacedRoad, road } from './road.ts'

export function loader({ context }: Route.LoaderArgs) {
  return roadFileOf(road, context.get(siteContext).publicUrl)
}

/**
 * Returns the file of a road. A made-up road has none, because a guest might drive by it (R55.2).
 */
export function roadFileOf(road: PlacedRoad, publicUrl: string): Response {
  if (road.sample) return new Response('There is no map file yet: the road is sample data.', { status: 404 })
  const page = absoluteLink(publicUrl, paths.directions)
  return new Response(gpxFile(road, { name: venue.name, page }), {
    headers: {
      'content-type': 'application/gpx+xml',
      'content-disposition': 'attachment; filename="road.gpx"',
      'cache-control': 'no-cache',
    },
  })
}

/**
 * Creates the GPX file in the order of its schema. Landmarks are waypoints, and the road is a track. `page`
 * is the URL of the directions.
 */
export function gpxFile(road: PlacedRoad, { name, page }: { name: string; page: string }): string {
  const title = `The last ${road.miles} miles to ${name}`
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<gpx version="1.1" creator="${escapeXml(name)}" xmlns="http://www.topografix.com/GPX/1/1" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:schemaLocation="http://www.topografix.com/GPX/1/1 http://www.topografix.com/GPX/1/1/gpx.xsd">`,
    '  <metadata>',
    `    <name>${escapeXml(title)}</name>`,
    `    <link href="${escapeXml(page)}"><text>Directions</text></link>`,
    '  </metadata>',
    ...road.stops.flatMap((stop) => [
      `  <wpt ${at(stop.place)}>`,
      `    <name>${escapeXml(`Mile ${stop.mile}: ${stop.name}`)}</name>`,
      `    <desc>${escapeXml([...(stop.turn ? [`Keep ${stop.turn}.`] : []), stop.note].join(' '))}</desc>`,
      '  </wpt>',
    ]),
    '  <trk>',
    `    <name>${escapeXml(title)}</name>`,
    '    <trkseg>',
    ...road.line.map((place) => `      <trkpt ${at(place)}/>`),
    '    </trkseg>',
    '  </trk>',
    '</gpx>',
    '',
  ].join('\n')
}

const at = ({ lat, lon }: Place): string => `lat="${lat.toFixed(5)}" lon="${lon.toFixed(5)}"`
