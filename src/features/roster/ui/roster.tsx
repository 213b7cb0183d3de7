/** The attendee table of an event, for admins (R11.8). */
import { startTransition, useCallback, useDeferredValue, useEffect, useMemo, useState } from 'react'
import type { Call } from '#shared/client.ts'
import { Stylesheet } from '#ui/stylesheet.tsx'
import { useHydrated } from '#ui/use-hydrated.ts'
import type { AdminReservation } from '#features/booking/contract/admin.ts'
import { arrange, type Column, COLUMNS, countShown, FIRST_VIEW, sortedBy, type Sorting } from './arrange.ts'
import { GuestDialog, type Opened } from './guest-dialog.tsx'
import guestSheet from './guest.css?url'
import { type Guest, toGuest } from './guest.ts'
import { RosterRow } from './roster-row.tsx'
import toolsSheet from './roster-tools.css?url'
import { RosterTools } from './roster-tools.tsx'
import sheet from './roster.css?url'

/**
 * From here on rows out of sight are not laid out (`content-visibility`). They stay in the document, those too that a search
 * hides: windowing would take them from the browser's own search, from print and from screen readers.
 */
const MANY = 100

interface RosterProps {
  guests: Guest[]
  /** The retreat is over. */
  ended: boolean
  call: Call
  /** Tells what has been done, for whoever does not see it. */
  announce: (words: string) => void
  /** More has changed than a row: spots, sums. */
  onChanged: () => void
}

export function Roster({ guests, ended, call, announce, onChanged }: RosterProps) {
  const [view, setView] = useState(FIRST_VIEW)
  const [opened, setOpened] = useState<Opened | null>(null)
  // Rows that were saved here since the page's data came. The order stays: a row never jumps away from under its editor.
  const [saved, setSaved] = useState<ReadonlyMap<number, Guest>>(new Map())
  const shownView = useDeferredValue(view)
  const { sorting } = shownView
  const all = useMemo(() => arrange(guests, { ...FIRST_VIEW, shown: 'all', sorting }), [guests, sorting])
  const listed = useMemo(() => new Set(arrange(guests, shownView).map(({ id }) => id)), [guests, shownView])
  const counts = useMemo(() => countShown(guests), [guests])
  const atOnce = useRowsAtOnce(all.length)

  const keep = useCallback((guest: AdminReservation) => {
    setSaved((before) => new Map(before).set(guest.id, toGuest(guest)))
  }, [])
  const onNotes = useCallback(
    (guest: AdminReservation, wasSaved: boolean) => {
      keep(guest)
      if (wasSaved) announce(`Saved the notes about ${guest.customerName}`)
    },
    [keep, announce],
  )
  const newest = (guest: Guest) => {
    const here = saved.get(guest.id)
    return here && here.version > guest.version ? here : guest
  }
  return (
    <>
      <Stylesheet href={sheet} />
      <Stylesheet href={guestSheet} />
      <Stylesheet href={toolsSheet} />
      <RosterTools view={view} counts={counts} listed={listed.size} ended={ended} onView={setView} />
      <table className={`roster ${guests.length > MANY ? 'roster-long' : ''}`} aria-label="Attendees">
        <RosterHead
          sorting={sorting}
          onSort={(next) => setView((before) => ({ ...before, sorting: next }))}
        />
        <tbody>
          {all.slice(0, atOnce).map((guest) => (
            <RosterRow
              key={guest.id}
              hidden={!listed.has(guest.id)}
              guest={newest(guest)}
              call={call}
              onOpen={setOpened}
              onNotes={onNotes}
            />
          ))}
        </tbody>
      </table>
      {listed.size === 0 && (
        <p className="roster-none">
          {guests.length === 0 ? 'Nobody has signed up yet.' : 'No guests match.'}
        </p>
      )}
      <GuestDialog
        opened={opened}
        call={call}
        onOpen={setOpened}
        onSaved={(guest) => {
          keep(guest)
          announce(`Saved ${guest.customerName}`)
          onChanged()
        }}
        onDeleted={({ customerName }) => {
          announce(`Deleted the reservation of ${customerName}`)
          // The button that had the focus goes with its row.
          document.getElementById('roster-find')?.focus()
          onChanged()
        }}
      />
    </>
  )
}

interface RosterHeadProps {
  sorting: Sorting
  onSort: (sorting: Sorting) => void
}

/** The columns' heads, each a button that sorts by it; stays in view while the rows go by. */
export function RosterHead({ sorting, onSort }: RosterHeadProps) {
  const started = useHydrated()
  return (
    <thead className="roster-head">
      <tr className="roster-row">
        {(Object.keys(COLUMNS) as Column[]).map((column) => (
          <th
            key={column}

            scope="col"
            aria-sort={sorting.by === column ? sorting.direction : undefined}
          >
            <button type="button" disabled={!started} onClick={() => onSort(sortedBy(column, sorting))}>
              {COLUMNS[column]}
              <span className="roster-arrow" aria-hidden="true" />
            </button>
          </th>
        ))}
        <th scope="col">
          <span className="visually-hidden">Actions</span>
        </th>
      </tr>
    </thead>
  )
}

/** More than any screen shows, and soon made. */
const FIRST_ROWS = 40

/** How many rows are made now: a screenful at first, so that the page answers, then all of them in the background. */
export function useRowsAtOnce(all: number): number {
  const [first, setFirst] = useState(true)
  useEffect(() => startTransition(() => setFirst(false)), [])
  return first ? Math.min(all, FIRST_ROWS) : all
}
