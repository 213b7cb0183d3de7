/** `/directions/road.gpx`: the road as a file for map apps. */
import { absoluteLink } from '#shared/links.ts'
import { venue } from '#shared/venue.ts'
import { paths } from '#web/paths.ts'
import { siteContext } from '#web/server-context.ts'
import type { Route } from './+types/road-file'
import { GPX_CONTENT_TYPE, gpxOf } from './gpx.ts'
import { road } from './road.ts'

export function loader({ context }: Route.LoaderArgs) {
  const page = absoluteLink(context.get(siteContext).publicUrl, paths.directions)
  return new Response(gpxOf(road, { name: venue.name, page }), {
    headers: {
      'content-type': GPX_CONTENT_TYPE,
      'content-disposition': 'attachment; filename="road.gpx"',
      'cache-control': 'no-cache',
    },
  })
}
