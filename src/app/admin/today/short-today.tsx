/** Today for staff who do not look after guests, such as the kitchen: who is here tonight, and the next retreats. */
import { Link } from 'react-router'
import { getTonight, type Tonight } from '#domain/desk/today/contract.ts'
import { type EventSummary, listEvents } from '#domain/events/contract/events.ts'
import type { Call } from '#shared/client.ts'
import { formatDay, formatDayRange } from '#shared/format-days.ts'
import { Panel, Section } from '#app/ui/panel.tsx'
import { Stylesheet } from '#app/ui/stylesheet.tsx'
import { Text } from '#app/ui/text.tsx'
import { useApiQuery } from '#app/ui/use-api-query.ts'
import { paths } from '#app/paths.ts'
import { dataOf } from '#app/server-context.ts'
import { useMay } from '#app/site.ts'
import TonightPart from './tonight.tsx'
import sheet from './today.css?url'

/** The page lists this many retreats. */
const MAX_COMING = 12

interface ShortTodayProps {
  tonight: Tonight
  coming: EventSummary[]
}

export async function readShortToday(call: Call): Promise<ShortTodayProps> {
  const tonight = dataOf(await call(getTonight))
  const { events } = dataOf(await call(listEvents, { query: { when: 'current', limit: MAX_COMING } }))
  return { tonight, coming: events }
}

export function ShortToday({ tonight, coming }: ShortTodayProps) {
  const night = useApiQuery(getTonight, {}, { seed: tonight, poll: { everyMs: 5 * 60_000 } })
  const may = useMay()
  return (
    <>
      <Stylesheet href={sheet} />
      <header className="admin-menu column" data-hydrate>
        <div>
          <p className="eyebrow">{formatDay(night.data.day)}</p>
          <h1>Today</h1>
        </div>
      </header>
      <Panel className="today">
        <TonightPart tonight={night.data} />
      </Panel>
      <Panel className="today">
        <Section className="coming" id="coming" title="Coming events">
          {coming.length === 0 && <p>No events yet.</p>}
          <ul className="plain-list coming-list">
            {coming.map(({ id, name, urlName, startDateDate, endDateDate }) => (
              <li key={id}>
                <p className="coming-name">
                  <Link to={paths.event(urlName)}>
                    <Text>{name}</Text>
                  </Link>
                </p>
                <p className="note">{formatDayRange(startDateDate, endDateDate)}</p>
                {may('health.food') && (
                  <p>
                    <Link to={paths.eventKitchen(urlName)}>
                      Kitchen sheet
                      <span className="visually-hidden">
                        {' '}
                        <Text>of {name}</Text>
                      </span>
                    </Link>
                  </p>
                )}
              </li>
            ))}
          </ul>
        </Section>
      </Panel>
    </>
  )
}
