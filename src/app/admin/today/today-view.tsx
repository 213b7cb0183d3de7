/** The Today page: first what an admin must know, then the details. */
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { tickByAdmin } from '#domain/onsite/arrival/contract.ts'
import {
  type Arrival,
  type ArrivingGuest,
  getToday,
  type OverdueGuest,
  type PaymentsDue,
  type Problems,
  type Refunds,
  type Today,
  type TodayEvent,
  type Tonight,
} from '#domain/desk/today/contract.ts'
import { type Day, ranchDay } from '#shared/days.ts'
import { formatDay, formatDayRangeShort, formatTime } from '#shared/format-days.ts'
import { plural } from '#shared/text.ts'
import { FailureAlert } from '#app/ui/alert.tsx'
import { useApiMutation } from '#app/ui/api.tsx'
import { Button } from '#app/ui/button.tsx'
import { PhoneLink } from '#app/ui/phone-link.tsx'
import { Panel, Section } from '#app/ui/panel.tsx'
import { paths } from '#app/paths.ts'
import { Answers } from './answers.tsx'
import { Attention } from './attention.tsx'
import { Late } from '#app/admin/payments-due/owed.tsx'
import {
  awayFrom,
  EventLink,
  GuestLink,
  describeLacking,
  describeLack,
  describeSpots,
} from './describe-today.tsx'
import TonightPart from './tonight.tsx'
import { Text, Verbatim } from '#app/ui/text.tsx'
import { Stylesheet } from '#app/ui/stylesheet.tsx'
import sheet from './today.css?url'

interface TodayViewProps {
  today: Today
  tonight: Tonight
  payments: PaymentsDue
  /** Null for staff who may not make refunds. */
  refunds: Refunds | null
  problems: Problems
  news: ReactNode
  /** The note about sample text. */
  sample: ReactNode
}

/** Renders what needs a decision first, then arrivals and money due, then tonight and the next retreats. */
export function TodayView({ today, tonight, payments, refunds, problems, news, sample }: TodayViewProps) {
  return (
    <>
      <Stylesheet href={sheet} />
      <Panel className="today">
        <OverdueGuests guests={today.overdue} />
        <Answers today={today} payments={payments} refunds={refunds} problems={problems} />
        <Attention today={today} refunds={refunds} problems={problems} />
      </Panel>
      <Panel className="today today-behind">
        <div className="today-beside">
          <Arrivals today={today} />
          <TonightPart tonight={tonight} />
        </div>
        <div className="today-beside">
          <Late payments={payments} />
          {news}
          <Holds holds={today.holds} day={today.day} />
        </div>
      </Panel>
      <Panel className="today">
        <ComingEvents coming={today.coming} day={today.day} />
        {sample}
      </Panel>
    </>
  )
}

/**
 * Renders guests who should have arrived by now. A guest disappears from the list when an admin, a host or
 * the guest reports the arrival.
 */
function OverdueGuests({ guests }: { guests: OverdueGuest[] }) {
  const { send, busy, failed } = useApiMutation(tickByAdmin, { invalidates: [getToday] })
  if (guests.length === 0) return null
  const tick = (reservationId: number) =>
    void send({ body: { reservationId, here: true, at: new Date().toISOString() } })
  return (
    <Section className="overdue" id="overdue-guests" title="Overdue">
      <FailureAlert failed={failed} />
      <ul className="plain-list">
        {guests.map((guest) => (
          <li key={guest.reservationId}>
            <p>
              <GuestLink of={guest} />, <EventLink event={guest.event} />
              <Text>. {guest.from === 'pavement' ? 'Left the pavement; expected' : 'Expected'} by</Text>{' '}
              <time dateTime={guest.expectedAt}>{formatTime(new Date(guest.expectedAt))}</time>
              {guest.phone && (
                <>
                  <Text>,</Text> <PhoneLink phone={guest.phone} />
                </>
              )}
            </p>
            <Button look="plain" busy={busy} onClick={() => tick(guest.reservationId)}>
              Is here
              <span className="visually-hidden">
                <Text>: </Text>
                <Verbatim>{guest.guest}</Verbatim>
              </span>
            </Button>
          </li>
        ))}
      </ul>
    </Section>
  )
}

/** Renders the next arrivals by event, with what each guest still lacks. The first event is open. */
function Arrivals({ today: { here, arrivals, day } }: { today: Today }) {
  return (
    <Section className="arrivals" id="arrivals" title="Arriving next">
      {here.map((event) => (
        <AtTheRanch key={event.id} event={event} day={day} />
      ))}
      {arrivals.length === 0 && <p>Nobody yet.</p>}
      {arrivals.map((arrival, index) => (
        <EventArrival key={arrival.event.id} arrival={arrival} day={day} open={index === 0} />
      ))}
    </Section>
  )
}

