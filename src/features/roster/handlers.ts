/** Answers the calls about an event with its guests. */
import { actorOf } from '#platform/audit.ts'
import { bind, type Bound, fail } from '#platform/http/bind.ts'
import { isAdminCaller } from '#features/access/rules.ts'
import type { BookingDeps } from '#features/booking/deps.ts'
import { deleteEvent } from '#features/events/contract.ts'
import {
  countTaken,
  findEvent,
  findEventByUrlName,
  findPhotos,
  isUnlocked,
  toEventDetails,
} from '#features/events/index.ts'
import { readReservations } from '#features/booking/admin/read.ts'
import { listReservations } from '#features/booking/admin/store.ts'
import { exportEvent, getEvent, listGuests } from './contract.ts'
import { deleteWholeEvent } from './delete-event.ts'
import { editHandlers } from './edit-handlers.ts'
import { attachment } from './export/file-name.ts'
import { tableOf } from './export/table.ts'
import { readWhole } from './read-whole.ts'

/** A page of them is about 100 KB. */
const GUESTS_ON_A_PAGE = 250

export function rosterHandlers(deps: BookingDeps): Bound[] {
  const { db, now, sessionSecret } = deps
  return [
    ...editHandlers(deps),

    bind(getEvent, async ({ query }, context) => {
      const event = await findEventByUrlName(db, query.eventUrlName)
      if (!event) return fail('not_found')
      if (!isUnlocked(context, event, sessionSecret)) {
        return { urlName: event.urlName, private: true as const, locked: true as const }
      }
      if (isAdminCaller(context.caller)) return readWhole(deps, event, query)
      const taken = await countTaken(db, event.id)
      const photos = await findPhotos(db, event.id)
      return toEventDetails(event, { taken, photos, now: now() })
    }),

    bind(listGuests, async ({ query: { id, after } }) => {
      const event = await findEvent(db, id)
      if (!event) return fail('not_found')
      const rows = await listReservations(db, { eventId: id, after, limit: GUESTS_ON_A_PAGE })
      const taken = await countTaken(db, id)
      return {
        guests: await readReservations(deps, rows, { event, taken }),
        next: rows.length === GUESTS_ON_A_PAGE ? (rows.at(-1)?.id ?? null) : null,
      }
    }),

    bind(deleteEvent, async ({ query: { id, force } }, { caller }) => {
      const deleted = await deleteWholeEvent(deps, { id, force: force === 'true', by: actorOf(caller) })
      if (typeof deleted === 'string') return fail(deleted)
      return 'paid' in deleted ? fail('has_paid_reservations', { message: paidWords(deleted.paid) }) : deleted
    }),

    bind(exportEvent, async ({ query }) => {
      const event = await findEvent(db, query.id)
      if (!event) return fail('not_found')
      return new Response(tableOf(deps, event), {
        headers: {
          'content-type': 'text/csv; charset=utf-8; header=present',
          'content-disposition': attachment(event.name, 'csv'),
        },
      })
    }),
  ]
}

function paidWords(guests: number): string {
  const who = guests === 1 ? 'One guest has' : `${guests} guests have`
  return `${who} paid for this event, and the money has not been given back. Please refund it first.`
}
