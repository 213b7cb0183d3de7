/** The roster: the table of an event's guests for admins (R11.8), its filters and its printed list. */
import { startTransition, useDeferredValue, useEffect, useMemo, useState, memo } from 'react'
import type { AdminReservation } from '#domain/booking/contract/admin.ts'
import type { Failed } from '#shared/client.ts'
import { withOrWithout } from '#shared/collections.ts'
import { isGuest } from '#shared/reservation-status.ts'
import { plural } from '#shared/text.ts'
import { FailureAlert } from '#app/ui/alert.tsx'
import { DataTable, TableHead } from '#app/ui/data-table.tsx'
import { CheckField, SelectField } from '#app/ui/field.tsx'
import { Stylesheet } from '#app/ui/stylesheet.tsx'
import { useHydrated } from '#app/ui/tab-store.ts'
import { announce } from '#app/ui/toast.tsx'
import { useInfiniteApiQuery } from '#app/ui/use-api-query.ts'
import { type Guest, toGuest, listGuests } from '#domain/guests/roster/contract.ts'
import {
  filterAndSort,
  type Column,
  countShown,
  FIRST_VIEW,
  sortedBy,
  COLUMNS,
  FIRST_COLUMNS,
  filtersOf,
  type Shown,
  type View,
  byNameOf,
} from './filter-and-sort.ts'
import { ActionMenu } from '../event/action-menu.tsx'
import { useChosenColumns } from './chosen-columns.ts'
import { GuestDialog, type Opened } from './guest-dialog.tsx'
import { SelectedGuests } from './selected-guests.tsx'
import { rosterColumns } from './roster-columns.tsx'
import marks from '../marks.css?url'
import guestSheet from './guest.css?url'
import toolsSheet from './roster-tools.css?url'
import sheet from './roster.css?url'
import { Text, Verbatim } from '#app/ui/text.tsx'

/**
 * Loads all guests of an event. The page arrives with only the first guests and so stays small (R20.7). All
 * other guests appear together, so that no row moves twice. Returns the guests in order of sign-up, and how
 * many are not loaded yet.
 */
export function useAllGuests(first: Guest[], { eventId, count }: { eventId: number; count: number }) {
  const whole = first.length >= count
  // Refetches the other guests whenever the page refetches the first guests, because the others may have
  // changed too.
  const [seen, setSeen] = useState({ first, version: 0 })
  if (seen.first !== first) setSeen({ first, version: seen.version + 1 })
  const { pages, failed, refetch } = useInfiniteApiQuery(listGuests, {
    first: lastOf(first),
    inputOf: (after) => ({ query: { id: eventId, after } }),
    next: (page) => page.next,
    enabled: !whole,
    version: seen.version,
    all: true,
  })
  const rest = useDeferredValue(pages)
  const guests = useMemo(() => {
    const others = rest?.flatMap((page) => page.guests) ?? []
    return whole ? first : [...first, ...others.filter(({ id }) => id > lastOf(first))]
  }, [first, rest, whole])
  const missing = Math.max(0, count - guests.length)
  return { guests, missing, failed: whole ? null : failed, again: refetch }
}

const lastOf = (guests: Guest[]) => guests.at(-1)?.id ?? 0

interface RestOfGuestsProps {
  missing: number
  failed: Failed | null
  onAgain: () => void
}

/**
 * Renders below an incomplete roster how many guests are still to load. Renders nothing if the roster is
 * complete.
 */
export function RestOfGuests({ missing, failed, onAgain }: RestOfGuestsProps) {
  if (failed === null)
    return (
      missing > 0 && (
        <output className="note">
          <Text>{moreGuests(missing)} are loading…</Text>
        </output>
      )
    )
  const title =
    missing > 0
      ? `${moreGuests(missing)} could not be loaded`
      : 'Not all guests could be reloaded. Some may have changed'
  return <FailureAlert failed={failed} title={title} onRetry={onAgain} />
}

const moreGuests = (missing: number): string => (missing === 1 ? 'One more guest' : `${missing} more guests`)

