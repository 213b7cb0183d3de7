/**
 * Handles an admin's search. Decrypts rows only in memory, page by page up to a limit. Stores and logs nothing of the
 * rows or the search.
 */
import { unpublishedMark } from '#domain/events/contract/event-replies.ts'
import { bind, type Bound } from '#platform/http/bind.ts'
import { openColumns, openName } from '#platform/sealing.ts'
import type { Services } from '#platform/services.ts'
import { invoiceLabel } from '#shared/invoice-label.ts'
import { type Found, findAnything, type FoundEntry, type FoundEvent, type FoundGuest } from './contract.ts'
import { searchFor } from './rules.ts'
import * as store from './store.ts'

type Deps = Pick<Services, 'db' | 'sealer' | 'now'>

/** Number of rows to decrypt at a time. Between two batches, the process can serve other requests. */
const BATCH = 250
/** The most rows that one search decrypts. That is about a tenth of a second of work, or some years of guests. */
const MOST_OPENED = 5_000
/** The most results of each kind that a reply contains. Nobody reads more than that. */
const MOST_FOUND = 20

export function searchHandlers(deps: Deps): Bound[] {
  return [
    bind(findAnything, async ({ query: { q, before, beforeEntry } }) => {
      const search = searchFor(q)
      const isFirst = before === undefined && beforeEntry === undefined
      const guests = await scan({
        pages: isFirst || before !== undefined,
        before,
        list: (page) => store.listGuestsBefore(deps.db, page, BATCH),
        open: (row) => openGuest(deps, row),
        isIt: (guest) => search.isPerson(guest),
      })
      const entries = await scan({
        pages: isFirst || beforeEntry !== undefined,
        before: beforeEntry,
        list: (page) => store.listEntriesBefore(deps.db, page, BATCH),
        open: (row) => openEntry(deps, row),
        isIt: (entry) => search.isPerson(entry),
      })
      const next = { next: guests.next, nextEntry: entries.next }
      if (!isFirst)
        return {
          guests: guests.found.map((guest) => shownGuest(deps, guest)),
          waitlist: entries.found,
          events: [],
          invoices: [],
          payments: [],
          ...next,
        }
      // Guests whose e-mail address or reservation number was typed completely come first, even if their stay was
      // long ago.
      const which = { number: search.number, emailHashes: deps.sealer.lookups(q) }
      const meant = (await store.listGuestsOf(deps.db, which, MOST_FOUND)).map((row) => openGuest(deps, row))
      const waiting = (await store.listEntriesOf(deps.db, which.emailHashes, MOST_FOUND)).map((row) =>
        openEntry(deps, row),
      )
      const named = (await store.listEventNames(deps.db)).filter(({ name }) => search.isNamed(name))
      return {
        guests: eachOnce([...meant, ...guests.found]).map((guest) => shownGuest(deps, guest)),
        waitlist: eachOnce([...waiting, ...entries.found]),
        events: named.slice(0, MOST_FOUND).map((event) => shownEvent(deps, event)),
        invoices: await invoicesOf(deps, search),
        payments: search.amount === null ? [] : await paymentsOf(deps, search.amount),
        ...next,
      }
    }),
  ]
}

const eachOnce = <Row extends { id: number }>(rows: Row[]): Row[] => [
  ...new Map(rows.map((row) => [row.id, row])).values(),
]

interface Scan<Row, Opened> {
  /**
   * True to search this kind of rows. A request for the next page of guests does not search waitlist entries, and
   * vice versa.
   */
  pages: boolean
  before: number | undefined
  list: (before: number | undefined) => Promise<Row[]>
  open: (row: Row) => Opened
  isIt: (opened: Opened) => boolean
}

/**
 * Searches rows from the newest to the oldest. `next` is the id at which the next page starts, or null if there is no
 * next page.
 */
async function scan<Row extends { id: number }, Opened>({
  pages,
  before,
  list,
  open,
  isIt,
}: Scan<Row, Opened>): Promise<{ found: Opened[]; next: number | null }> {
  const found: Opened[] = []
  if (!pages) return { found, next: null }
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

const openGuest = ({ sealer }: Deps, row: store.GuestRow) => ({
  ...row,
  ...openColumns(sealer, 'reservations', row, 'customerName', 'nickname', 'email', 'phone'),
})

function shownGuest(deps: Deps, guest: ReturnType<typeof openGuest>): FoundGuest {
  return { ...guest, customerName: guest.customerName ?? '', event: shownEvent(deps, guest.event) }
}

function openEntry(deps: Deps, row: store.EntryRow): FoundEntry {
  const opened = openColumns(deps.sealer, 'waitlist_entries', row, 'customerName', 'email', 'phone')
  return { ...row, ...opened, customerName: opened.customerName ?? '', event: shownEvent(deps, row.event) }
}

function shownEvent({ now }: Deps, { cancelledAt, status, publishAt, ...event }: store.EventRow): FoundEvent {
  return { ...event, cancelled: cancelledAt !== null, ...unpublishedMark({ status, publishAt }, now()) }
}

async function invoicesOf(deps: Deps, search: ReturnType<typeof searchFor>): Promise<Found['invoices']> {
  const rows = await store.listInvoices(deps.db, search, MOST_FOUND)
  return rows.map(({ invoice, guest, event }) => {
    const customerName = openName(deps.sealer, 'reservations', guest) ?? ''
    const label = invoiceLabel({ ...invoice, partOfPrice: !invoice.extra })
    return { ...invoice, label, customerName, event: shownEvent(deps, event) }
  })
}

async function paymentsOf(deps: Deps, amount: number) {
  const rows = await store.listPayments(deps.db, amount, MOST_FOUND)
  return rows.map(({ guest, event, ...payment }) => ({
    ...payment,
    reservationId: guest.id,
    customerName: openName(deps.sealer, 'reservations', guest) ?? '',
    event: shownEvent(deps, event),
  }))
}
