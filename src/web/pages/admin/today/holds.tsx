/** Who is signing up right now. */
import type { Today } from '../../../../capabilities/today/contract.ts'
import { formatTime } from '../../../../shared/days.ts'
import { EventLink } from './event-link.tsx'
import { GuestLink } from './guest-link.tsx'
import { plural } from './words.ts'

export function Holds({ holds: { count, list } }: { holds: Today['holds'] }) {
  return (
    <section className="holds" aria-labelledby="holds">
      <h2 id="holds">Signing up now</h2>
      {count === 0 && <p>Nobody is at the card form right now.</p>}
      <ul className="holds-list">
        {list.map((hold) => (
          <li key={hold.reservationId}>
            <GuestLink of={hold} />, <EventLink event={hold.event} />
            <span className="note">
              The spot is held until <time dateTime={hold.endsAt}>{formatTime(new Date(hold.endsAt))}</time>.
            </span>
          </li>
        ))}
      </ul>
      {count > list.length && <p className="note">And {plural(count - list.length, 'more hold')}.</p>}
    </section>
  )
}
