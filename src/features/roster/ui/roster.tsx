/** The attendee table of an event, for admins (R11.8). */
import { startTransition, useDeferredValue, useEffect, useMemo, useState } from 'react'
import type { AdminReservation } from '#features/booking/contract/admin.ts'
import { DataTable } from '#ui/data-table.tsx'
import { Stylesheet } from '#ui/stylesheet.tsx'
import { announce } from '#ui/toast.tsx'
import { arrange, type Column, countShown, FIRST_VIEW, sortedBy } from './arrange.ts'
import { GuestDialog, type Opened } from './guest-dialog.tsx'
import guestSheet from './guest.css?url'
import { type Guest, toGuest } from '../contract.ts'
import { rosterColumns } from './roster-columns.tsx'
import toolsSheet from './roster-tools.css?url'
import { RosterTools } from './roster-tools.tsx'
import sheet from './roster.css?url'

interface RosterProps {
  guests: Guest[]
  /** The retreat is over. */
  ended: boolean
  /** More has changed than a row: spots, sums. */
  onChanged: () => void
}

export function Roster({ guests, ended, onChanged }: RosterProps) {
  const [view, setView] = useState(FIRST_VIEW)
  const [opened, setOpened] = useState<Opened | null>(null)
  // Rows that were saved here since the page's data came. The order stays: a row never jumps away from under its editor.
  const [saved, setSaved] = useState<ReadonlyMap<number, Guest>>(new Map())
  const shownView = useDeferredValue(view)
  const { sorting, together } = shownView
  const all = useMemo(
    () => arrange(guests, { ...FIRST_VIEW, shown: 'all', sorting, together }),
    [guests, sorting, together],
  )
  const listed = useMemo(() => new Set(arrange(guests, shownView).map(({ id }) => id)), [guests, shownView])
  const counts = useMemo(() => countShown(guests), [guests])
  const atOnce = useRowsAtOnce(all.length)
  const withParties = guests.some(({ party }) => party !== null)
  const withArrival = guests.some(({ arrival }) => arrival !== null)
  const columns = useMemo(() => {
    const onNotes = (guest: AdminReservation, wasSaved: boolean) => {
      setSaved(keeping(guest))
      if (wasSaved) announce(`Saved the notes about ${guest.customerName}`)
    }
    return rosterColumns({ withArrival, onOpen: setOpened, onNotes })
  }, [withArrival])
  const newest = (guest: Guest) => {
    const here = saved.get(guest.id)
    return here && here.version > guest.version ? here : guest
  }
  return (
    <>
      <Stylesheet href={sheet} />
      <Stylesheet href={guestSheet} />
      <Stylesheet href={toolsSheet} />
      <RosterTools
        {...{ view, counts, ended, withArrival, withParties }}
        listed={listed.size}
        onView={setView}
      />
      <DataTable
        className="roster"
        caption="Attendees"
        columns={columns}
        rows={all.slice(0, atOnce).map(newest)}
        rowKey={({ id }) => id}
        hidden={({ id }) => !listed.has(id)}
        sort={{
          ...sorting,
          onSort: (column) =>
            setView((before) => ({ ...before, sorting: sortedBy(column as Column, before.sorting) })),
        }}
        empty="Nobody has signed up yet."
      />
      {guests.length > 0 && listed.size === 0 && <p className="data-table-empty">No guests match.</p>}
      {opened && (
        <GuestDialog
          opened={opened}
          onOpen={setOpened}
          onSaved={(guest) => {
            setSaved(keeping(guest))
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
      )}
    </>
  )
}

const keeping = (guest: AdminReservation) => (before: ReadonlyMap<number, Guest>) =>
  new Map(before).set(guest.id, toGuest(guest))

/** More than any screen shows, and soon made. */
const FIRST_ROWS = 40

/** How many rows are made now: a screenful at first, so that the page answers, then all of them in the background. */
function useRowsAtOnce(all: number): number {
  const [first, setFirst] = useState(true)
  useEffect(() => startTransition(() => setFirst(false)), [])
  return first ? Math.min(all, FIRST_ROWS) : all
}
