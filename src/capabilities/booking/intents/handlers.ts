/** `createPaymentIntent` (CONTRACT section 2): the server names the sum; the caller may only agree. */
import { bind, fail } from '../../../platform/http/bind.ts'
import type { RequestContext } from '../../../platform/http/context.ts'
import { ranchDay } from '../../../shared/days.ts'
import { LEAST_CHARGE } from '../../../shared/money.ts'
import { createPaymentIntent } from '../contract.ts'
import type { BookingDeps } from '../deps.ts'
import { findOpenEvent } from '../open-event.ts'
import { hasHappened, isFull, paymentSchedule } from '../../events/rules.ts'
import { countKept } from '../../events/line/store.ts'
import { countTaken, findEvent } from '../../events/store.ts'
import { findOfferedInvoice } from '../offered/store.ts'
import { takeOverProblem } from '../replacement/take-over.ts'
import { signUpProblem } from '../sign-up/rules.ts'
import { payProblem } from '../view/rules.ts'
import { intentOfInvoice, makeIntent, type MadeIntent } from './make.ts'
import { findInvoiceToPay } from './store.ts'

export const createPaymentIntentHandler = (deps: BookingDeps) =>
  bind(createPaymentIntent, async ({ body }, context) => {
    const { amount, eventId, invoiceId, uuid, offer, replacement } = body
    if (amount === 0) return fail('amount_zero')
    if (offer !== undefined) return await forOffer(deps, { amount, token: offer, eventId })
    if (invoiceId !== undefined && uuid !== undefined)
      return await forInvoice(deps, { amount, invoiceId, uuid })
    if (eventId !== undefined) return await forEvent(deps, { amount, eventId, replacement }, context)
    if (amount < LEAST_CHARGE) return fail('invalid', { fields: { amount: 'Please give at least $0.50' } })
    return replyOf(await makeIntent(deps, { amount, eventId: null }))
  })

function replyOf(made: MadeIntent) {
  if (made === 'paid') return fail('already_paid')
  if (made === 'changed') return fail('amount_mismatch')
  if (made === 'processing') return fail('payment_processing')
  if (made === 'unanswered') return fail('provider_failed')
  return { paymentIntent: made.id, clientSecret: made.clientSecret }
}

async function forEvent(
  deps: BookingDeps,
  { amount, eventId, replacement }: { amount: number; eventId: number; replacement?: string | undefined },
  context: RequestContext,
) {
  const over = replacement === undefined ? null : await takeOverProblem(deps, replacement, eventId)
  if (over) return fail(over)
  const event = replacement ? await findEvent(deps.db, eventId) : await findOpenEvent(deps, eventId, context)
  if (!event) return fail('not_found', { message: 'Event Not Found' })
  const today = ranchDay(deps.now())
  const { dueNow } = paymentSchedule(event, today)
  const problem = signUpProblem({
    cancelled: event.cancelledAt !== null,
    hasHappened: hasHappened(event.startDateDate, today),
    isFull:
      replacement === undefined &&
      isFull(
        event.spots,
        (await countTaken(deps.db, event.id)) + (await countKept(deps.db, event, deps.now())),
      ),
    dueNow,
    amount,
  })
  return problem ? fail(problem) : replyOf(await makeIntent(deps, { amount, eventId: event.id }))
}

/** The payment of a spot that is held for the next in line: of the invoice that the offer was made with. */
async function forOffer(
  deps: BookingDeps,
  { amount, token, eventId }: { amount: number; token: string; eventId: number | undefined },
) {
  const invoice = await findOfferedInvoice(deps.db, { token, eventId, now: deps.now() })
  if (!invoice) return fail('offer_over')
  if (amount !== invoice.amount) return fail('amount_mismatch')
  return replyOf(await intentOfInvoice(deps, { ...invoice, held: true }))
}

async function forInvoice(
  deps: BookingDeps,
  { amount, invoiceId, uuid }: { amount: number; invoiceId: number; uuid: string },
) {
  const invoice = await findInvoiceToPay(deps.db, { invoiceId, uuid })
  if (!invoice) return fail('not_found')
  const { reservation } = invoice
  if (reservation.purgedAt) return fail('purged')
  const problem = payProblem(invoice, reservation, deps.now())
  if (problem) return fail(problem)
  if (amount !== invoice.amount) return fail('amount_mismatch')
  return replyOf(await intentOfInvoice(deps, { ...invoice, held: reservation.status === 'pending' }))
}
