/**
 * Handles `createPaymentIntent` (R4.9). The server computes the amount, and refuses a request that sends another
 * amount.
 */
import { findOfferedHold } from './waitlist/store/offers.ts'
import type { RequestedCode } from './codes/code-quote.ts'
import { type EventRow, findEvent, listPricedAt } from '../events/store/events.ts'
import { isOpenForSignUp } from '../events/unlock.ts'
import type { PaymentSchedule } from '#domain/events/rules.ts'
import { bind, fail } from '#platform/http/bind.ts'
import type { RequestContext } from '#platform/http/context.ts'
import { LEAST_CHARGE } from '#shared/money.ts'
import { createPaymentIntent } from './contract/payments.ts'
import type { BookingDeps } from './deps.ts'
import { pauseText } from './domain/declined-cards.ts'
import { payProblem } from './domain/guest-actions.ts'
import type { NoSpots } from './domain/sign-up.ts'
import { type CreatedIntent, createIntent, intentOfInvoice } from './payments/create-intent.ts'
import { networkHash } from './payments/declined-cards.ts'
import { findInvoiceToPay } from './store/invoices.ts'
import { findReservation, findReplaceableStay } from './store/reservations.ts'
import { type EarlierSignUp, findSignUpById } from './store/sign-ups.ts'
import { quoteHeldSpots } from './use-cases/repeat-sign-up.ts'
import { findSignUpOfForm } from './use-cases/sign-up.ts'
import { quoteNewSpots } from './use-cases/take-spots.ts'
import { choiceFailure, findOpenEvent, isLinked } from './sign-up-handlers.ts'

const MORE_CHOICES = 'There are choices for more people than are coming. Please send as many `companions`'

export const createPaymentIntentHandler = (deps: BookingDeps) =>
  bind(createPaymentIntent, async ({ body }, context) => {
    const { amount, eventId, invoiceId, uuid, offer, replacement, attempt, companions = 0 } = body
    const { code = null, pays = null } = body
    if (amount === 0) return fail('amount_zero')
    if (!(await context.withinLimitFor(1 + companions))) return fail('rate_limited')
    if (code !== null && !(await context.mayGuess('code'))) return fail('rate_limited')
    const picked = body.options ?? []
    if (picked.length > 1 + companions) return fail('invalid', { fields: { options: MORE_CHOICES } })
    const keepCard = body.keepCard === true
    if (keepCard && (!deps.settings.keepCards || (eventId === undefined && offer === undefined)))
      return toFailure({ problem: 'nothing_to_keep' })
    const options = Array.from({ length: 1 + companions }, (_, index) => picked[index] ?? [])
    const madeFrom = networkHash(deps, context.network)
    const asked = { amount, options, code, pays, madeFrom, keepCard }
    if (offer !== undefined) return await forOffer(deps, { ...asked, token: offer, eventId })
    if (invoiceId !== undefined && uuid !== undefined)
      return await forInvoice(deps, { amount, invoiceId, uuid, madeFrom })
    if (eventId !== undefined)
      return await forEvent(deps, { ...asked, eventId, replacement, attempt }, context)
    if (amount < LEAST_CHARGE) return fail('invalid', { fields: { amount: 'Please enter at least $0.50' } })
    if (!(await isAsked(deps, amount, context))) return fail('amount_mismatch')
    return toReply(await createIntent(deps, { amount, eventId: null, madeFrom }))
  })

/** Returns whether some event costs this amount, and the caller can see and book it now (R4.10). */
async function isAsked(deps: BookingDeps, amount: number, context: RequestContext): Promise<boolean> {
  const now = deps.now()
  for (const event of await listPricedAt(deps.db, { amount, now })) {
    if (!isOpenForSignUp(context, event, { secret: deps.sessionSecret, now })) continue
    const wanted = { amount, options: [[]], code: null, pays: null, replaced: null }
    if ((await findSignUpProblem(deps, event, wanted)) === null) return true
  }
  return false
}

