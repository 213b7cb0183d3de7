/**
 * Handles the admins' calls about an event's waitlist. Each change takes the event's lock and adds an audit entry.
 */
import { actorOf, recordAudit } from '#platform/audit.ts'
import { bind, type Bound, fail } from '#platform/http/bind.ts'
import { ranchDay } from '#shared/days.ts'
import { plural } from '#shared/text.ts'
import { phoneProblems, phoneRefusal } from '#shared/phones.ts'
import type { BookingDeps } from '#domain/booking/deps.ts'
import { findEvent, lockEvent, setEventSwitches } from '#domain/events/store/events.ts'
import { hasHappened } from '#domain/events/rules.ts'
import * as contract from '../contract/admin.ts'
import {
  auditEntryChange,
  withEntry,
  withEntryWithoutOffer,
  removeEntries,
  removeMany,
  readWaitlist,
} from '../admin-waitlist.ts'
import { enqueueOffers } from '../enqueue-jobs.ts'
import { offerNow } from '../offers.ts'
import { movedOnWaitlist, placedOnWaitlist } from '../rules.ts'
import { addToWaitlist, listWaitlistOrder, numberWaitlist, putLast, setEntry } from '../store/entries.ts'
import { reconcileOffers } from '../store/offers.ts'

/** Returns the message that explains why an admin cannot offer an entry all the spots it wants. */
const fewWords = ({ left, wanted }: { left: number; wanted: number }) =>
  left <= 0
    ? contract.NO_SPOT_LEFT
    : `This person wants ${plural(wanted, 'spot')}, and ${left} ${left === 1 ? 'is' : 'are'} left. Change how many spots they want first.`

export function adminWaitlistHandlers(deps: BookingDeps): Bound[] {
  const { db, sealer, now } = deps
  return [
    bind(contract.listEntries, async ({ query: { eventId, from, search } }) => {
      if (!(await findEvent(db, eventId))) return fail('not_found')
      return readWaitlist(db, sealer, { eventId, from, search, limit: contract.ENTRIES_ON_A_PAGE })
    }),
    bind(contract.addEntry, async ({ body: { waitlistData } }, { caller }) => {
      const fields = phoneProblems({ phone: waitlistData.phone })
      if (fields) return fail('invalid', phoneRefusal(fields))
      return db.transaction(async (tx) => {
        const event = await lockEvent(tx, waitlistData.eventId)
        if (!event) return fail('not_found')
        if (event.cancelledAt !== null) return fail('event_cancelled')
        const at = now()
        if (hasHappened(event.startDateDate, ranchDay(at))) return fail('event_started')
        await reconcileOffers(tx, event.id, at)
        const id = await addToWaitlist(tx, sealer, { ...waitlistData, now: at })
        if (id === 'waits_already') return fail(id)
        if (waitlistData.place)
          await numberWaitlist(
            tx,
            placedOnWaitlist(await listWaitlistOrder(tx, event.id), id, waitlistData.place),
          )
        await auditEntryChange(tx, deps, {
          action: 'waitlist.added',
          id,
          eventId: event.id,
          by: actorOf(caller),
        })
        await enqueueOffers(tx, event.id, at)
        return { id }
      })
    }),
    bind(contract.moveEntry, async ({ body: { id, to } }, { caller }) => {
      const done = await withEntry(deps, id, async (tx, { eventId }) => {
        const order = movedOnWaitlist(await listWaitlistOrder(tx, eventId), id, to)
        if (!order) return 'not_moved'
        await numberWaitlist(tx, order)
        await auditEntryChange(tx, deps, { action: 'waitlist.moved', id, eventId, by: actorOf(caller) })
        return 'done'
      })
      return done === 'done' ? {} : fail(done)
    }),
    bind(contract.resizeEntry, async ({ body: { id, size } }, { caller }) => {
      const done = await withEntry(deps, id, async (tx, { eventId, state }) => {
        if (state === 'offered' || state === 'booked') return 'has_offer'
        await setEntry(tx, id, { size })
        await auditEntryChange(tx, deps, { action: 'waitlist.resized', id, eventId, by: actorOf(caller) })
        await enqueueOffers(tx, eventId, now())
        return 'done'
      })
      return done === 'done' ? {} : fail(done)
    }),
    bind(contract.skipEntry, async ({ body: { id } }, { caller }) => {
      const by = actorOf(caller)
      const done = await withEntryWithoutOffer(
        deps,
        { id, by },
        async (tx, { eventId, state }, withdrawn) => {
          if (withdrawn) return 'done'
          if (state !== 'waiting') return 'not_waiting'
          await setEntry(tx, id, { state: 'skipped' })
          await auditEntryChange(tx, deps, { action: 'waitlist.skipped', id, eventId, by })
          return 'done'
        },
      )
      return done === 'done' ? {} : fail(done)
    }),
    bind(contract.putBackEntry, async ({ body: { id } }, { caller }) => {
      const done = await withEntry(deps, id, async (tx, { eventId, state, purgedAt }) => {
        if (purgedAt !== null) return 'not_found'
        if (state === 'unconfirmed') await putLast(tx, { id, eventId, now: now() })
        else if (['declined', 'lapsed', 'skipped'].includes(state))
          await setEntry(tx, id, { state: 'waiting' })
        else return 'waits_already'
        await auditEntryChange(tx, deps, { action: 'waitlist.put-back', id, eventId, by: actorOf(caller) })
        await enqueueOffers(tx, eventId, deps.now())
        return 'done'
      })
      return done === 'done' ? {} : fail(done)
    }),
    bind(contract.removeEntry, async ({ query: { id } }, { caller }) => {
      const by = actorOf(caller)
      const done = await withEntryWithoutOffer(deps, { id, by }, async (tx, { eventId }) => {
        await removeEntries(tx, deps, { ids: [id], eventId, by })
        return 'done'
      })
      return done === 'done' ? {} : fail(done)
    }),
    bind(contract.removeEntries, async ({ body: { eventId, entries } }, { caller }) => {
      const removed = await removeMany(deps, { eventId, entries, by: actorOf(caller) })
      return typeof removed === 'number' ? { removed } : fail(removed)
    }),
    bind(contract.offerToEntry, async ({ body: { id } }, { caller }) => {
      const offered = await offerNow(deps, { entryId: id, by: actorOf(caller) })
      if (typeof offered === 'object') return fail('event_full', { message: fewWords(offered) })
      return offered === 'done' ? {} : fail(offered)
    }),
    bind(contract.switchOffers, async ({ body: { eventId, on } }, { caller }) =>
      deps.db.transaction(async (tx) => {
        const event = await lockEvent(tx, eventId)
        if (!event) return fail('not_found')
        if ((event.waitlistStoppedAt === null) === on) return {}
        const at = deps.now()
        await setEventSwitches(tx, eventId, { waitlistStoppedAt: on ? null : at })
        const action = on ? 'waitlist.started' : 'waitlist.stopped'
        const entry = { ...actorOf(caller), entity: 'event', entityId: eventId, eventId, at }
        await recordAudit(tx, deps.sealer, [{ ...entry, action }])
        if (on) await enqueueOffers(tx, eventId, at)
        return {}
      }),
    ),
  ]
}
