/** The list of held spots: for whoever is signing up right now, or has an offer of the waitlist. */
import type { Today } from '#features/today/contract.ts'
import { type Day, formatDay, formatTime, ranchDay } from '#shared/days.ts'
import { EventLink } from './event-link.tsx'
import { GuestLink } from './guest-link.tsx'
import { plural } from './words.ts'

export function Holds({ holds: { count, list }, day }: { holds: Today['holds']; day: Day }) {
  return (
    <section className="holds" aria-labelledby="holds">
      <h2 id="holds">Held spots</h2>
      {count === 0 && <p>Nobody is signing up or has an offer right now.</p>}
      <ul className="holds-list">
        {list.map((hold) => (
          <li key={hold.reservationId}>
            <GuestLink of={hold} />, <EventLink event={hold.event} />
            <span className="note">
              {hold.offered ? 'Offered' : 'Signing up, held'} until{' '}
              <time dateTime={hold.endsAt}>{untilWords(hold.endsAt, day)}</time>.
            </span>
          </li>
        ))}
      </ul>
      {count > list.length && <p className="note">And {plural(count - list.length, 'more hold')}.</p>}
    </section>
  )
}

/** `"2:15 PM"`, with the day when it is another one. */
function untilWords(instant: string, today: Day): string {
  const end = new Date(instant)
  const day = ranchDay(end)
  return day === today ? formatTime(end) : `${formatTime(end)} on ${formatDay(day)}`
}
