/** Pages of events, always by start ascending: current ones from the next on, past ones from the newest back. */
import type { Database } from '#platform/database/database.ts'
import { isDay, ranchDay } from '#shared/days.ts'
import { id as idField } from '#shared/fields.ts'
import type { EventSummary } from './contract/events.ts'
import { type EventRow, readSpotsOf } from './store/events.ts'
import { type Cursor, listCurrent, listPast, type Page } from './store/catalog.ts'
import { NO_SPOTS } from './domain/options.ts'
import { toEventSummary } from './contract/view.ts'

/** Without `limit`: the newest 100 past ones, and all current ones (R10.3). */
const PAST_PAGE = 100

export interface ListingOptions {
  /** Undefined: all current events and the newest past ones. */
  when: Cursor['when'] | undefined
  limit: number | undefined
  after: Cursor | null
  now: Date
  /** Admins see private events too. */
  admin: boolean
}

export interface Listing {
  events: EventSummary[]
  nextCursor: string | null
}

export async function listPage(
  db: Database,
  { when, limit, after, now, admin }: ListingOptions,
): Promise<Listing> {
  const page = { today: ranchDay(now), includePrivate: admin, after }
  const past = when === 'current' ? NOTHING : await pastPage(db, { ...page, limit: limit ?? PAST_PAGE })
  const current =
    when === 'past' ? NOTHING : await currentPage(db, { ...page, limit: (when && limit) ?? null })
  const found = [...past.rows, ...current.rows]
  const spots = await readSpotsOf(
    db,
    found.map((event) => event.id),
  )
  return {
    events: found.map((event) => toEventSummary(event, spots.get(event.id) ?? NO_SPOTS, now)),
    nextCursor: past.next ?? current.next,
  }
}

interface Rows {
  rows: EventRow[]
  next: string | null
}

const NOTHING: Rows = { rows: [], next: null }

async function pastPage(db: Database, page: Page & { limit: number }): Promise<Rows> {
  const newestFirst = await listPast(db, { ...page, limit: page.limit + 1 })
  const rows = newestFirst.slice(0, page.limit)
  return { rows: rows.toReversed(), next: cursorAfter('past', rows, newestFirst.length > page.limit) }
}

async function currentPage(db: Database, page: Page): Promise<Rows> {
  if (page.limit === null) return { rows: await listCurrent(db, page), next: null }
  const found = await listCurrent(db, { ...page, limit: page.limit + 1 })
  const rows = found.slice(0, page.limit)
  return { rows, next: cursorAfter('current', rows, found.length > page.limit) }
}

function cursorAfter(when: Cursor['when'], rows: EventRow[], more: boolean): string | null {
  const last = rows.at(-1)
  return more && last ? writeCursor({ when, start: last.startDateDate, id: last.id }) : null
}

/** A cursor is opaque to callers. */
export function writeCursor({ when, start, id }: Cursor): string {
  return `${when}_${start}_${id}`
}

/** Null when it is not one that we wrote. */
export function readCursor(text: string): Cursor | null {
  const [when, start = '', digits = '', ...rest] = text.split('_')
  const id = idField().safeParse(digits)
  const known = (when === 'current' || when === 'past') && isDay(start)
  return known && id.success && rest.length === 0 ? { when, start, id: id.data } : null
}
