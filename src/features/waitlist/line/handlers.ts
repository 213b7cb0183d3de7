/** Answers an admin's calls about an event's line. Each takes the event's lock, and is told by the audit. */
import { actorOf, type AuditEntry, recordAudit } from '#platform/audit.ts'
import type { Transaction } from '#platform/database/database.ts'
import type { EntryState } from '#platform/database/schema/waitlist.ts'
import { bind, type Bound, fail } from '#platform/http/bind.ts'
import { ranchDay } from '#shared/days.ts'
import type { BookingDeps } from '#features/booking/index.ts'
import { findEvent, lockEvent, promiseOffers, setWaitlistStopped } from '#features/events/index.ts'
import { hasHappened } from '#features/events/rules.ts'
import { purgeWithin } from '#features/privacy/index.ts'
import { endOffer } from '../offers/end.ts'
import { offerNow } from '../offers/make.ts'
import { findOffer, takeOverEnded } from '../offers/store.ts'
import { addByHand, countLine, type EntryRow, giveLastPlace, readLine } from '../store.ts'
import * as contract from './contract.ts'
import { movedInLine } from './rules.ts'
import * as store from './store.ts'

type By = Pick<AuditEntry, 'actor' | 'actorEmail'>

export function lineHandlers(deps: BookingDeps): Bound[] {
  const { db, sealer, now } = deps
  return [
    bind(contract.listEntries, async ({ query: { eventId, from, search } }) => {
      if (!(await findEvent(db, eventId))) return fail('not_found')
      const page = await readLine(db, sealer, {
        eventId,
        from,
        search,
        limit: contract.ENTRIES_ON_A_PAGE,
      })
      return { ...page, count: await countLine(db, eventId) }
    }),
    bind(contract.addEntry, async ({ body: { waitlistData } }, { caller }) =>
      db.transaction(async (tx) => {
        const event = await lockEvent(tx, waitlistData.eventId)
        if (!event) return fail('not_found')
        if (event.cancelledAt !== null) return fail('event_cancelled')
        const at = now()
        if (hasHappened(event.startDateDate, ranchDay(at))) return fail('event_started')
        await takeOverEnded(tx, event.id, at)
        const id = await addByHand(tx, sealer, { ...waitlistData, now: at })
        if (id === 'waits_already') return fail(id)
        await note(tx, deps, {
          action: 'waitlist.added',
          id,
          eventId: event.id,
          by: actorOf(caller),
        })
        await promiseOffers(tx, event.id, at)
        return { id }
      }),
    ),
    bind(contract.moveEntry, async ({ body: { id, to } }, { caller }) => {
      const done = await onEntry(deps, id, async (tx, { eventId }) => {
        const order = movedInLine(await store.listPlaces(tx, eventId), id, to)
        if (!order) return 'not_moved'
        await store.numberEntries(tx, order)
        await note(tx, deps, {
          action: 'waitlist.moved',
          id,
          eventId,
          by: actorOf(caller),
        })
        return 'done'
      })
      return done === 'done' ? {} : fail(done)
    }),
    bind(contract.skipEntry, async ({ body: { id } }, { caller }) => {
      const by = actorOf(caller)
      const done = await onEntryWithoutOffer(deps, { id, by }, async (tx, { eventId, state }, withdrawn) => {
        if (withdrawn) return 'done'
        if (state !== 'waiting') return 'not_waiting'
        await store.setEntryState(tx, id, 'skipped')
        await note(tx, deps, { action: 'waitlist.skipped', id, eventId, by })
        return 'done'
      })
      return done === 'done' ? {} : fail(done)
    }),
    bind(contract.putBackEntry, async ({ body: { id } }, { caller }) => {
      const done = await onEntry(deps, id, async (tx, { eventId, state, purgedAt }) => {
        if (purgedAt !== null) return 'not_found'
        if (state === 'unconfirmed') await giveLastPlace(tx, { id, eventId, now: now() })
        else if (['declined', 'lapsed', 'skipped'].includes(state))
          await store.setEntryState(tx, id, 'waiting')
        else return 'waits_already'
        await note(tx, deps, {
          action: 'waitlist.put-back',
          id,
          eventId,
          by: actorOf(caller),
        })
        await promiseOffers(tx, eventId, deps.now())
        return 'done'
      })
      return done === 'done' ? {} : fail(done)
    }),
    bind(contract.removeEntry, async ({ query: { id } }, { caller }) => {
      const by = actorOf(caller)
      const done = await onEntryWithoutOffer(deps, { id, by }, async (tx, { eventId }) => {
        await remove(tx, deps, { ids: [id], eventId, by })
        return 'done'
      })
      return done === 'done' ? {} : fail(done)
    }),
    bind(contract.removeEntries, async ({ body: { eventId, entries } }, { caller }) => {
      const removed = await removeMany(deps, {
        eventId,
        entries,
        by: actorOf(caller),
      })
      return typeof removed === 'number' ? { removed } : fail(removed)
    }),
    bind(contract.offerToEntry, async ({ body: { id } }, { caller }) => {
      const offered = await offerNow(deps, {
        entryId: id,
        by: actorOf(caller),
      })
      return offered === 'done' ? {} : fail(offered)
    }),
    bind(contract.switchOffers, async ({ body: { eventId, on } }, { caller }) =>
      deps.db.transaction(async (tx) => {
        const event = await lockEvent(tx, eventId)
        if (!event) return fail('not_found')
        if ((event.waitlistStoppedAt === null) === on) return {}
        const at = deps.now()
        await setWaitlistStopped(tx, eventId, on ? null : at)
        const action = on ? 'waitlist.started' : 'waitlist.stopped'
        await recordAudit(tx, deps.sealer, [
          {
            ...actorOf(caller),
            action,
            entity: 'event',
            entityId: eventId,
            eventId,
            at,
          },
        ])
        if (on) await promiseOffers(tx, eventId, at)
        return {}
      }),
    ),
  ]
}

