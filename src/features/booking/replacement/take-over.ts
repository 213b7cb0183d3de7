/** What a replacement link opens: its event's sign-up, also when that is full or behind a password. */
import type { Database, Transaction } from '#platform/database/database.ts'
import { countTaken, findEvent, findPhotos, toEventDetails } from '#features/events/index.ts'
import { findReservation, lockReservation } from '../admin/store.ts'
import type { BookingDeps } from '../deps.ts'
import type { TakeOver } from './contract.ts'
import { stayFacts } from './links.ts'
import { takeOverState } from './rules.ts'
import { findLink, findTaker } from './store.ts'

/** Undefined: no such link. */
export async function readTakeOver(
  { db, now }: Pick<BookingDeps, 'db' | 'now'>,
  token: string,
): Promise<TakeOver | undefined> {
  const link = await findLink(db, token)
  const row = link && (await findReservation(db, link.reservationId))
  const event = row && (await findEvent(db, row.eventId))
  if (!link || !row || !event) return undefined
  const taker = await findTaker(db, row.id)
  const seen = { taken: await countTaken(db, event.id), photos: await findPhotos(db, event.id), now: now() }
  return {
    state: takeOverState(stayFacts(row, event, now()), {
      ended: link.endedAt !== null,
      taker: taker?.status ?? null,
    }),
    event: toEventDetails(event, seen),
  }
}

/** Whether this token belongs to the event, whatever became of the link: it opens a private one. */
export async function isLinkOf(
  { db }: Pick<BookingDeps, 'db'>,
  { token, eventId }: { token: string; eventId: number },
): Promise<boolean> {
  return (await findLink(db, token))?.eventId === eventId
}

/** `replacement_over`: used, taken back, or the stay has ended. `replacement_taken`: somebody else is paying for it. */
export type TakeOverProblem = 'replacement_over' | 'replacement_taken'

/** Why nobody can book by this link now; null when somebody can. Without locks: for what is asked again under them. */
export async function takeOverProblem(
  { db }: Pick<BookingDeps, 'db'>,
  token: string,
  eventId: number,
): Promise<TakeOverProblem | null> {
  const found = await findStay(db, { token, eventId })
  return typeof found === 'string' ? found : null
}

/** The stay whose spot a sign-up by this link takes over, locked; or why it cannot. The caller holds the event's lock. */
export async function lockReplaced(
  tx: Transaction,
  link: { token: string; eventId: number },
): Promise<number | TakeOverProblem> {
  const id = await findStay(tx, link)
  if (typeof id === 'number') await lockReservation(tx, id)
  return id
}

async function findStay(
  db: Database,
  { token, eventId }: { token: string; eventId: number },
): Promise<number | TakeOverProblem> {
  const link = await findLink(db, token)
  if (!link || link.eventId !== eventId || link.endedAt !== null) return 'replacement_over'
  const row = await findReservation(db, link.reservationId)
  if (row?.status !== 'confirmed') return 'replacement_over'
  return (await findTaker(db, row.id)) ? 'replacement_taken' : row.id
}