const CANNOT_KEEP =
  'We cannot save cards right now. Nothing was charged. Please uncheck “Save my card” and press again. You can pay the remainder later with the link in your email'

const NOT_MADE = {
  paid: 'already_paid',
  changed: 'amount_mismatch',
  processing: 'payment_processing',
  unanswered: 'provider_failed',
} as const

function toReply(made: CreatedIntent) {
  if (made === 'cannot_keep') return fail('invalid', { fields: { keepCard: CANNOT_KEEP } })
  if (typeof made === 'string') return fail(NOT_MADE[made])
  if ('pauseMs' in made) {
    const retryAfterSeconds = Math.ceil(made.pauseMs / 1000)
    return fail('rate_limited', { message: pauseText(made.pauseMs), retryAfterSeconds })
  }
  return { paymentIntent: made.id, clientSecret: made.clientSecret }
}

interface Asked extends RequestedCode {
  amount: number
  /** Lists of chosen option ids, one for each guest, the payer's first. */
  options: readonly (readonly number[])[]
  /** Keyed hash of the IP network from which the request came. */
  madeFrom: string
  keepCard: boolean
}

async function forEvent(
  deps: BookingDeps,
  asked: Asked & { eventId: number; replacement: string | undefined; attempt: string | undefined },
  context: RequestContext,
) {
  const { amount, eventId, replacement, attempt = null, madeFrom, keepCard, options, code, pays } = asked
  const held = await findSignUpOfForm(deps, { eventId, offer: null, attempt })
  // The form of a guest who takes over a spot can send this request a second time. By then, that guest already
  // holds the spot.
  if (held?.status === 'pending') return await forHeld(deps, held, { ...asked, mayHaveOpen: true })
  const replaced = replacement ? await findReplaceableStay(deps.db, { token: replacement, eventId }) : null
  if (typeof replaced === 'string') return fail(replaced)
  const event = replacement ? await findEvent(deps.db, eventId) : await findOpenEvent(deps, eventId, context)
  if (!event) return fail('not_found', { message: 'Event Not Found' })
  const problem = await findSignUpProblem(deps, event, { amount, options, code, pays, keepCard, replaced })
  if (problem) return toFailure(problem)
  return toReply(await createIntent(deps, { amount, eventId: event.id, madeFrom, keepCard }))
}

const NOTHING_TO_KEEP = 'There is nothing left to pay later, so no card is saved'

type Refused = NoSpots | { problem: 'nothing_to_keep'; message?: undefined; guest?: undefined }

function toFailure({ problem: code, message, guest }: Refused) {
  if (code === 'nothing_to_keep') return fail('invalid', { fields: { keepCard: NOTHING_TO_KEEP } })
  if (message === undefined) return fail(code)
  return guest === undefined ? fail(code, { message }) : choiceFailure({ code, message, guest })
}

/** Returns why a sign-up that pays this amount now would be refused, or null if it would be accepted. */
async function findSignUpProblem(
  deps: BookingDeps,
  event: EventRow,
  { options: choices, keepCard = false, ...wanted }: Wanted,
): Promise<Refused | null> {
  const quote = await quoteNewSpots(deps, { ...wanted, event, choices })
  if ('problem' in quote) return quote
  return keepCard && !leavesRest(quote.schedule) ? { problem: 'nothing_to_keep' } : null
}

const leavesRest = ({ wholeNow, remainder }: PaymentSchedule) => !wholeNow && remainder > 0

interface Wanted extends Omit<Asked, 'madeFrom' | 'keepCard'> {
  keepCard?: boolean
  /** The reservation whose spot this payment takes over. */
  replaced: number | null
}

