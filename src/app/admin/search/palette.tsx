/**
 * The command palette, which staff open on any page (R30.9): it finds pages, people, events, invoices and amounts, and
 * begins acts such as "Record a payment for Priya".
 */
import {
  Combobox,
  ComboboxGroup,
  ComboboxGroupLabel,
  ComboboxItem,
  ComboboxList,
  ComboboxProvider,
} from '@ariakit/react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { OVER_WORDS } from '#app/admin/waitlist/waitlist-labels.ts'
import { describeUnpublished } from '#app/admin/drafts/draft-mark.tsx'
import type { PlaceGroup } from '#app/admin/frame/places.ts'
import { describeMethod } from '#app/admin/reservation/money-labels.ts'
import { formatDayOf, formatDayRangeShort } from '#shared/format-days.ts'
import { adminReservationPath } from '#shared/links.ts'
import { formatMoney } from '#shared/money.ts'
import type { Permission } from '#shared/roles.ts'
import { statusWords } from '#shared/reservation-status.ts'
import { plural } from '#shared/text.ts'
import { paths } from '#app/paths.ts'
import { useMay } from '#app/site.ts'
import { FailureAlert } from '#app/ui/alert.tsx'
import { Dialog } from '#app/ui/dialog.tsx'
import { Stylesheet } from '#app/ui/stylesheet.tsx'
import { Text } from '#app/ui/text.tsx'
import { useApiQuery } from '#app/ui/use-api-query.ts'
import {
  findAnything,
  type Found,
  type FoundEntry,
  type FoundEvent,
  type FoundGuest,
  LEAST_SEARCH,
} from '#domain/desk/search/contract.ts'
import { ACTS, EVENT_ACTS, GUEST_ACTS, matches, pagesFor, readTyped } from './acts.ts'
import sheet from './palette.css?url'

type May = (permission: Permission) => boolean

interface PaletteProps {
  open: boolean
  /** The pages that the person may open. */
  groups: readonly PlaceGroup[]
  onClose: () => void
}

export default function Palette({ open, groups, onClose }: PaletteProps) {
  return (
    <Dialog open={open} onClose={onClose} title="Search">
      <Search groups={groups} onChosen={onClose} />
    </Dialog>
  )
}

/** Milliseconds without typing after which the palette sends a search. */
const PAUSE_MS = 250

