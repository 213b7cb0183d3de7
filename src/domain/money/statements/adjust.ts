/** Posts the entry that an admin makes to correct the ledger (R49.1). */
import { randomUUID } from 'node:crypto'
import type { z } from 'zod'
import type { Database, Transaction } from '#platform/database/database.ts'
import { type Day, ranchDay, ranchInstant } from '#shared/days.ts'
import { formatDayLong } from '#shared/format-days.ts'
import { addMonths, firstOf, monthOf, monthTitle } from '#shared/months.ts'
import { entriesOfAdjustment } from '../ledger/domain/entries.ts'
import { insertEntries, listPosted } from '../ledger/store/post.ts'
import { findLastClosedMonth } from '../ledger/store/read.ts'
import type { adjustment } from './contract.ts'
import { entryNumber } from './csv.ts'
import { findEventOf } from './store.ts'

type Adjustment = z.output<typeof adjustment>

export type Posted =
  | { id: number; number: string; day: Day; isNew: boolean }
  | { fields: Record<string, string> }

/** Posts an adjustment once per `attempt`. Returns the entry, or what is wrong with which field. */
export async function postByHand(tx: Transaction, order: Adjustment, now: Date): Promise<Posted> {
  const sourceId = `admin:${order.attempt ?? randomUUID()}`
  const known = await findAdjustment(tx, sourceId)
  if (known) return { ...known, isNew: false }
  const today = ranchDay(now)
  const { day, attempt: _, reservationId: number, ...rest } = order
  const wrongDay = day ? await dayProblem(tx, day, today) : null
  if (wrongDay !== null) return { fields: { day: wrongDay } }
  const reservationId = number ?? null
  const guest = reservationId === null ? { eventId: null } : await findEventOf(tx, reservationId)
  if (!guest) return { fields: { reservationId: 'There is no reservation with this number' } }
  const at = day && day !== today ? ranchInstant(day) : now
  const { eventId } = guest
  await insertEntries(tx, entriesOfAdjustment({ ...rest, id: sourceId, reservationId, eventId, now: at }))
  const posted = await findAdjustment(tx, sourceId)
  if (!posted) throw new Error('The adjustment was not posted')
  return { ...posted, isNew: true }
}

async function findAdjustment(db: Database, sourceId: string) {
  const [posted] = await listPosted(db, ['adjustment'], [sourceId])
  return posted && { id: posted.id, number: entryNumber(posted.id), day: posted.day }
}

async function dayProblem(db: Database, day: Day, today: Day): Promise<string | null> {
  if (day > today) return 'Please choose today or an earlier day'
  const closed = await findLastClosedMonth(db)
  if (closed === null || monthOf(day) > closed) return null
  const first = firstOf(addMonths(closed, 1))
  return `${monthTitle(monthOf(day))} is closed. Please choose ${formatDayLong(first)}, or a later day`
}
