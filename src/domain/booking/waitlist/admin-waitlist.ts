/**
 * Reads and changes the waitlist of an event for admins. A change that affects an open offer first withdraws the
 * offer, then locks the event. Also empties the waitlist in the purge (R18.2).
 */
import type { BookingDeps } from '../deps.ts'
import { anonymizeReservation } from '../use-cases/anonymize-reservation.ts'
import { deleteEmailsToEntries } from '#platform/email-queue.ts'
import { lockEvent } from '#domain/events/store/events.ts'
import { type Actor, recordAudit } from '#platform/audit.ts'
import type { Transaction, Database } from '#platform/database/database.ts'
import { openColumns, type Sealer } from '#platform/sealing.ts'
import type { ParsedOf } from '#shared/endpoint.ts'
import { searchable } from '#shared/folding.ts'
import { isPartOfPhone } from '#shared/phones.ts'
import type { EntryCount, WaitlistEntry } from './contract/entries.ts'
import type * as contract from './contract/admin.ts'
import { endOffer } from './offers.ts'
import { UNCONFIRMED_DAYS } from './rules.ts'
import {
  deleteEntries,
  deleteUnconfirmed,
  emptyEntries,
  type EntryRow,
  findEntry,
  listHoldsOfEntries,
  listEntriesById,
  countEntries,
  listWaitlist,
} from './store/entries.ts'
import { findOffer, reconcileOffers, withdrawOffers } from './store/offers.ts'

interface WaitlistQuery {
  eventId: number
  /** Number of entries to skip at the start of the waitlist. */
  from?: number | undefined
  limit?: number | undefined
  /** Part of a name, e-mail address or phone number to search for. Capitals do not matter. */
  search?: string | undefined
}

/**
 * Returns a page of waitlist entries: offered and waiting ones in order, then unconfirmed, then ended ones. If
 * `search` is given, returns only matching entries, and decrypts all entries to find them. `found` is the number of
 * all entries, or of all matching ones.
 */
export async function readWaitlist(
  db: Database,
  sealer: Sealer,
  { eventId, from = 0, limit, search = '' }: WaitlistQuery,
): Promise<{ entries: WaitlistEntry[]; found: number; count: EntryCount }> {
  const count = await countEntries(db, eventId)
  const wanted = searchable(search)
  if (wanted === '') {
    const rows = await listWaitlist(db, eventId, { from, limit })
    return { entries: rows.map((row) => openEntry(sealer, row)), found: count.all, count }
  }
  const matching = (await listWaitlist(db, eventId, { from: 0, limit: undefined }))
    .map((row) => openEntry(sealer, row))
    .filter(
      ({ customerName, email, phone }) =>
        searchable(`${customerName} ${email} ${phone ?? ''}`).includes(wanted) ||
        isPartOfPhone(search, phone),
    )
  const entries = matching.slice(from, limit === undefined ? undefined : from + limit)
  return { entries, found: matching.length, count }
}

function openEntry(
  sealer: Sealer,
  { entry, until, place, token }: Awaited<ReturnType<typeof listWaitlist>>[number],
): WaitlistEntry {
  const { id, size, byHand, createdAt, confirmedAt, state } = entry
  const opened = openColumns(sealer, 'waitlist_entries', entry, 'customerName', 'email', 'phone')
  return {
    id,
    customerName: opened.customerName ?? '',
    email: opened.email ?? '',
    phone: opened.phone,
    size,
    byHand,
    createdAt: createdAt.toISOString(),
    confirmedAt: confirmedAt?.toISOString() ?? null,
    state,
    position: place,
    offerUntil: until?.toISOString() ?? null,
    offerToken: opened.email === null ? token : null,
  }
}

/**
 * Calls `work` with an entry under its event's lock. First updates the event's offers, whose reservations may have
 * been paid, expired or canceled since (`reconcileOffers`).
 */
export async function withEntry<Result extends string>(
  { db, now }: BookingDeps,
  id: number,
  work: (tx: Transaction, entry: EntryRow) => Promise<Result>,
): Promise<Result | 'not_found'> {
  const found = await findEntry(db, id)
  if (!found) return 'not_found'
  return db.transaction(async (tx) => {
    await lockEvent(tx, found.eventId)
    await reconcileOffers(tx, found.eventId, now())
    const entry = await findEntry(tx, id)
    return entry ? work(tx, entry) : 'not_found'
  })
}

const ROUNDS = 5

/** Withdraws the open offer of an entry. Returns `over` if the entry has none. */
async function takeOfferBack(deps: BookingDeps, id: number, by: Actor) {
  const found = await findOffer(deps.db, { openOf: id })
  return found ? endOffer(deps, found, { as: { offer: 'withdrawn', entry: 'skipped' }, by }) : 'over'
}