function Search({ groups, onChosen }: { groups: readonly PlaceGroup[]; onChosen: () => void }) {
  const [typed, setTyped] = useState('')
  const [asked, setAsked] = useState('')
  const field = useRef<HTMLInputElement>(null)
  // The dialog opens in its own effect, which runs later than this component's first render.
  useEffect(() => field.current?.focus(), [])
  useEffect(() => {
    const timer = setTimeout(() => setAsked(typed.trim()), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [typed])
  const { query } = readTyped(asked)
  const may = useMay()
  // Only staff who look after guests may search them. The others find pages.
  const searches = may('guests.edit') && query.length >= LEAST_SEARCH
  return (
    <search className="palette">
      <Stylesheet href={sheet} />
      <ComboboxProvider open value={typed} setValue={setTyped}>
        <label htmlFor="palette" className="visually-hidden">
          A guest, an event, an amount, a page or what you want to do
        </label>
        <Combobox
          id="palette"
          className="field-input"
          ref={field}
          autoSelect="always"
          placeholder="A name, an amount, a page, or what you want to do"
        />
        <ComboboxList alwaysVisible className="palette-list" aria-label="Results">
          <Results
            groups={local(groups, may, typed)}
            empty={
              typed.trim() === '' ? 'Try “codes”, “Priya”, “2012.75” or “record a payment for Priya”.' : null
            }
            onChosen={onChosen}
          />
          {searches && <Findings key={asked} asked={asked} may={may} onChosen={onChosen} />}
        </ComboboxList>
      </ComboboxProvider>
    </search>
  )
}

interface Result {
  key: string | number
  to: string
  name: string
  /** More details of the search result. The palette omits null values. */
  more: (string | null)[]
}
type ResultGroup = [title: string, results: Result[]]

/** Returns the pages and acts that match the text. They need no request. */
function local(groups: readonly PlaceGroup[], may: May, typed: string): ResultGroup[] {
  const acts = ACTS.filter(({ needs, label, words }) => may(needs) && matches(`${label} ${words}`, typed))
  return [
    [
      'Pages',
      pagesFor(groups, typed).map(({ href, label, group }) => ({
        key: href,
        to: href,
        name: label,
        more: [group === label ? null : group],
      })),
    ],
    ['Do', acts.map(({ label, to }) => ({ key: to, to, name: label, more: [] }))],
  ]
}

interface FindingsProps {
  asked: string
  may: May
  /**
   * The ids with which the previous page of results ended. This page contains only reservations older than
   * `before` and waitlist entries older than `beforeEntry`.
   */
  before?: { before?: number; beforeEntry?: number }
  onChosen: () => void
}

/** Renders what the site finds for the text, page by page. */
function Findings({ asked, may, before, onChosen }: FindingsProps) {
  const [further, setFurther] = useState(false)
  const typed = readTyped(asked)
  const { data, failed, pending, refetch } = useApiQuery(findAnything, {
    query: { q: typed.query, ...before },
  })
  const groups = data ? [...actGroup(data, typed, may), ...groupsOf(data)] : []
  const count = groups.reduce((sum, [, results]) => sum + results.length, 0)
  const next = data && nextCursors(data)
  return (
    <>
      <FailureAlert failed={failed} onRetry={refetch} />
      <output className="note palette-state">
        {pending
          ? 'Searching…'
          : data && (count === 0 ? 'Nobody and nothing found.' : plural(count, 'result'))}
      </output>
      <Results groups={groups} empty={null} onChosen={onChosen} />
      {next && !further && (
        <ComboboxItem
          className="palette-item"
          focusOnHover
          hideOnClick={false}
          setValueOnClick={false}
          onClick={() => setFurther(true)}
        >
          <strong>Look further back</strong>
        </ComboboxItem>
      )}
      {next && further && <Findings asked={asked} may={may} before={next} onChosen={onChosen} />}
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

/** The palette offers acts without being asked only if the search found at most this many guests or events. */
const FEW = 3

/** Returns the acts on the found guests and events: the act that was typed, or all acts if few were found. */
function actGroup(
  { guests, events }: Found,
  { guestActs, eventActs }: ReturnType<typeof readTyped>,
  may: May,
): ResultGroup[] {
  const asked = guestActs.length + eventActs.length > 0
  const onGuests = asked ? guestActs : guests.length <= FEW ? GUEST_ACTS.slice(0, 2) : []
  const onEvents = asked ? eventActs : events.length <= FEW ? EVENT_ACTS : []
  return [
    [
      'Do',
      [
        ...guests.flatMap((guest) =>
          onGuests
            .filter(({ needs }) => may(needs))
            .map(({ label, to }) => ({
              key: `${label} ${guest.id}`,
              to: to(guest.id),
              name: `${label} ${guest.customerName}`,
              more: [guestState(guest), describeEvent(guest.event)],
            })),
        ),
        ...events.flatMap((event) =>
          onEvents
            .filter(({ needs }) => may(needs))
            .map(({ label, to }) => ({
              key: `${label} ${event.id}`,
              to: to(event.urlName),
              name: `${label} ${event.name}`,
              more: [formatDayRangeShort(event.startDateDate, event.endDateDate), eventState(event)],
            })),
        ),
      ],
    ],
  ]
}

const groupsOf = ({ guests, waitlist, events, invoices, payments }: Found): ResultGroup[] => [
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
      to: paths.eventWaitlist(event.urlName),
      name: customerName,
      more: [ENTRY_STATES[state], describeEvent(event), email, phone],
    })),
  ],
  [
    'Events',
    events.map((event) => ({
      key: event.id,
      to: paths.eventGuests(event.urlName),
      name: event.name,
      more: [formatDayRangeShort(event.startDateDate, event.endDateDate), eventState(event)],
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
  [
    'Payments',
    payments.map(({ id, amount, method, paidAt, reservationId, customerName, event }) => ({
      key: id,
      to: `${adminReservationPath(reservationId)}#invoices`,
      name: `${formatMoney(amount)} paid ${describeMethod(method)}`,
      more: [formatDayOf(paidAt), customerName || 'Deleted guest', describeEvent(event)],
    })),
  ],
]

interface ResultsProps {
  groups: ResultGroup[]
  /** What to say if there are no groups. Null says nothing. */
  empty: string | null
  onChosen: () => void
}

function Results({ groups, empty, onChosen }: ResultsProps): ReactNode {
  const filled = groups.filter(([, results]) => results.length > 0)
  if (filled.length === 0) return empty === null ? null : <p className="note">{empty}</p>
  return filled.map(([title, results]) => (
    <ComboboxGroup key={title} className="palette-group">
      <ComboboxGroupLabel className="palette-title">
        <Text>{title}</Text>
      </ComboboxGroupLabel>
      {results.map(({ key, to, name, more }) => (
        <ComboboxItem
          key={key}
          className="palette-item"
          focusOnHover
          hideOnClick={false}
          setValueOnClick={false}
          render={<Link to={to} onClick={onChosen} />}
        >
          <strong>
            <bdi translate="no">{name}</bdi>
          </strong>{' '}
          <span className="note palette-more">
            {more.filter(Boolean).map((words) => (
              <Text key={words}>{words} </Text>
            ))}
          </span>
        </ComboboxItem>
      ))}
    </ComboboxGroup>
  ))
}

const describeEvent = ({ name, startDateDate, endDateDate, unpublished }: FoundEvent) =>
  [
    name,
    formatDayRangeShort(startDateDate, endDateDate),
    ...(unpublished ? [describeUnpublished(unpublished)] : []),
  ].join(', ')

function eventState({ cancelled, unpublished }: FoundEvent): string | null {
  if (cancelled) return 'Canceled'
  return unpublished ? describeUnpublished(unpublished) : null
}

const guestState = (guest: FoundGuest) =>
  guest.event.cancelled && guest.status === 'confirmed' ? 'Retreat canceled' : statusWords(guest)

const ENTRY_STATES: Record<FoundEntry['state'], string> = {
  ...OVER_WORDS,
  waiting: 'Waiting',
  offered: 'Offered a spot',
}