/** Works on an entry under its event's lock, with the entry as it is then: what became of earlier offers is taken over first. */
async function onEntry<Result extends string>(
  { db, now }: BookingDeps,
  id: number,
  work: (tx: Transaction, entry: EntryRow) => Promise<Result>,
): Promise<Result | 'not_found'> {
  const found = await store.findEntry(db, id)
  if (!found) return 'not_found'
  return db.transaction(async (tx) => {
    await lockEvent(tx, found.eventId)
    await takeOverEnded(tx, found.eventId, now())
    const entry = await store.findEntry(tx, id)
    return entry ? work(tx, entry) : 'not_found'
  })
}

const ROUNDS = 5

/**
 * The same once no offer holds a spot for the entry, `withdrawn`: one did. Ending an offer asks the provider, so it comes before
 * the lock; one that is made in between is seen under it, and ended as well.
 */
async function onEntryWithoutOffer<Result extends string>(
  deps: BookingDeps,
  { id, by }: { id: number; by: By },
  work: (tx: Transaction, entry: EntryRow, withdrawn: boolean) => Promise<Result>,
) {
  let withdrawn = false
  for (let round = 0; round < ROUNDS; round += 1) {
    const found = await findOffer(deps.db, { openOf: id })
    const as = { offer: 'withdrawn', entry: 'skipped' } as const
    const ended = found ? await endOffer(deps, found, { as, by }) : 'over'
    if (ended !== 'done' && ended !== 'over') return ended
    withdrawn ||= ended === 'done'
    const done = await onEntry(deps, id, async (tx, entry) =>
      entry.state === 'offered' ? 'again' : work(tx, entry, withdrawn),
    )
    if (done !== 'again') return done
  }
  return 'changed_meanwhile'
}

interface Removal {
  eventId: number
  /** The entries as they were shown. */
  entries: { id: number; state: EntryState }[]
  by: By
}

/**
 * All or none, in one transaction. Whatever offers they hold are taken back before it, since that asks the provider; one that is
 * made in between is seen under the lock, and taken back as well.
 */
async function removeMany(deps: BookingDeps, { eventId, entries, by }: Removal) {
  const shown = new Map(entries.map(({ id, state }) => [id, state]))
  const ids = [...shown.keys()]
  const isAsShown = ({ id, state }: Pick<EntryRow, 'id' | 'state'>) =>
    shown.get(id) === state || (shown.get(id) === 'waiting' && state === 'offered')
  for (let round = 0; round < ROUNDS; round += 1) {
    const before = await store.listEntries(deps.db, { eventId, ids })
    if (!before.every(isAsShown)) return 'stale'
    for (const { id, state } of before) {
      if (state !== 'offered') continue
      const found = await findOffer(deps.db, { openOf: id })
      const as = { offer: 'withdrawn', entry: 'skipped' } as const
      const ended = found ? await endOffer(deps, found, { as, by }) : 'over'
      if (ended !== 'done' && ended !== 'over') return ended
      if (ended === 'done') shown.set(id, 'skipped')
    }
    const removed = await deps.db.transaction(async (tx) => {
      if (!(await lockEvent(tx, eventId))) return 'not_found'
      await takeOverEnded(tx, eventId, deps.now())
      const there = await store.listEntries(tx, { eventId, ids })
      if (!there.every(isAsShown)) return 'stale'
      if (there.some(({ state }) => state === 'offered')) return 'again'
      await remove(tx, deps, { ids: there.map(({ id }) => id), eventId, by })
      return there.length
    })
    if (removed !== 'again') return removed
  }
  return 'changed_meanwhile'
}

/** With all that is known of them: an offer has copied name and address to what it held. */
async function remove(
  tx: Transaction,
  deps: BookingDeps,
  { ids, eventId, by }: { ids: number[]; eventId: number; by: By },
): Promise<void> {
  for (const hold of await store.listEndedHolds(tx, ids)) await purgeWithin(tx, deps, { id: hold, by })
  await store.removeEntries(tx, ids)
  for (const id of ids) await note(tx, deps, { action: 'waitlist.removed', id, eventId, by })
}

async function note(
  tx: Transaction,
  { sealer, now }: BookingDeps,
  { action, id, eventId, by }: { action: string; id: number; eventId: number; by: By },
): Promise<void> {
  await recordAudit(tx, sealer, [{ ...by, action, entity: 'waitlist', entityId: id, eventId, at: now() }])
}
