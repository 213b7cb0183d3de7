/** Who arrives next and what they still lack, event by event; the first is open. */
import { Link } from 'react-router'
import type { ArrivingGuest, Arrival, Today, TodayEvent } from '#features/today/contract.ts'
import { type Day, formatDay, formatDayRangeShort } from '#shared/days.ts'
import { paths } from '#web/paths.ts'
import { EventLink } from './event-link.tsx'
import { GuestLink } from './guest-link.tsx'
import { awayFrom, lackingWords, lackWords, plural } from './words.ts'

export function Arrivals({ today: { here, arrivals, day } }: { today: Today }) {
  return (
    <section className="arrivals" aria-labelledby="arrivals">
      <h2 id="arrivals">Next to arrive</h2>
      {here.map((event) => (
        <AtTheRanch key={event.id} event={event} day={day} />
      ))}
      {arrivals.length === 0 && <p>Nobody is on the road yet.</p>}
      {arrivals.map((arrival, index) => (
        <EventArrival key={arrival.event.id} arrival={arrival} day={day} open={index === 0} />
      ))}
    </section>
  )
}

function AtTheRanch({ event, day }: { event: TodayEvent; day: Day }) {
  const until = event.endDateDate === day ? 'leaving today' : `until ${formatDay(event.endDateDate)}`
  return (
    <p className="here">
      At the ranch now: <EventLink event={event} />, {plural(event.taken, 'guest')}, {until}.
    </p>
  )
}

function EventArrival({ arrival, day, open }: { arrival: Arrival; day: Day; open: boolean }) {
  const { event, lacking, guests, more } = arrival
  return (
    <details className="fold arrival" open={open}>
      <summary>
        <h3>{event.name}</h3>
        <span className="arrival-when">
          {formatDayRangeShort(event.startDateDate, event.endDateDate)}, {awayFrom(day, event.startDateDate)}
        </span>
        <span className="note">
          {plural(event.taken, 'guest')}: {lackingWords(lacking)}
        </span>
      </summary>
      <ul className="guests">
        {guests.map((guest) => (
          <Guest key={guest.reservationId} guest={guest} />
        ))}
      </ul>
      <p className="arrival-way">
        {more > 0 && `And ${plural(more, 'more guest')}. `}
        <Link to={paths.event(event.urlName)}>
          All of {event.name}
          {event.private && <span className="mark">Private</span>}
        </Link>
      </p>
    </details>
  )
}

function Guest({ guest }: { guest: ArrivingGuest }) {
  const lacks = lackWords(guest)
  return (
    <li>
      <span className="guest-name">
        <GuestLink of={guest} />
      </span>
      <span className="lacks">
        {lacks.length === 0 && <span className="lack lack-none">Ready</span>}
        {lacks.map(({ lack, words }) => (
          <span key={lack} className={`lack lack-${lack}`}>
            {words}
          </span>
        ))}
      </span>
    </li>
  )
}
