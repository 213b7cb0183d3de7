/** Who changed what and when, on the whole site or on one event: names of fields, never their values. */
import { Form, Link } from 'react-router'
import { listAudit } from '#features/audit/contract.ts'
import { listEvents } from '#features/events/contract/events.ts'
import { unlistedMeta } from '#web/page-meta.ts'
import { paths } from '#web/paths.ts'
import { callContext, dataOf } from '#web/server-context.ts'
import { Paper } from '#ui/paper.tsx'
import type { Route } from './+types/history'
import { HistoryDays } from './history-days.tsx'
import { Button } from '#ui/button.tsx'

/** The nearest on either side of today: older ones are reached from their own pages. */
const CHOICES = 100

export async function loader({ context, url }: Route.LoaderArgs) {
  const call = context.get(callContext)
  const eventId = numberOf(url.searchParams.get('event'))
  const cursor = numberOf(url.searchParams.get('before'))
  const query = { ...(eventId && { eventId }), ...(cursor && { cursor }) }
  const found = dataOf(await call(listAudit, { query }))
  const current = await call(listEvents, { query: { when: 'current', limit: CHOICES } })
  const past = await call(listEvents, { query: { when: 'past', limit: CHOICES } })
  const events = [current, past].flatMap((list) => (list.ok ? list.data.events : []))
  return {
    ...found,
    eventId,
    newest: cursor === null,
    choices: events.map(({ id, name }) => ({ id, name })),
  }
}

/** An address may say anything; what is no number of ours is as good as nothing. */
function numberOf(text: string | null): number | null {
  return text !== null && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : null
}

export const meta: Route.MetaFunction = () => unlistedMeta('History')

export default function History({ loaderData }: Route.ComponentProps) {
  const { entries, nextCursor, eventId, newest, choices } = loaderData
  return (
    <>
      <header className="history-head column">
        <h1>History</h1>
        <p className="note">What was changed, never the old or new text.</p>
      </header>
      <Paper className="history">
        <EventFilter choices={choices} chosen={eventId} named={entries[0]?.eventName ?? null} />
        {entries.length === 0 && <p>{nothing(newest, eventId)}</p>}
        <HistoryDays entries={entries} scope="site" />
        <p className="history-ways">
          {!newest && <Link to={eventId ? paths.historyOf(eventId) : paths.history}>Newest</Link>}
          {nextCursor !== null && <Link to={paths.historyBefore(nextCursor, eventId)}>Earlier</Link>}
        </p>
      </Paper>
    </>
  )
}

function nothing(newest: boolean, eventId: number | null): string {
  if (!newest) return 'That is all.'
  return eventId ? 'No changes here yet.' : 'No changes yet.'
}

interface EventFilterProps {
  choices: { id: number; name: string }[]
  chosen: number | null
  /** The chosen event's name, if the entries tell. */
  named: string | null
}

/** A plain form that asks for the same page: it needs no script. */
function EventFilter({ choices, chosen, named }: EventFilterProps) {
  const missing = chosen !== null && !choices.some(({ id }) => id === chosen)
  return (
    <Form method="get" action={paths.history} className="event-filter" key={chosen}>
      <label htmlFor="history-event">Event</label>
      <select id="history-event" name="event" defaultValue={chosen ?? ''}>
        <option value="">The whole site</option>
        {missing && <option value={chosen}>{named ?? `Event #${chosen}`}</option>}
        {choices.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
      <Button type="submit" look="plain">
        Show
      </Button>
    </Form>
  )
}
