/** Background jobs of booking. Most are started by an outbox row, the `tick.…` jobs by the clock. */
import type { JobResult, OutboxHandlers } from '#platform/outbox-worker.ts'
import { REMOVE_LEAVER_JOB } from './payments/cancel-with-refund.ts'
import { applyPaymentIntent, settleHold } from './payments/apply-intent.ts'
import { FORGET_CUSTOMER_JOB } from './store/kept-cards.ts'
import { AWAITED_JOB, REFUND_JOB } from './store/refunds.ts'
import { listEndedHolds } from './store/reservations.ts'
import { LOST_LINK_JOB } from './use-cases/ask-for-links.ts'
import { decideWaitingRefund } from './use-cases/cancel-stay.ts'
import { CANCEL_EVENT_JOB, cancelReservationsOf } from './use-cases/cancel-event.ts'
import type { BookingDeps } from './deps.ts'
import { chargeKeptCards, forgetCustomer } from './payments/kept-card.ts'
import { stopDeclined } from './payments/declined-cards.ts'
import { APPLY_JOB, forgetNetworks } from './store/payment-intents.ts'
import { forgetHoldNetworks } from './store/sign-ups.ts'
import { lostLinkJob } from './use-cases/recover-link.ts'
import { removeLeaverFromInvoices } from './use-cases/edit-party.ts'
import { reconcile } from './payments/reconcile.ts'
import { makeRefund } from './payments/refund.ts'

const SECOND = 1_000
const HOUR = 3_600 * SECOND
/** Most holds that one run expires. The next run continues. */
const BATCH = 500

/** Returns the outbox handlers of booking. Each handler is idempotent, because a job can run twice. */
export function bookingJobs(deps: BookingDeps): OutboxHandlers {
  // Jobs that use this retry forever: the site must learn what happened to a guest's money. Other jobs are given up by
  // `retryAfter` in `platform/outbox-worker.ts`, e-mails by `nextTry` in `mail/emails/deliver.ts`.
  const later = (attempt: number, reason: string): JobResult => {
    const wait = Math.min(HOUR, 5 * SECOND * 2 ** Math.min(attempt, 12))
    return { retryAt: new Date(deps.now().getTime() + wait), reason }
  }
  return {
    [APPLY_JOB]: async ({ intentId }, { attempt }) => {
      const applied = await applyPaymentIntent(deps, String(intentId), 'provider')
      const answered = applied !== 'unanswered' && (await stopDeclined(deps, String(intentId)))
      return answered ? 'done' : later(attempt, 'The payment provider did not answer')
    },
    [REFUND_JOB]: async ({ refundId }, { attempt }) => {
      const refunded = await makeRefund(deps, Number(refundId))
      if (refunded === 'unanswered') return later(attempt, 'The payment provider did not answer')
      return refunded === 'failed' ? { giveUp: 'The payment provider refused the refund' } : 'done'
    },
    [CANCEL_EVENT_JOB]: async ({ eventId }, { attempt }) => {
      const left = await cancelReservationsOf(deps, Number(eventId))
      return left === 0 ? 'done' : later(attempt, `${left} reservations could not be canceled yet`)
    },
    [AWAITED_JOB]: async ({ reservationId }, { attempt }) => {
      const settled = await decideWaitingRefund(deps, Number(reservationId))
      return settled === 'waits' ? later(attempt, 'The payment provider has not told its fee') : 'done'
    },
    [REMOVE_LEAVER_JOB]: async ({ reservationId, paid }, { attempt }) => {
      const settled = await removeLeaverFromInvoices(deps, {
        reservationId: Number(reservationId),
        paid: String(paid).split(',').map(Number),
      })
      return settled === 'waits' ? later(attempt, 'A payment of the party is under way') : 'done'
    },
    [FORGET_CUSTOMER_JOB]: async ({ customer }, { attempt }) => {
      const forgotten = await forgetCustomer(deps, String(customer))
      if (forgotten === 'waits') return later(attempt, 'A payment with this customer is open')
      return forgotten === 'done' ? 'done' : later(attempt, 'The payment provider did not answer')
    },
    [LOST_LINK_JOB]: lostLinkJob(deps),
    'tick.expire-holds': async () => {
      await expireHolds(deps)
      return 'done'
    },
    'tick.charge-kept': async () => {
      await chargeKeptCards(deps)
      return 'done'
    },
    'tick.reconcile': async () => {
      await reconcile(deps)
      await forgetNetworks(deps.db, deps.now())
      await forgetHoldNetworks(deps.db, deps.now())
      return 'done'
    },
  }
}

/** Expires holds that are past their deadline. The next tick retries a hold that could not expire now. */
async function expireHolds(deps: BookingDeps): Promise<void> {
  for (const reservationId of await listEndedHolds(deps.db, deps.now(), BATCH)) {
    try {
      await settleHold(deps, reservationId, 'job:expire-holds')
    } catch (err) {
      deps.log.error({ err, reservationId }, 'a hold could not be expired')
    }
  }
}