function AtTheRanch({ event, day }: { event: TodayEvent; day: Day }) {
  const until = event.endDateDate === day ? 'leaving today' : `until ${formatDay(event.endDateDate)}`
  return (
    <p className="here">
      At the ranch now: <EventLink event={event} />
      <Text>
        , {plural(event.taken, 'guest')}, {until}.
      </Text>
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
          {`${formatDayRangeShort(event.startDateDate, event.endDateDate)}, ${awayFrom(day, event.startDateDate)}`}
        </span>
        <span className="note">
          <Text>
            {plural(event.taken, 'guest')}: {describeLacking(lacking)}
          </Text>
        </span>
      </summary>
      <ul className="plain-list guests">
        {guests.map((guest) => (
          <Guest key={guest.reservationId} guest={guest} />
        ))}
      </ul>
      <p className="arrival-way">
        {more > 0 && (
          <span>
            <Text>And {plural(more, 'more guest')}.</Text>
          </span>
        )}
        <Link to={paths.eventGuests(event.urlName)}>
          <Text>All of {event.name}</Text>
          {event.private && <span className="mark">Private</span>}
        </Link>
        <Link to={paths.eventKitchen(event.urlName)}>
          Kitchen sheet
          <span className="visually-hidden">
            {' '}
            <Text>of {event.name}</Text>
          </span>
        </Link>
      </p>
    </details>
  )
}

function Guest({ guest }: { guest: ArrivingGuest }) {
  const lacks = describeLack(guest)
  return (
    <li>
      <span className="guest-name">
        <GuestLink of={guest} />
      </span>
      <span className="lacks">
        {lacks.length === 0 && <span className="lack lack-none">Ready</span>}
        {lacks.map(({ lack, words }) => (
          <span key={lack} className={`lack lack-${lack}`}>
            <Text>{words}</Text>
          </span>
        ))}
      </span>
    </li>
  )
}

/** How many coming events the page shows. It folds the later ones. */
const FIRST_COMING = 3

function ComingEvents({ coming: { count, events }, day }: { coming: Today['coming']; day: Day }) {
  return (
    <Section className="coming" id="coming" title="Coming events">
      {count === 0 && (
        <p>
          No events yet. <Link to={paths.createEvent}>Create one.</Link>
        </p>
      )}
      <ul className="plain-list coming-list">
        {events.slice(0, FIRST_COMING).map((event) => (
          <ComingEvent key={event.id} event={event} day={day} />
        ))}
      </ul>
      {events.length > FIRST_COMING && (
        <details className="fold">
          <summary>
            <Text>{plural(events.length - FIRST_COMING, 'later event')}</Text>
          </summary>
          <ul className="plain-list coming-list">
            {events.slice(FIRST_COMING).map((event) => (
              <ComingEvent key={event.id} event={event} day={day} />
            ))}
          </ul>
        </details>
      )}
      {count > events.length && (
        <p className="more">
          <Link to={paths.events}>
            <Text>All {count} events</Text>
          </Link>
        </p>
      )}
    </Section>
  )
}

function ComingEvent({ event, day }: { event: TodayEvent; day: Day }) {
  const full = event.taken + event.held >= event.spots
  return (
    <li>
      <p className="coming-name">
        <EventLink event={event} />
      </p>
      <p className="note">
        {`${formatDayRangeShort(event.startDateDate, event.endDateDate)}, ${awayFrom(day, event.startDateDate)}`}
      </p>
      <Bar event={event} />
      <p className="coming-spots">
        {full && <strong>Full: </strong>}
        <Text>{describeSpots(event)}</Text>
      </p>
    </li>
  )
}

function Bar({ event: { spots, taken, held } }: { event: TodayEvent }) {
  const share = (part: number) => `${spots > 0 ? Math.min(100, (100 * part) / spots) : 0}%`
  return (
    <div className="spots-bar" aria-hidden="true">
      <span style={{ inlineSize: share(taken) }} />
      <span className="spots-held" style={{ inlineSize: share(held) }} />
    </div>
  )
}

/** Renders the held spots: in checkout, waiting for a confirmation by e-mail, or offered to the waitlist. */
function Holds({ holds: { count, list }, day }: { holds: Today['holds']; day: Day }) {
  if (count === 0) return null
  return (
    <section className="holds" aria-label="Spots on hold">
      <details className="fold">
        <summary>
          <Text>{plural(count, 'spot')} on hold</Text>
        </summary>
        <ul className="plain-list holds-list">
          {list.map((hold) => (
            <li key={hold.reservationId}>
              <GuestLink of={hold} />, <EventLink event={hold.event} />
              <span className="note">
                <Text>{describeHold(hold)} until</Text>{' '}
                <time dateTime={hold.endsAt}>{describeHoldEnd(hold.endsAt, day)}</time>.
              </span>
            </li>
          ))}
        </ul>
        {count > list.length && (
          <p className="note">
            <Text>And {plural(count - list.length, 'more hold')}.</Text>
          </p>
        )}
      </details>
    </section>
  )
}

function describeHold({ offered, waitsForMailbox }: Today['holds']['list'][number]): string {
  if (waitsForMailbox) return 'Waiting for confirmation by email'
  return offered ? 'Waitlist offer' : 'Checkout'
}

/**
 * Returns the time at which a hold ends, such as `"2:15 PM"`, with the day if the hold does not end today.
 */
function describeHoldEnd(instant: string, today: Day): string {
  const end = new Date(instant)
  const day = ranchDay(end)
  return day === today ? formatTime(end) : `${formatTime(end)} on ${formatDay(day)}`
}
