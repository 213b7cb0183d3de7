/** Where somebody who has found a hole may write (RFC 9116). */
import { addDays, ranchDay } from '#shared/days.ts'
import { absoluteLink } from '#shared/links.ts'
import { venue } from '#shared/venue.ts'
import type { PageHandle } from '#web/page-meta.ts'
import { paths } from '#web/paths.ts'
import { siteContext } from '#web/server-context.ts'
import type { Route } from './+types/security'

/** The format advises less than a year. A site that nobody runs any more makes no new promise. */
const VALID_DAYS = 180

export const handle: PageHandle = { cacheBy: [] }

export function loader({ context }: Route.LoaderArgs) {
  const lines = [
    `Contact: mailto:${venue.email}`,
    `Expires: ${addDays(ranchDay(new Date()), VALID_DAYS)}T00:00:00Z`,
    'Preferred-Languages: en',
    `Canonical: ${absoluteLink(context.get(siteContext).publicUrl, paths.securityText)}`,
    '',
  ]
  return new Response(lines.join('\n'), { headers: { 'content-type': 'text/plain; charset=utf-8' } })
}
