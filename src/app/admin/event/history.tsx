/** The tab with the history of an event, its guests and its waitlist. */
import { Link } from 'react-router'
import { unlistedMeta } from '#app/page-meta.ts'
import { paths } from '#app/paths.ts'
import { callContext, dataOf } from '#app/server-context.ts'
import { Panel } from '#app/ui/panel.tsx'
import { Stylesheet } from '#app/ui/stylesheet.tsx'
import { listAudit } from '#domain/staff/audit/contract.ts'
import { idIn, requires } from '../admin-area.tsx'
import { HistoryDays } from '../history/history.tsx'
import sheet from '../history/history.css?url'
import type { Route } from './+types/history'
import { eventIn } from './event-context.ts'

const HISTORY = 'history'

export const middleware = [requires('guests.edit')]

export async function loader({ context, url }: Route.LoaderArgs) {
  const { id: eventId, name, urlName } = eventIn(context)
  const cursor = idIn(url.searchParams.get('before'))
  const query = { eventId, ...(cursor && { cursor }) }
  const found = dataOf(await context.get(callContext)(listAudit, { query }))
  return { ...found, name, urlName, newest: cursor === null }
}

export const meta: Route.MetaFunction = ({ loaderData }) =>
  unlistedMeta(`History · ${loaderData?.name ?? ''}`)

export default function EventHistory({ loaderData }: Route.ComponentProps) {
  const { entries, nextCursor, urlName, newest } = loaderData
  return (
    <Panel labelledBy={HISTORY} title="History" className="history">
      <Stylesheet href={sheet} />
      <p className="note">What changed and when, without the old and new values.</p>
      {entries.length === 0 && <p>{newest ? 'No changes yet.' : 'You have reached the beginning.'}</p>}
      <HistoryDays entries={entries} scope="event" />
      <p className="history-ways ways screen-only">
        {!newest && <Link to={paths.eventHistory(urlName)}>Newest</Link>}
        {nextCursor !== null && <Link to={paths.eventHistoryBefore(urlName, nextCursor)}>Earlier</Link>}
      </p>
    </Panel>
  )
}
