/** The family's calendar for phones to subscribe to, by the address that an admin has made. */
import { data } from 'react-router'
import { readFeed } from '#features/calendar/contract.ts'
import { familyFeed } from '#features/calendar/domain/ics-feed.ts'
import { CALENDAR_CONTENT_TYPE } from '#shared/ics.ts'
import { absoluteLink } from '#shared/links.ts'
import { paths } from '#web/paths.ts'
import { callContext, siteContext } from '#web/server-context.ts'
import { PRIVATE } from '../private-page.ts'
import type { Route } from './+types/feed-file'

export async function loader({ context, params }: Route.LoaderArgs) {
  const found = await context.get(callContext)(readFeed, { query: { token: params.token } })
  // A calendar without entries would be taken to mean that they are called off.
  if (!found.ok) throw data(found.message, { status: found.status || 503, headers: PRIVATE })
  const { publicUrl } = context.get(siteContext)
  const text = familyFeed({
    ...found.data,
    pageOf: (urlName) => absoluteLink(publicUrl, paths.event(urlName)),
    now: new Date(),
  })
  return new Response(text, { headers: { ...PRIVATE, 'content-type': CALENDAR_CONTENT_TYPE } })
}
