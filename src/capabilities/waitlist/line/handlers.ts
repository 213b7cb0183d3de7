/** Answers an admin's calls about an event's line. Each takes the event's lock, and is told by the audit. */
import { actorOf, type AuditEntry, recordAudit } from '../../../platform/audit.ts'
import type { Transaction } from '../../../platform/database/database.ts'
import { bind, type Bound, fail } from '../../../platform/http/bind.ts'
import type { BookingDeps } from '../../booking/deps.ts'
import { promiseOffers } from '../../events/line/store.ts'
import { lockEvent } from '../../events/store.ts'
import { purgeWithin } from '../../privacy/purge/purge.ts'
import { endOffer } from '../offers/end.ts'
import { offerNow } from '../offers/make.ts'
import { findOffer, takeOverEnded } from '../offers/store.ts'
import type { EntryRow } from '../store.ts'
import * as contract from './contract.ts'
import { movedInLine } from './rules.ts'
import * as store from './store.ts'

type By = Pick<AuditEntry, 'actor' | 'actorEmail'>

export function lineHandlers(deps: BookingDeps): Bound[] {
  return [
    bind(contract.moveEntry, async ({ body: { id, to } }, { caller }) => {
      const done = await onEntry(deps, id, async (tx, { eventId }) => {
        const order = movedInLine(await store.listPlaces(tx, eventId), id, to)
        if (!order) return 'not_moved'
        await store.numberEntries(tx, order)
        await note(tx, deps, { action: 'waitlist.moved', id, eventId, by: actorOf(caller) })
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
        if (!['declined', 'lapsed', 'skipped'].includes(state)) return 'waits_already'
        await store.setEntryState(tx, id, 'waiting')
        await note(tx, deps, { action: 'waitlist.put-back', id, eventId, by: actorOf(caller) })
        await promiseOffers(tx, eventId, deps.now())
        return 'done'
      })
      return done === 'done' ? {} : fail(done)
    }),
    bind(contract.removeEntry, async ({ query: { id } }, { caller }) => {
      const by = actorOf(caller)
      const done = await onEntryWithoutOffer(deps, { id, by }, async (tx, { eventId }) => {
        // An offer has copied the name and the address to what it held.
        for (const hold of await store.listEndedHolds(tx, id)) await purgeWithin(tx, deps, { id: hold, by })
        await store.removeEntry(tx, id)
        await note(tx, deps, { action: 'waitlist.removed', id, eventId, by })
        return 'done'
      })
      return done === 'done' ? {} : fail(done)
    }),
    bind(contract.offerToEntry, async ({ body: { id } }, { caller }) => {
      const offered = await offerNow(deps, { entryId: id, by: actorOf(caller) })
      return offered === 'done' ? {} : fail(offered)
    }),
    bind(contract.switchOffers, async ({ body: { eventId, on } }, { caller }) =>
      deps.db.transaction(async (tx) => {
        const event = await lockEvent(tx, eventId)
        if (!event) return fail('not_found')
        if ((event.waitlistStoppedAt === null) === on) return {}
        const at = deps.now()
        await store.setStopped(tx, eventId, on ? null : at)
        const action = on ? 'waitlist.started' : 'waitlist.stopped'
        await recordAudit(tx, deps.sealer, [
          { ...actorOf(caller), action, entity: 'event', entityId: eventId, eventId, at },
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

async function note(
  tx: Transaction,
  { sealer, now }: BookingDeps,
  { action, id, eventId, by }: { action: string; id: number; eventId: number; by: By },
): Promise<void> {
  await recordAudit(tx, sealer, [{ ...by, action, entity: 'waitlist', entityId: id, eventId, at: now() }])
}
