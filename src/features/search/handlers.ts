/** Answers an admin's search. What is sealed is opened in memory, page by page, up to a bound; nothing of it is kept or logged. */
import { bind, type Bound } from '#platform/http/bind.ts'
import { openName, openRecord } from '#platform/sealing.ts'
import type { Services } from '#platform/services.ts'
import { invoiceLabel } from '#shared/invoice-label.ts'
import { type Found, findAnything, type FoundEntry, type FoundEvent, type FoundGuest } from './contract.ts'
import { type Search, searchFor } from './rules.ts'
import {
  type EntryRow,
  type EventRow,
  findInvoice,
  type GuestRow,
  listEntriesBefore,
  listEventNames,
  listGuestsBefore,
  listGuestsOf,
} from './store.ts'

type Deps = Pick<Services, 'db' | 'sealer'>

/** Rows opened between two questions to the database, where others have their turn. */
const BATCH = 250
/** Rows that one search opens at most: a tenth of a second of work, some years of guests. */
const MOST_OPENED = 5_000
/** Results of a kind that a person reads through. */
const MOST_FOUND = 20

export function searchHandlers(deps: Deps): Bound[] {
  return [
    bind(findAnything, async ({ query: { q, before } }) => {
      const search = searchFor(q)
      const guests = await scan({
        before,
        list: (after) => listGuestsBefore(deps.db, after, BATCH),
        open: (row) => openGuest(deps, row),
        isIt: (guest) => search.isPerson(guest),
      })
      const next = guests.next
      if (before !== undefined) return { ...NOTHING, guests: guests.found.map(shownGuest), next }
      // Whoever is meant by a whole address or a number comes first, however long ago it was.
      const which = { number: search.number, emailHashes: deps.sealer.lookups(q) }
      const meant = (await listGuestsOf(deps.db, which, MOST_FOUND)).map((row) => openGuest(deps, row))
      const known = new Set(meant.map(({ id }) => id))
      return {
        guests: [...meant, ...guests.found.filter(({ id }) => !known.has(id))].map(shownGuest),
        ...(await readRest(deps, search)),
        next,
      }
    }),
  ]
}

const NOTHING = { guests: [], waitlist: [], events: [], invoices: [] }

async function readRest(
  deps: Deps,
  search: Search,
): Promise<Pick<Found, 'waitlist' | 'events' | 'invoices'>> {
  const entries = await scan({
    before: undefined,
    list: (before) => listEntriesBefore(deps.db, before, BATCH),
    open: (row) => openEntry(deps, row),
    isIt: (entry) => search.isPerson(entry),
  })
  const named = (await listEventNames(deps.db)).filter(({ name }) => search.isNamed(name))
  return {
    waitlist: entries.found,
    events: named.slice(0, MOST_FOUND).map(shownEvent),
    invoices: search.number === null ? [] : await invoicesOf(deps, search.number),
  }
}

interface Scan<Row, Opened> {
  before: number | undefined
  list: (before: number | undefined) => Promise<Row[]>
  open: (row: Row) => Opened
  isIt: (opened: Opened) => boolean
}

/** Looks through rows from the newest back; `next`: where the next page begins, null: there is none. */
async function scan<Row extends { id: number }, Opened>({
  before,
  list,
  open,
  isIt,
}: Scan<Row, Opened>): Promise<{ found: Opened[]; next: number | null }> {
  const found: Opened[] = []
  let last = before
  for (let opened = 0; opened < MOST_OPENED; opened += BATCH) {
    const rows = await list(last)
    for (const row of rows) {
      const one = open(row)
      last = row.id
      if (isIt(one)) found.push(one)
      if (found.length === MOST_FOUND) return { found, next: last }
    }
    if (rows.length < BATCH) return { found, next: null }
  }
  return { found, next: last ?? null }
}

function openGuest({ sealer }: Deps, { uuid, customerName, nickname, email, phone, ...row }: GuestRow) {
  const place = { table: 'reservations', row: uuid }
  return { ...row, ...openRecord(sealer, place, { customerName, nickname, email, phone }) }
}

function shownGuest(guest: ReturnType<typeof openGuest>): FoundGuest {
  return { ...guest, customerName: guest.customerName ?? '', event: shownEvent(guest.event) }
}

function openEntry({ sealer }: Deps, { uuid, event, ...row }: EntryRow): FoundEntry {
  const { customerName, email, phone } = row
  const opened = openRecord(sealer, { table: 'waitlist_entries', row: uuid }, { customerName, email, phone })
  return { ...row, ...opened, customerName: opened.customerName ?? '', event: shownEvent(event) }
}

function shownEvent({ cancelledAt, ...event }: EventRow): FoundEvent {
  return { ...event, cancelled: cancelledAt !== null }
}

async function invoicesOf(deps: Deps, number: number): Promise<Found['invoices']> {
  const row = await findInvoice(deps.db, number)
  if (!row) return []
  const { invoice, guest, event } = row
  const customerName = openName(deps.sealer, 'reservations', guest) ?? ''
  const label = invoiceLabel({ ...invoice, partOfPrice: !invoice.extra })
  return [{ ...invoice, label, customerName, event: shownEvent(event) }]
}
