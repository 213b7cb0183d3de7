/** Answers an admin's calls about reservations. */
import { actorOf } from '#platform/audit.ts'
import { bind, type Bound, fail } from '#platform/http/bind.ts'
import {
  changeOptionsByAdmin,
  createReservationByAdmin,
  deleteReservation,
  getReservationByAdmin,
  moveReservation,
  updateReservationByAdmin,
  withdrawCardByAdmin,
} from './contract/admin.ts'
import type { BookingDeps } from './deps.ts'
import { withdrawCard } from './payments/forget-kept-card.ts'
import { reservationReply } from './reservation-reply.ts'
import { choiceFailure } from './sign-up-handlers.ts'
import { signUpByAdmin } from './use-cases/admin-sign-up.ts'
import { changeChoices } from './use-cases/change-choices.ts'
import { deleteByAdmin } from './use-cases/delete-reservation.ts'
import { changeByAdmin } from './use-cases/edit-guest-details.ts'
import { moveStay } from './use-cases/move-stay.ts'
import { readReservation } from './use-cases/show-reservation.ts'

const FOR_GUESTS = ['paid_by_other', 'difference_changed', 'choices_closed', 'choices_cheaper'] as const

/** An admin who changes choices is never refused with these. */
const isForGuests = (code: string): code is (typeof FOR_GUESTS)[number] =>
  FOR_GUESTS.some((one) => one === code)

export function adminHandlers(deps: BookingDeps): Bound[] {
  return [
    bind(createReservationByAdmin, async ({ body: { createReservationData: data } }, { caller }) => {
      const made = await signUpByAdmin(deps, { ...data, by: actorOf(caller) })
      if (typeof made === 'string') return fail(made)
      if ('code' in made) return choiceFailure(made)
      return 'uuid' in made ? made : fail('invalid', { fields: { ...made } })
    }),

    bind(getReservationByAdmin, async ({ query }) => {
      return (await readReservation(deps, query.id)) ?? fail('not_found')
    }),

    bind(updateReservationByAdmin, async ({ body }, { caller }) => {
      const { id, version = null, ...changes } = body.updateReservationData
      const changed = await changeByAdmin(deps, { id, version, changes, by: actorOf(caller) })
      if (typeof changed === 'object') return fail('invalid', changed)
      return changed === 'done' ? await reservationReply(deps, id) : fail(changed)
    }),

    bind(changeOptionsByAdmin, async ({ body: { id, version, options, ...how } }, { caller }) => {
      const admin = { ...how, by: actorOf(caller) }
      const changed = await changeChoices(deps, { id, options, version, admin, difference: null })
      if (changed === 'done') return await reservationReply(deps, id)
      if (typeof changed === 'object') return choiceFailure(changed)
      return fail(isForGuests(changed) ? 'stale' : changed)
    }),

    bind(moveReservation, async ({ body }, { caller }) => {
      const moved = await moveStay(deps, { ...body, by: actorOf(caller) })
      if (typeof moved === 'object') return fail('invalid', moved)
      return moved === 'done' ? await reservationReply(deps, body.id) : fail(moved)
    }),

    bind(deleteReservation, async ({ query: { id, force } }, { caller }) => {
      const deleted = await deleteByAdmin(deps, { id, force: force === 'true', by: actorOf(caller) })
      if (deleted === 'done') return {}
      return fail(deleted === 'paid' ? 'has_paid_invoices' : deleted)
    }),

    bind(withdrawCardByAdmin, async ({ query: { id } }, { caller }) => {
      const done = await withdrawCard(deps, { id, by: actorOf(caller) })
      // Of one that is purged nothing is kept.
      return done === 'not_found' ? fail('not_found') : {}
    }),
  ]
}
