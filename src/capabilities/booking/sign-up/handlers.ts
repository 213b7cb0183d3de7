/** `createReservation` (CONTRACT section 2). */
import { bind, fail } from '../../../platform/http/bind.ts'
import { REQUIRED } from '../../../shared/fields.ts'
import { createReservation } from '../contract.ts'
import type { BookingDeps } from '../deps.ts'
import { findOpenEvent } from '../open-event.ts'
import { signUp } from './sign-up.ts'

export const createReservationHandler = (deps: BookingDeps) =>
  bind(createReservation, async ({ body }, context) => {
    const { amount, paymentIntent, eventId, attempt, ...guest } = body.createReservationData
    if (!(await findOpenEvent(deps, eventId, context))) return fail('not_found')
    const result = await signUp(deps, {
      eventId,
      amount,
      paymentIntent: paymentIntent ?? null,
      attempt: attempt ?? null,
      guest,
    })
    if (result.ok) {
      const { reservationId, uuid, holdExpiresAt } = result
      return { reservationId, uuid, holdExpiresAt: holdExpiresAt?.toISOString() ?? null }
    }
    if (result.problem === 'payment_missing') return fail('invalid', { fields: { paymentIntent: REQUIRED } })
    return fail(result.problem)
  })
