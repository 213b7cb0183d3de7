/** `createReservation` (CONTRACT section 2). */
import { bind, fail } from '../../../platform/http/bind.ts'
import { REQUIRED } from '../../../shared/fields.ts'
import { createReservation } from '../contract.ts'
import type { BookingDeps } from '../deps.ts'
import { findOpenEvent } from '../open-event.ts'
import { isOfferOf } from '../offered/store.ts'
import { isLinkOf } from '../replacement/take-over.ts'
import { createHoldLimit } from './open-holds.ts'
import { signUp } from './sign-up.ts'

const GIVEN_BACK =
  'This payment came too long before the form and goes back to your card. Please reload the page and try again.'

export function createReservationHandler(deps: BookingDeps) {
  const holds = createHoldLimit(deps)
  return bind(createReservation, async ({ body }, context) => {
    const { amount, paymentIntent, eventId, attempt, ...rest } = body.createReservationData
    const { offer: token, replacement: link, ...guest } = rest
    const offer = token ?? null
    const replacement = link ?? null
    // A link opens a private event for what it offers: whoever waited for it, or passes on a spot, had the password.
    const offered = offer !== null && (await isOfferOf(deps.db, { token: offer, eventId }))
    const passedOn = replacement !== null && (await isLinkOf(deps, { token: replacement, eventId }))
    const linked = offered || passedOn
    const event = linked ? undefined : await findOpenEvent(deps, eventId, context)
    if (!linked && !event) return fail('not_found')
    const order = {
      eventId,
      amount,
      paymentIntent: paymentIntent ?? null,
      attempt: attempt ?? null,
      offer,
      replacement,
      guest,
    }
    const result = event
      ? await holds.watch({ address: context.address, event }, (mayHold) => signUp(deps, order, mayHold))
      : await signUp(deps, order)
    if (result.ok) {
      const { reservationId, uuid, holdExpiresAt } = result
      return { reservationId, uuid, holdExpiresAt: holdExpiresAt?.toISOString() ?? null }
    }
    if (result.problem === 'payment_missing') return fail('invalid', { fields: { paymentIntent: REQUIRED } })
    if (result.problem === 'payment_given_back') return fail('payment_intent_used', { message: GIVEN_BACK })
    return fail(result.problem)
  })
}
