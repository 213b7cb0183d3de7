/** The calls of a spot that is passed on. */
import type { ReservationStatus } from '#platform/database/schema/booking.ts'
import { bind, type Bound, fail } from '#platform/http/bind.ts'
import { isUuid } from '#shared/fields.ts'
import type { BookingDeps } from '../deps.ts'
import { findReservation } from '../admin/store.ts'
import { getPassedOn, getPassOn, getTakeOver, passOn, takeBack } from './contract.ts'
import { endLinkOf, makeLink, readPassOn } from './links.ts'
import { findOpenToken, findTaker } from './store.ts'
import { readTakeOver } from './take-over.ts'

const standing = (status: ReservationStatus): 'confirmed' | 'cancelled' =>
  status === 'confirmed' ? 'confirmed' : 'cancelled'

export function replacementHandlers(deps: BookingDeps): Bound[] {
  return [
    bind(getPassOn, async ({ query: { uuid } }) => {
      const state = isUuid(uuid) ? await readPassOn(deps, uuid) : 'not_found'
      return typeof state === 'string' ? fail(state) : state
    }),
    bind(passOn, async ({ body: { uuid } }) => {
      const state = isUuid(uuid) ? await makeLink(deps, uuid) : 'not_found'
      return typeof state === 'string' ? fail(state) : { passOn: state }
    }),
    bind(takeBack, async ({ query: { uuid } }) => {
      const state = isUuid(uuid) ? await endLinkOf(deps, uuid) : 'not_found'
      return typeof state === 'string' ? fail(state) : { passOn: state }
    }),
    bind(getPassedOn, async ({ query: { id } }) => {
      const row = await findReservation(deps.db, id)
      if (!row) return fail('not_found')
      const replaced = row.replacesId === null ? undefined : await findReservation(deps.db, row.replacesId)
      return {
        offered: row.status === 'confirmed' && (await findOpenToken(deps.db, id)) !== null,
        taker: (await findTaker(deps.db, id)) ?? null,
        replaced: replaced ? { id: replaced.id, status: standing(replaced.status) } : null,
      }
    }),
    bind(getTakeOver, async ({ query: { token } }) => {
      const found = isUuid(token) ? await readTakeOver(deps, token) : undefined
      return found ?? fail('not_found')
    }),
  ]
}
