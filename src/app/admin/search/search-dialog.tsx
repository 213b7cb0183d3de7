/** The search dialog, which an admin can open on any page (R30.9). */
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { OVER_WORDS } from '#app/admin/waitlist/waitlist-labels.ts'
import { formatDayRangeShort } from '#shared/format-days.ts'
import { adminReservationPath, eventPath } from '#shared/links.ts'
import { formatMoney } from '#shared/money.ts'
import { statusWords } from '#shared/reservation-status.ts'
import { plural } from '#shared/text.ts'
import { FailureAlert } from '#app/ui/alert.tsx'
import { Button } from '#app/ui/button.tsx'
import { Dialog } from '#app/ui/dialog.tsx'
import { Stylesheet } from '#app/ui/stylesheet.tsx'
import { useApiQuery } from '#app/ui/use-api-query.ts'
import {
  findAnything,
  type Found,
  type FoundEntry,
  type FoundEvent,
  type FoundGuest,
  LEAST_SEARCH,
} from '#domain/desk/search/contract.ts'
import sheet from './search.css?url'
import { Text } from '#app/ui/text.tsx'

export default function SearchDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Dialog open={open} onClose={onClose} title="Search">
      <SearchAll onChosen={onClose} />
    </Dialog>
  )
}

/** Milliseconds without typing after which the dialog sends a search. */
const PAUSE_MS = 250

function SearchAll({ onChosen }: { onChosen: () => void }) {
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

/** Moves the focus by the arrow keys between the search field and the results. */
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
  /**
   * The ids with which the previous page of results ended. This page contains only reservations older than
   * `before` and waitlist entries older than `beforeEntry`.
   */
  before?: { before?: number; beforeEntry?: number }
  onChosen: () => void
}

function Results({ q, before, onChosen }: ResultsProps) {
  const [further, setFurther] = useState(false)
  const query = { q, ...before }
  const { data, failed, pending, refetch } = useApiQuery(findAnything, { query })
  const count = data ? countResults(data) : 0
  const next = data && nextCursors(data)
  return (
    <>
      <FailureAlert failed={failed} onRetry={refetch} />
      <output className="note">
        {pending ? 'Searching…' : data && (count === 0 ? 'Nothing found.' : plural(count, 'result'))}
      </output>
      {data && <Groups found={data} onChosen={onChosen} />}
      {next && !further && (
        <Button look="plain" onClick={() => setFurther(true)}>
          Look further back
        </Button>
      )}
      {next && further && <Results q={q} before={next} onChosen={onChosen} />}
    </>
  )
}

/**
 * Returns where the next page of results begins. Returns null if the search has no more results of any kind.
 */
const nextCursors = ({ next, nextEntry }: Found) =>
  next === null && nextEntry === null
    ? null
    : { ...(next !== null && { before: next }), ...(nextEntry !== null && { beforeEntry: nextEntry }) }

const countResults = ({ guests, waitlist, events, invoices }: Found) =>
  guests.length + waitlist.length + events.length + invoices.length

interface Result {
  key: number
  to: string
  name: string
  /** More details of the search result. The dialog omits null values. */
  more: (string | null)[]
}

const groupResults = ({
  guests,
  waitlist,
  events,
  invoices,
}: Found): [title: string, results: Result[]][] => [
  [
    'Guests',
    guests.map((guest) => ({
      key: guest.id,
      to: adminReservationPath(guest.id),
      name: guest.customerName,
      more: [guestState(guest), describeEvent(guest.event), guest.email, guest.phone],
    })),
  ],
  [
    'On a waitlist',
    waitlist.map(({ id, customerName, event, state, email, phone }) => ({
      key: id,
      to: `${eventPath(event.urlName)}#waitlist`,
      name: customerName,
      more: [ENTRY_STATES[state], describeEvent(event), email, phone],
    })),
  ],
  [
    'Events',
    events.map(({ id, urlName, name, startDateDate, endDateDate, cancelled }) => ({
      key: id,
      to: eventPath(urlName),
      name,
      more: [formatDayRangeShort(startDateDate, endDateDate), cancelled ? 'Canceled' : null],
    })),
  ],
  [
    'Invoices',
    invoices.map(({ id, label, amount, reservationId, customerName, event }) => ({
      key: id,
      to: `${adminReservationPath(reservationId)}#invoices`,
      name: `Invoice ${id}: ${label}, ${formatMoney(amount)}`,
      more: [customerName || 'Deleted guest', describeEvent(event)],
    })),
  ],
]

function Groups({ found, onChosen }: { found: Found; onChosen: () => void }) {
  return groupResults(found)
    .filter(([, results]) => results.length > 0)
    .map(([title, results]) => (
      <section key={title} aria-label={title}>
        <h3>
          <Text>{title}</Text>
        </h3>
        <ul className="plain-list">
          {results.map(({ key, to, name, more }) => (
            <li key={key}>
              <Link to={to} onClick={onChosen} onKeyDown={moveAmongResults}>
                <strong>
                  <bdi translate="no">{name}</bdi>
                </strong>
                <span className="note search-all-more">
                  {more.filter(Boolean).map((words) => (
                    <Text key={words}>{words}</Text>
                  ))}
                </span>
              </Link>
            </li>
          ))}
        </ul>
      </section>
    ))
}

const describeEvent = ({ name, startDateDate, endDateDate }: FoundEvent) =>
  `${name}, ${formatDayRangeShort(startDateDate, endDateDate)}`

const guestState = (guest: FoundGuest) =>
  guest.event.cancelled && guest.status === 'confirmed' ? 'Retreat canceled' : statusWords(guest)

const ENTRY_STATES: Record<FoundEntry['state'], string> = {
  ...OVER_WORDS,
  waiting: 'Waiting',
  offered: 'Offered a spot',
}