/** Returns the payment intent for the spot that a waitlist offer holds. The intent pays the invoice of that hold. */
async function forOffer(
  deps: BookingDeps,
  { token, eventId, ...asked }: Asked & { token: string; eventId: number | undefined },
) {
  const held = await findOfferedHold(deps.db, { token, eventId, now: deps.now() })
  const signUp = held === undefined ? undefined : await findSignUpById(deps.db, held)
  if (!signUp) return fail('offer_over')
  // A link to an offer can be forwarded. Once a guest has sent the form, only that guest may reuse its payment
  // intent.
  return forHeld(deps, signUp, { ...asked, mayHaveOpen: signUp.consentAt === null })
}

/**
 * Returns the payment intent for spots that are already held. The intent pays the hold's invoice if the amount
 * still matches, and otherwise an invoice that the form creates when it is sent. `mayHaveOpen` means that the
 * caller may reuse the open intent, which reveals its payer's name to the browser. Otherwise the caller gets a new
 * intent, which replaces the open one only when the caller sends the form.
 */
async function forHeld(
  deps: BookingDeps,
  signUp: EarlierSignUp,
  { amount, options, code, pays, madeFrom, keepCard, mayHaveOpen }: Asked & { mayHaveOpen: boolean },
) {
  const row = await findReservation(deps.db, signUp.reservationId)
  const event = row && (await findEvent(deps.db, row.eventId))
  if (!row || !event) return fail('offer_over')
  const quote = await quoteHeldSpots(deps, { event, row, earlier: signUp }, { choices: options, code, pays })
  if ('problem' in quote) return toFailure(quote)
  if (keepCard && !leavesRest(quote.schedule)) return toFailure({ problem: 'nothing_to_keep' })
  const { invoiceId: id, amount: due } = signUp
  if (!quote.changed && id === null) return fail('offer_over')
  if (amount !== (quote.changed ? quote.schedule.dueNow : due)) return fail('amount_mismatch')
  // Creates another intent if the caller may not reuse the open one, or if the guest chose other options or
  // companions. In the second case, sending the form changes the invoices, and then assigns this intent to one of them.
  if (quote.changed || id === null || !mayHaveOpen)
    return toReply(await createIntent(deps, { amount, eventId: event.id, madeFrom, keepCard }))
  return toReply(await intentOfInvoice(deps, { id, amount, held: true, madeFrom, keepCard }))
}

async function forInvoice(
  deps: BookingDeps,
  asked: Pick<Asked, 'amount' | 'madeFrom'> & { invoiceId: number; uuid: string },
) {
  const { amount, invoiceId, uuid, madeFrom } = asked
  const invoice = await findInvoiceToPay(deps.db, { invoiceId, uuid })
  if (!invoice) return fail('not_found')
  const { reservation } = invoice
  if (reservation.purgedAt) return fail('purged')
  const problem = payProblem(invoice, reservation, deps.now())
  if (problem) return fail(problem)
  if (amount !== invoice.amount) return fail('amount_mismatch')
  const held = reservation.status === 'pending'
  // A request with an invoice id comes from the guest's page, which has no box for saving the card. Also, Stripe
  // accepts no wallet for a payment that saves a card.
  return toReply(await intentOfInvoice(deps, { ...invoice, held, madeFrom, keepCard: false }))
}

/**
 * Returns the event of a sign-up form, and the hold that the form already made, if any. Returns undefined if the
 * caller may not see the event.
 */
export async function findSignUp(
  deps: BookingDeps,
  {
    attempt,
    ...wanted
  }: { eventId: number } & Partial<Record<'offer' | 'replacement' | 'attempt', string | undefined>>,
  context: RequestContext,
) {
  const { eventId, offer = null, replacement = null } = wanted
  const linked = await isLinked(deps, { eventId, offer, replacement })
  const event = linked ? await findEvent(deps.db, eventId) : await findOpenEvent(deps, eventId, context)
  if (!event) return undefined
  const held = await findSignUpOfForm(deps, { eventId, offer, attempt: attempt ?? null })
  return { event, held: held ? { id: held.reservationId, codeId: held.codeId } : null }
}
