import { type Job, job, periodicJob, retryUntilDone } from '#platform/job.ts'
import type { BookingDeps } from './deps.ts'
import { applyPaymentIntent, settleHold } from './payments/apply-intent.ts'
import { REMOVE_LEAVER } from './payments/cancel-with-refund.ts'
import { stopDeclined } from './payments/declined-cards.ts'
import { chargeSavedCards, forgetCustomer } from './payments/saved-card.ts'
import { createReadPace } from './payments/read-pace.ts'
import { reconcile } from './payments/reconcile.ts'
import { makeRefund } from './payments/refund.ts'
import { FORGET_CUSTOMER } from './store/saved-cards.ts'
import { APPLY_PAYMENT_INTENT, forgetNetworks } from './store/payment-intents.ts'
import { DECIDE_WAITING_REFUND, SEND_REFUND } from './store/refunds.ts'
import { listEndedHolds } from './store/reservations.ts'
import { forgetHoldNetworks } from './store/sign-ups.ts'
import { beginStays } from './use-cases/begin-stays.ts'
import { CANCEL_EVENT, cancelReservationsOf } from './use-cases/cancel-event.ts'
import { decideWaitingRefund } from './use-cases/cancel-stay.ts'
import { removeLeaverFromInvoices } from './use-cases/edit-party.ts'

const UNANSWERED = 'Stripe did not answer'

export const applyPaymentIntentJob = (deps: BookingDeps): Job =>
  job(APPLY_PAYMENT_INTENT, async ({ intentId }, facts) => {
    const applied = await applyPaymentIntent(deps, intentId, 'provider')
    const answered = applied !== 'unanswered' && (await stopDeclined(deps, intentId))
    return answered ? 'done' : retryUntilDone(facts, deps.now(), UNANSWERED)
  })

export const sendRefundJob = (deps: BookingDeps): Job =>
  job(SEND_REFUND, async ({ refundId }, facts) => {
    const refunded = await makeRefund(deps, refundId)
    if (refunded === 'unanswered') return retryUntilDone(facts, deps.now(), UNANSWERED)
    return refunded === 'failed' ? { giveUp: 'Stripe refused the refund' } : 'done'
  })

export const decideWaitingRefundJob = (deps: BookingDeps): Job =>
  job(DECIDE_WAITING_REFUND, async ({ reservationId }, facts) => {
    const decided = await decideWaitingRefund(deps, reservationId)
    if (decided !== 'waits') return 'done'
    return retryUntilDone(facts, deps.now(), 'Stripe has not reported its fee yet')
  })

export const cancelEventJob = (deps: BookingDeps): Job =>
  job(CANCEL_EVENT, async ({ eventId }, facts) => {
    const left = await cancelReservationsOf(deps, eventId)
    if (left === 0) return 'done'
    return retryUntilDone(facts, deps.now(), `${left} reservations could not be canceled yet`)
  })

export const removeLeaverJob = (deps: BookingDeps): Job =>
  job(REMOVE_LEAVER, async ({ reservationId, paid }, facts) => {
    const paymentIds = paid.split(',').map(Number)
    const removed = await removeLeaverFromInvoices(deps, { reservationId, paid: paymentIds })
    if (removed !== 'waits') return 'done'
    return retryUntilDone(facts, deps.now(), 'A payment for the party is in progress')
  })

export const forgetCustomerJob = (deps: BookingDeps): Job =>
  job(FORGET_CUSTOMER, async ({ customer }, facts) => {
    const forgotten = await forgetCustomer(deps, customer)
    if (forgotten === 'done') return 'done'
    const reason = forgotten === 'waits' ? 'A payment with this saved card is in progress' : UNANSWERED
    return retryUntilDone(facts, deps.now(), reason)
  })

export const chargeSavedCardsJob = (deps: BookingDeps): Job =>
  periodicJob('charge-saved-cards', () => chargeSavedCards(deps))

export const beginStaysJob = (deps: BookingDeps): Job => periodicJob('begin-stays', () => beginStays(deps))

/** Finds payments at Stripe whose webhook event never arrived. */
export function findMissedPaymentsJob(deps: BookingDeps): Job {
  const pace = createReadPace()
  return periodicJob('find-missed-payments', async () => {
    await reconcile(deps, pace)
    await forgetNetworks(deps.db, deps.now())
    await forgetHoldNetworks(deps.db, deps.now())
  })
}

/** Most holds that one run of the job expires. The next run continues with the others. */
const BATCH = 500

/** Expires holds that are past their deadline. The next run retries a hold that could not expire now. */
export const expireHoldsJob = (deps: BookingDeps): Job =>
  periodicJob('expire-holds', async () => {
    for (const reservationId of await listEndedHolds(deps.db, deps.now(), BATCH)) {
      try {
        await settleHold(deps, reservationId, 'job:expire-holds')
      } catch (err) {
        deps.log.error({ err, reservationId }, 'a hold could not be expired')
      }
    }
  })
