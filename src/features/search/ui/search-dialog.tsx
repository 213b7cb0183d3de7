/** The search over everything, in a dialog over whatever page an admin is on (R30.9). */
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { formatDayRangeShort } from '#shared/days.ts'
import { adminReservationPath, eventPath } from '#shared/links.ts'
import { formatMoney } from '#shared/money.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { FailureAlert } from '#ui/failure-alert.tsx'
import { Stylesheet } from '#ui/stylesheet.tsx'
import { useApiQuery } from '#ui/use-api-query.ts'
import {
  findAnything,
  type Found,
  type FoundEntry,
  type FoundEvent,
  type FoundGuest,
  LEAST_SEARCH,
} from '../contract.ts'
import sheet from './search.css?url'

export default function SearchDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Dialog open={open} onClose={onClose} title="Search">
      <SearchAll onChosen={onClose} />
    </Dialog>
  )
}

/** A person types on; each pause is a question. */
const PAUSE_MS = 250

export function SearchAll({ onChosen }: { onChosen: () => void }) {
  const [typed, setTyped] = useState('')
  const [asked, setAsked] = useState('')
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])
  useEffect(() => {
    const timer = setTimeout(() => setAsked(typed.trim()), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [typed])
  return (
    <search className="search-all">
      <Stylesheet href={sheet} />
      <label htmlFor="search-all" className="field-label">
        A guest, an event or an invoice
      </label>
      <input
        ref={field}
        id="search-all"
        type="search"
        className="field-input"
        autoComplete="off"
        placeholder="Name, email, phone or number"
        value={typed}
        onKeyDown={moveAmongResults}
        onChange={({ target }) => setTyped(target.value)}
      />
      {asked.length >= LEAST_SEARCH && <Results key={asked} q={asked} onChosen={onChosen} />}
    </search>
  )
}

/** The arrow keys go from the field to the results, and among them. */
function moveAmongResults(event: KeyboardEvent<HTMLElement>) {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (step === undefined) return
  const all = event.currentTarget.closest('search')
  const stops = [...(all?.querySelectorAll<HTMLElement>('input, li a') ?? [])]
  const next = stops[stops.indexOf(event.currentTarget) + step]
  if (!next) return
  event.preventDefault()
  next.focus()
}

interface ResultsProps {
  q: string
  /** Asked for: those before this reservation. */
  before?: number
  onChosen: () => void
}

function Results({ q, before, onChosen }: ResultsProps) {
  const [further, setFurther] = useState(false)
  const query = before === undefined ? { q } : { q, before }
  const { data, failed, pending, refetch } = useApiQuery(findAnything, { query })
  const count = data ? countOf(data) : 0
  return (
    <>
      <FailureAlert failed={failed} onRetry={refetch} />
      <output className="note">{pending ? 'Searching…' : data && countWords(count)}</output>
      {data && <Groups found={data} onChosen={onChosen} />}
      {data?.next != null && !further && (
        <Button look="plain" onClick={() => setFurther(true)}>
          Look further back
        </Button>
      )}
      {data?.next != null && further && <Results q={q} before={data.next} onChosen={onChosen} />}
    </>
  )
}

const countOf = ({ guests, waitlist, events, invoices }: Found) =>
  guests.length + waitlist.length + events.length + invoices.length

function countWords(count: number): string {
  if (count === 0) return 'Nothing found.'
  return count === 1 ? '1 result' : `${count} results`
}

function Groups({ found, onChosen }: { found: Found; onChosen: () => void }) {
  const { guests, waitlist, events, invoices } = found
  return (
    <>
      <Group title="Guests" items={guests}>
        {(guest) => (
          <Result
            key={guest.id}
            to={adminReservationPath(guest.id)}
            name={guest.customerName}
            onChosen={onChosen}
          >
            {[guestState(guest), eventWords(guest.event), guest.email, guest.phone]}
          </Result>
        )}
      </Group>
      <Group title="On a waitlist" items={waitlist}>
        {(entry) => (
          <Result
            key={entry.id}
            to={`${eventPath(entry.event.urlName)}#waitlist`}
            name={entry.customerName}
            onChosen={onChosen}
          >
            {[ENTRY_STATES[entry.state], eventWords(entry.event), entry.email, entry.phone]}
          </Result>
        )}
      </Group>
      <Group title="Events" items={events}>
        {(event) => (
          <Result key={event.id} to={eventPath(event.urlName)} name={event.name} onChosen={onChosen}>
            {[
              formatDayRangeShort(event.startDateDate, event.endDateDate),
              event.cancelled ? 'Canceled' : null,
            ]}
          </Result>
        )}
      </Group>
      <Group title="Invoices" items={invoices}>
        {({ id, label, amount, reservationId, customerName, event }) => (
          <Result
            key={id}
            to={`${adminReservationPath(reservationId)}#invoices`}
            name={`Invoice ${id}: ${label}, ${formatMoney(amount)}`}
            onChosen={onChosen}
          >
            {[customerName || 'Deleted guest', eventWords(event)]}
          </Result>
        )}
      </Group>
    </>
  )
}

interface GroupProps<Item> {
  title: string
  items: Item[]
  children: (item: Item) => ReactNode
}

function Group<Item>({ title, items, children }: GroupProps<Item>) {
  if (items.length === 0) return null
  return (
    <section aria-label={title}>
      <h3>{title}</h3>
      <ul>{items.map((item) => children(item))}</ul>
    </section>
  )
}

interface ResultProps {
  to: string
  name: string
  onChosen: () => void
  /** More about it; what is not known is left out. */
  children: (string | null)[]
}

function Result({ to, name, onChosen, children }: ResultProps) {
  return (
    <li>
      <Link to={to} onClick={onChosen} onKeyDown={moveAmongResults}>
        <strong>
          <bdi>{name}</bdi>
        </strong>
        <span className="note search-all-more">
          {children.filter(Boolean).map((words) => (
            <span key={words}>{words}</span>
          ))}
        </span>
      </Link>
    </li>
  )
}

const eventWords = ({ name, startDateDate, endDateDate }: FoundEvent) =>
  `${name}, ${formatDayRangeShort(startDateDate, endDateDate)}`

const GUEST_STATES: Record<FoundGuest['status'], string | null> = {
  confirmed: null,
  pending: 'On hold',
  cancelled: 'Canceled',
  expired: 'Expired',
  refunded: 'Paid too late',
}

const guestState = ({ status, event }: FoundGuest) =>
  event.cancelled && status === 'confirmed' ? 'Retreat canceled' : GUEST_STATES[status]

const ENTRY_STATES: Record<FoundEntry['state'], string> = {
  unconfirmed: 'Not confirmed yet',
  waiting: 'Waiting',
  offered: 'Offered a spot',
  booked: 'Has a spot',
  declined: 'Declined',
  lapsed: 'Did not answer',
  skipped: 'Skipped',
}
