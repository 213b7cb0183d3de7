/** Whose data is deleted within a week, while there is still time to take it along. */
import type { Leaving as LeavingEvent } from '#features/today/contract.ts'
import { type Day, formatDay } from '#shared/days.ts'
import { paths } from '#web/paths.ts'
import { EventLink } from './event-link.tsx'
import { plural } from './words.ts'

export function Leaving({ leaving, day }: { leaving: LeavingEvent[]; day: Day }) {
  if (leaving.length === 0) return null
  return (
    <section aria-labelledby="leaving">
      <h2 id="leaving">Data that goes soon</h2>
      <ul className="holds-list">
        {leaving.map((event) => (
          <li key={event.id}>
            Guest data of <EventLink event={event} /> is deleted {whenWords(event.day, day)}:{' '}
            {whoWords(event)}.
            <span className="note">
              <a href={paths.exportEvent(event.id)} download>
                Download the data of {event.name}
              </a>{' '}
              first if you need it.
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** When the data goes, in words: from its day on, as soon as each guest has been told. */
const whenWords = (on: Day, today: Day) => (on <= today ? 'today' : `on ${formatDay(on)}`)

function whoWords({ guests, waiting }: LeavingEvent): string {
  const waitlist = `${waiting} on the waitlist`
  if (waiting === 0) return plural(guests, 'guest')
  return guests === 0 ? waitlist : `${plural(guests, 'guest')}, ${waitlist}`
}