interface RosterProps {
  eventId: number
  guests: Guest[]
  ended: boolean
  onChanged: () => void
}

/**
 * Renders the roster, whose rows the browser filters and sorts. An admin chooses its columns, opens a guest in a
 * dialog, and selects several guests to remind them, write to them or download them.
 */
export function Roster({ eventId, guests, ended, onChanged }: RosterProps) {
  const [view, setView] = useState(FIRST_VIEW)
  const [chosen, chooseColumns] = useChosenColumns()
  const [selected, setSelected] = useState<ReadonlySet<number | string>>(new Set())
  const [opened, setOpened] = useState<Opened | null>(null)
  // Guests whom this admin has saved since the page loaded its data. The roster is still sorted by the page's
  // data, so that no row moves during an edit.
  const [saved, setSaved] = useState<ReadonlyMap<number, Guest>>(new Map())
  const shownView = useDeferredValue(view)
  const { sorting, together } = shownView
  const all = useMemo(
    () => filterAndSort(guests, { ...FIRST_VIEW, shown: 'all', sorting, together }),
    [guests, sorting, together],
  )
  const listed = useMemo(
    () => new Set(filterAndSort(guests, shownView).map(({ id }) => id)),
    [guests, shownView],
  )
  const counts = useMemo(() => countShown(guests), [guests])
  const atOnce = useRowsToRender(all.length)
  const withParties = guests.some(({ party }) => party !== null)
  const columns = useMemo(() => {
    const onNotes = (guest: AdminReservation, wasSaved: boolean) => {
      setSaved(keeping(guest))
      if (wasSaved) announce(`Saved the notes about ${guest.customerName}`)
    }
    return rosterColumns({ chosen, onOpen: setOpened, onNotes })
  }, [chosen])
  const selection = useMemo(
    () => ({
      selected,
      nameOf: ({ customerName }: Guest) => customerName || 'Deleted guest',
      onSelect: (keys: readonly (number | string)[], on: boolean) =>
        setSelected((before) => withOrWithout(before, keys, on)),
    }),
    [selected],
  )
  const newest = (guest: Guest) => {
    const here = saved.get(guest.id)
    return here && here.version > guest.version ? here : guest
  }
  return (
    <>
      <Stylesheet href={sheet} />
      <Stylesheet href={marks} />
      <Stylesheet href={guestSheet} />
      <Stylesheet href={toolsSheet} />
      <RosterTools
        {...{ view, counts, ended, withParties, chosen }}
        listed={listed.size}
        onView={setView}
        onColumns={chooseColumns}
      />
      <DataTable
        compact
        className={chosen.length > FIRST_COLUMNS.length ? 'roster roster-wide' : 'roster'}
        caption="Attendees"
        columns={columns}
        rows={all.slice(0, atOnce).map(newest)}
        rowKey={({ id }) => id}
        hidden={({ id }) => !listed.has(id)}
        selection={selection}
        sort={{
          ...sorting,
          onSort: (column) =>
            setView((before) => ({ ...before, sorting: sortedBy(column as Column, before.sorting) })),
        }}
        empty="Nobody has signed up yet."
      />
      {guests.length > 0 && listed.size === 0 && <p className="data-table-empty">No guests match.</p>}
      <SelectedGuests
        eventId={eventId}
        guests={guests.filter(({ id }) => listed.has(id) && selected.has(id))}
        onClear={() => setSelected(new Set())}
        onChanged={onChanged}
      />
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
            // The focused button disappears together with its row, so the search field gets the focus
            // instead.
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

const FIRST_ROWS = 40

/**
 * Returns how many rows of the roster to render. Starts with enough rows for the screen, so that the page
 * responds quickly. Adds the other rows in the background.
 */
function useRowsToRender(all: number): number {
  const [first, setFirst] = useState(true)
  useEffect(() => startTransition(() => setFirst(false)), [])
  return first ? Math.min(all, FIRST_ROWS) : all
}

interface RosterToolsProps {
  view: View
  counts: Record<Shown, number>
  listed: number
  ended: boolean
  withParties: boolean
  chosen: readonly Column[]
  onView: (view: View) => void
  onColumns: (columns: readonly Column[]) => void
}

/**
 * Renders the search, the filters and the choice of columns, and a select field that sorts the roster on screens
 * too narrow for column headings.
 */
function RosterTools({
  view,
  counts,
  listed,
  ended,
  withParties,
  chosen,
  onView,
  onColumns,
}: RosterToolsProps) {
  const { sorting, together } = view
  const started = useHydrated()
  return (
    <search className="roster-tools">
      <input
        type="search"
        id="roster-find"
        className="field-input roster-find"
        aria-label="Find a guest"
        autoComplete="off"
        placeholder="Find a guest"
        title="By name, email, phone or note"
        readOnly={!started}
        value={view.text}
        onChange={({ target }) => onView({ ...view, text: target.value })}
      />
      <fieldset className="roster-shown" disabled={!started}>
        <legend className="visually-hidden">Show</legend>
        {filtersOf(counts, { shown: view.shown, ended }).map(({ state: shown, label }) => (
          <label key={shown}>
            <input
              type="radio"
              name="roster-shown"
              checked={view.shown === shown}
              onChange={() => onView({ ...view, shown })}
            />
            <span key={label}>
              {label} <b>{counts[shown]}</b>
            </span>
          </label>
        ))}
      </fieldset>
      <div className="roster-sort">
        <SelectField
          id="roster-sort"
          label="Sort by"
          required
          disabled={!started}
          options={ordersOf(chosen)}
          value={`${sorting.by} ${sorting.direction}`}
          onChange={({ target }) => {
            const [by, direction] = target.value.split(' ') as [Column, View['sorting']['direction']]
            onView({ ...view, sorting: { by, direction } })
          }}
        />
      </div>
      <ActionMenu label="Columns">
        <fieldset className="roster-columns" disabled={!started}>
          <legend className="visually-hidden">Columns</legend>
          {(Object.keys(COLUMNS) as Column[])
            .filter((name) => name !== 'name')
            .map((name) => (
              <CheckField
                key={name}
                id={`roster-column-${name}`}
                checked={chosen.includes(name)}
                onChange={({ target }) =>
                  onColumns(target.checked ? [...chosen, name] : chosen.filter((other) => other !== name))
                }
              >
                {COLUMNS[name]}
              </CheckField>
            ))}
        </fieldset>
      </ActionMenu>
      {withParties && (
        <CheckField
          id="roster-together"
          disabled={!started}
          checked={together}
          onChange={({ target }) => onView({ ...view, together: target.checked })}
        >
          Parties together
        </CheckField>
      )}
      <output className="visually-hidden">
        <Text>{plural(listed, 'guest')} listed</Text>
      </output>
    </search>
  )
}

const ordersOf = (columns: readonly Column[]) =>
  Object.fromEntries(
    columns.flatMap((by) =>
      ['ascending', 'descending'].map((direction) => [`${by} ${direction}`, `${COLUMNS[by]}, ${direction}`]),
    ),
  )

interface PrintRosterProps {
  guests: Guest[]
  missing: number
  title: string
}

/** Renders the printed list of guests with their phone numbers and food allergies (R16.10). */
export const PrintRoster = memo(function PrintRoster({ guests, missing, title }: PrintRosterProps) {
  const coming = byNameOf(guests.filter(isGuest))
  return (
    <div className="roster-print">
      <h2>{title}</h2>
      <p>{plural(coming.length, 'guest')}</p>
      {missing > 0 && (
        <p>
          <Text>Not the whole list: {moreGuests(missing)} could not be loaded yet.</Text>
        </p>
      )}
      <table>
        <TableHead heads={['Name', 'Phone', 'Food allergies']} />
        <tbody>
          {coming.map(({ id, customerName, nickname, phone, foodAllergies }) => (
            <tr key={id}>
              <th scope="row">
                <Verbatim>
                  {customerName || 'Deleted guest'}
                  {nickname && ` “${nickname}”`}
                </Verbatim>
              </th>
              <td>{phone ?? '–'}</td>
              <td>{foodAllergies ?? 'Not given yet'}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
})
