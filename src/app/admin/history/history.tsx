import { Link } from 'react-router'
import { listAudit, type AuditEntryShown } from '#domain/staff/audit/contract.ts'
import { AuditSentence } from '#app/admin/history/audit-history.tsx'
import { actorLabel, type HistoryScope } from '#app/admin/history/labels.ts'
import { listEvents } from '#domain/events/contract/events.ts'
import { ranchDay } from '#shared/days.ts'
import { formatDay, formatTime } from '#shared/format-days.ts'
import { Panel, Section } from '#app/ui/panel.tsx'
import { unlistedMeta } from '#app/page-meta.ts'
import { paths } from '#app/paths.ts'
import { callContext, dataOf } from '#app/server-context.ts'
import { AdminHead, FilterForm, idIn, requires } from '../admin-area.tsx'
import type { Route } from './+types/history'
import { Stylesheet } from '#app/ui/stylesheet.tsx'
import sheet from './history.css?url'

/**
 * The number of events in the filter: the events closest to today. An older event's own page links to its
 * history.
 */
const CHOICES = 100

export const middleware = [requires('guests.edit')]

export async function loader({ context, url }: Route.LoaderArgs) {
  const call = context.get(callContext)
  const eventId = idIn(url.searchParams.get('event'))
  const cursor = idIn(url.searchParams.get('before'))
  const query = { ...(eventId && { eventId }), ...(cursor && { cursor }) }
  const found = dataOf(await call(listAudit, { query }))
  const current = await call(listEvents, { query: { when: 'current', limit: CHOICES } })
  const past = await call(listEvents, { query: { when: 'past', limit: CHOICES } })
  const events = [current, past].flatMap((list) => (list.ok ? list.data.events : []))
  return { ...found, eventId, newest: cursor === null, choices: events.map(({ id, name }) => ({ id, name })) }
}

export const meta: Route.MetaFunction = () => unlistedMeta('History')

export default function History({ loaderData }: Route.ComponentProps) {
  const { entries, nextCursor, eventId, newest, choices } = loaderData
  return (
    <>
      <Stylesheet href={sheet} />
      <AdminHead title="History" note="What changed and when, without the old and new values." />
      <Panel className="history">
        <FilterForm
          action={paths.history}
          choices={[
            {
              name: 'event',
              label: 'Event',
              chosen: eventId ?? '',
              options: eventOptions(choices, eventId, entries[0]?.eventName),
            },
          ]}
        />
        {entries.length === 0 && <p>{nothing(newest, eventId)}</p>}
        <HistoryDays entries={entries} />
        <p className="history-ways ways screen-only">
          {!newest && <Link to={eventId ? paths.historyOf(eventId) : paths.history}>Newest</Link>}
          {nextCursor !== null && <Link to={paths.historyBefore(nextCursor, eventId)}>Earlier</Link>}
        </p>
      </Panel>
    </>
  )
}

function nothing(newest: boolean, eventId: number | null): string {
  if (!newest) return 'You have reached the beginning.'
  return eventId ? 'No changes here yet.' : 'No changes yet.'
}

/**
 * Returns the events for the filter, including the selected one. If the list lacks the selected event, its
 * name comes from a change in the history.
 */
function eventOptions(choices: { id: number; name: string }[], chosen: number | null, named?: string | null) {
  const known = choices.map(({ id, name }) => [id, name] as const)
  const missing = chosen !== null && !choices.some(({ id }) => id === chosen)
  const whole = ['', 'The whole site'] as const
  return missing ? [whole, [chosen, named ?? `Event #${chosen}`] as const, ...known] : [whole, ...known]
}

interface HistoryDaysProps {
  entries: AuditEntryShown[]
  /** An event's own history need not name the event in each line. */
  scope?: HistoryScope
}

export function HistoryDays({ entries, scope = 'site' }: HistoryDaysProps) {
  return [...Map.groupBy(entries, ({ at }) => ranchDay(new Date(at)))].map(([day, ofDay]) => (
    <Section key={day} id={`day-${day}`} title={formatDay(day)}>
      <ol className="plain-list history-list">
        {ofDay.map((entry) => (
          <Entry key={entry.id} entry={entry} scope={scope} />
        ))}
      </ol>
    </Section>
  ))
}

function Entry({ entry, scope }: { entry: AuditEntryShown; scope: HistoryScope }) {
  const { at } = entry
  return (
    <li>
      <time className="history-time" dateTime={at}>
        {formatTime(new Date(at))}
      </time>
      <span className="history-what">
        <AuditSentence entry={entry} scope={scope} />
      </span>
      <span className="history-who">{actorLabel(entry)}</span>
    </li>
  )
}