/**
 * Like `withEntry`, but first withdraws the entry's open offer; `withdrawn` says if there was one. Withdrawing
 * calls the card provider, so it must happen before the lock is taken. If a new offer was made in between, starts
 * over.
 */
export async function withEntryWithoutOffer<Result extends string>(
  deps: BookingDeps,
  { id, by }: { id: number; by: Actor },
  work: (tx: Transaction, entry: EntryRow, withdrawn: boolean) => Promise<Result>,
) {
  let withdrawn = false
  for (let round = 0; round < ROUNDS; round += 1) {
    const ended = await takeOfferBack(deps, id, by)
    if (ended !== 'done' && ended !== 'over') return ended
    withdrawn ||= ended === 'done'
    const done = await withEntry(deps, id, async (tx, entry) =>
      entry.state === 'offered' ? 'again' : work(tx, entry, withdrawn),
    )
    if (done !== 'again') return done
  }
  return 'changed_meanwhile'
}

type Removal = ParsedOf<typeof contract.removeEntries>['body'] & { by: Actor }

/**
 * Deletes all these entries in one transaction, or none. First withdraws their offers, outside the transaction,
 * because that calls the card provider. If a new offer was made in between, starts over.
 */
export async function removeMany(deps: BookingDeps, { eventId, entries, by }: Removal) {
  const shown = new Map(entries.map(({ id, state }) => [id, state]))
  const ids = [...shown.keys()]
  const isAsShown = ({ id, state }: Pick<EntryRow, 'id' | 'state'>) =>
    shown.get(id) === state || (shown.get(id) === 'waiting' && state === 'offered')
  for (let round = 0; round < ROUNDS; round += 1) {
    const before = await listEntriesById(deps.db, { eventId, ids })
    if (!before.every(isAsShown)) return 'stale'
    for (const { id, state } of before) {
      if (state !== 'offered') continue
      const ended = await takeOfferBack(deps, id, by)
      if (ended !== 'done' && ended !== 'over') return ended
      if (ended === 'done') shown.set(id, 'skipped')
    }
    const removed = await deps.db.transaction(async (tx) => {
      if (!(await lockEvent(tx, eventId))) return 'not_found'
      await reconcileOffers(tx, eventId, deps.now())
      const there = await listEntriesById(tx, { eventId, ids })
      if (!there.every(isAsShown)) return 'stale'
      if (there.some(({ state }) => state === 'offered')) return 'again'
      await removeEntries(tx, deps, { ids: there.map(({ id }) => id), eventId, by })
      return there.length
    })
    if (removed !== 'again') return removed
  }
  return 'changed_meanwhile'
}

/**
 * Deletes waitlist entries with all copies of their data. The reservation that an offer held has a copy of the name
 * and address.
 */
export async function removeEntries(
  tx: Transaction,
  deps: BookingDeps,
  { ids, eventId, by }: { ids: number[]; eventId: number; by: Actor },
): Promise<void> {
  for (const hold of await listHoldsOfEntries(tx, ids)) await anonymizeReservation(tx, deps, { id: hold, by })
  await deleteEntries(tx, ids)
  const action = by.actor === 'guest' ? 'waitlist.left' : 'waitlist.removed'
  for (const id of ids) await auditEntryChange(tx, deps, { action, id, eventId, by })
}

export async function auditEntryChange(
  tx: Transaction,
  { sealer, now }: BookingDeps,
  { action, id, eventId, by }: { action: string; id: number; eventId: number; by: Actor },
): Promise<void> {
  await recordAudit(tx, sealer, [{ ...by, action, entity: 'waitlist', entityId: id, eventId, at: now() }])
}

const DAY_MS = 24 * 3_600_000

/**
 * Deletes the personal data in an event's waitlist, for the purge. Ends its entries and withdraws its offers, because
 * an admin may later move the event into the future. The caller holds the event's lock.
 */
export async function anonymizeWaitlist(tx: Transaction, eventId: number, now: Date): Promise<void> {
  const ids = await emptyEntries(tx, eventId, now)
  if (ids.length === 0) return
  await withdrawOffers(tx, { entryIds: ids }, now)
  // The purge deletes e-mails by their reservations. E-mails to waitlist entries have none, so they are deleted
  // here.
  await deleteEmailsToEntries(tx, ids)
}

/** Deletes entries that nobody confirmed within the allowed days. Returns the ids of their events. */
export const forgetUnconfirmed = async (tx: Transaction, now: Date): Promise<number[]> =>
  deleteUnconfirmed(tx, new Date(now.getTime() - UNCONFIRMED_DAYS * DAY_MS))
