/** Answers an admin's calls about one reservation. */
import { actorOf } from '#platform/audit.ts'
import { bind, type Bound, fail } from '#platform/http/bind.ts'
import type { BookingDeps } from '../deps.ts'
import {
  createReservationByAdmin,
  deleteReservation,
  getReservationByAdmin,
  updateReservationByAdmin,
} from './contract.ts'
import { signUpByAdmin } from './create.ts'
import { deleteByAdmin } from './delete.ts'
import { readReservation } from './read.ts'
import { changeByAdmin } from './update.ts'

export function adminReservationHandlers(deps: BookingDeps): Bound[] {
  return [
    bind(createReservationByAdmin, async ({ body: { createReservationData: data } }, { caller }) => {
      const order = { ...data, amount: data.amount ?? null, totalDue: data.totalDue ?? null }
      const made = await signUpByAdmin(deps, { ...order, by: actorOf(caller) })
      if (typeof made === 'string') return fail(made)
      return 'uuid' in made ? made : fail('invalid', { fields: { ...made } })
    }),

    bind(getReservationByAdmin, async ({ query }) => {
      return (await readReservation(deps, query.id)) ?? fail('not_found')
    }),

    bind(updateReservationByAdmin, async ({ body }, { caller }) => {
      const { id, version = null, ...changes } = body.updateReservationData
      const changed = await changeByAdmin(deps, { id, version, changes, by: actorOf(caller) })
      if (typeof changed === 'object') return fail('invalid', changed)
      if (changed !== 'done') return fail(changed)
      const reservation = await readReservation(deps, id)
      return reservation ? { reservation } : fail('not_found')
    }),

    bind(deleteReservation, async ({ query: { id, force } }, { caller }) => {
      const deleted = await deleteByAdmin(deps, { id, force: force === 'true', by: actorOf(caller) })
      if (deleted === 'done') return {}
      return fail(deleted === 'paid' ? 'has_paid_invoices' : deleted)
    }),
  ]
}
