/** Handles `createReservation`: a guest's sign-up (R1.6). */
import { isOfferOf } from './waitlist/store/offers.ts'
import { type EventRow, findEvent } from '../events/store/events.ts'
import { isOpenForSignUp } from '../events/unlock.ts'
import { paymentSchedule } from '#domain/events/rules.ts'
import { bind, fail } from '#platform/http/bind.ts'
import type { RequestContext } from '#platform/http/context.ts'
import { ranchDay } from '#shared/days.ts'
import { REQUIRED } from '#shared/fields.ts'
import { phoneProblems, phoneRefusal } from '#shared/phones.ts'
import { venue } from '#shared/venue.ts'
import { createReservation } from './contract/sign-up.ts'
import type { BookingDeps } from './deps.ts'
import { networkHash } from './payments/declined-cards.ts'
import { findReplacementLink } from './store/reservations.ts'
import { signUp } from './use-cases/sign-up.ts'

const PAYMENT_REFUNDED_MESSAGE =
  'You paid, but the form was not sent in time; we are refunding your card. Please reload the page and try again.'

const ONE_SPOT = 'This link is for one spot. Please sign up the others on the retreat’s page'

const TOO_MANY_FREE =
  'Many people have just signed up from your connection. Nothing was sent; please wait ten minutes and press the button again.'

const TOO_MANY_MAILS = `We have emailed this address several times today, so we can’t email it again until tomorrow. No spot is held, and nothing was charged. Please use another address, or write to ${venue.email}.`

/** Seconds after which a mailbox that has reached its limit can get e-mails again. */
const MAILS_AGAIN = 24 * 3600

/**
 * Returns whether signing up for the event costs nothing. A guest who chooses paid options must still pay for
 * these.
 */
const isFree = (event: EventRow, now: Date) => paymentSchedule(event, ranchDay(now)).dueNow === 0

export const createReservationHandler = (deps: BookingDeps) =>
  bind(createReservation, async ({ body }, context) => {
    const {
      amount,
      eventId,
      paymentIntent = null,
      attempt = null,
      uuid = null,
      offer = null,
      replacement = null,
      code = null,
      pays = null,
      options = [],
      companions: along = [],
      ...guest
    } = body.createReservationData
    const fields = phoneProblems(guest)
    if (fields) return fail('invalid', phoneRefusal(fields))
    if (replacement !== null && along.length > 0) return fail('invalid', { fields: { companions: ONE_SPOT } })
    const companions = along.map(({ customerName, email = null, options: picked = [] }) => {
      return { customerName, email, options: picked }
    })
    const people = 1 + companions.length
    if (!(await context.withinLimitFor(people))) return fail('rate_limited')
    const linked = await isLinked(deps, { eventId, offer, replacement })
    const event = linked ? undefined : await findOpenEvent(deps, eventId, context)
    if (!linked && !event) return fail('not_found')
    if (code !== null && !(await context.mayGuess('code'))) return fail('rate_limited')
    // A free sign-up can send e-mail to any address without a payment, so it has its own rate limit (R46.5).
    const free =
      amount <= 0 && (event === undefined ? offer === null : code !== null || isFree(event, deps.now()))
    const isCounted = event !== undefined && (!free || people > 1) && deps.settings.rateLimits
    const madeFrom = isCounted ? networkHash(deps, context.network) : null
    const placed = { eventId, amount, paymentIntent, attempt, uuid, offer, replacement, madeFrom }
    const order = { ...placed, code, pays, options, companions, guest }
    const result = await signUp(deps, order, async (spots) => !free || context.countAgainst('sign-up', spots))
    if (result.ok) {
      const { reservationId, uuid, holdExpiresAt, waitsForMailbox = false } = result
      return { reservationId, uuid, holdExpiresAt, waitsForMailbox }
    }
    if (result.problem === 'too_many_free') return fail('rate_limited', { message: TOO_MANY_FREE })
    if (result.problem === 'too_many_mails')
      return fail('rate_limited', { message: TOO_MANY_MAILS, retryAfterSeconds: MAILS_AGAIN })
    if (result.problem === 'payment_missing') return fail('invalid', { fields: { paymentIntent: REQUIRED } })
    if (result.problem === 'payment_refunded')
      return fail('payment_intent_used', { message: PAYMENT_REFUNDED_MESSAGE })
    const { problem, message, guest: place } = result
    if (message === undefined) return fail(problem)
    return place === undefined
      ? fail(problem, { message })
      : choiceFailure({ code: problem, message, guest: place })
  })

/**
 * Returns whether the link of a waitlist offer or of a passed-on spot gives access to the event, even to a private
 * one. The waitlist of a private event takes only people who know its password or whom an admin adds. Only a guest
 * of the event can pass on a spot.
 */
export async function isLinked(
  { db }: BookingDeps,
  { eventId, offer, replacement }: { eventId: number; offer: string | null; replacement: string | null },
): Promise<boolean> {
  if (offer !== null && (await isOfferOf(db, { token: offer, eventId }))) return true
  return replacement !== null && (await findReplacementLink(db, replacement))?.eventId === eventId
}

/**
 * Returns the failure for a refused option. The message also appears at the form field of the guest who chose it;
 * guest 0 is the payer.
 */
export const choiceFailure = <Code extends string>({
  code,
  message,
  guest = 0,
}: {
  code: Code
  message: string
  guest?: number
}) =>
  fail(code, { message, fields: { [guest === 0 ? 'options' : `companions.${guest - 1}.options`]: message } })

/**
 * Returns an event for which this caller may sign up. Otherwise returns undefined: for an unknown event as well as for
 * an unpublished one, or a private one that the caller has not unlocked. So callers cannot tell the difference.
 */
export async function findOpenEvent(
  { db, sessionSecret, now }: BookingDeps,
  id: number,
  context: RequestContext,
): Promise<EventRow | undefined> {
  const event = await findEvent(db, id)
  return event && isOpenForSignUp(context, event, { secret: sessionSecret, now: now() }) ? event : undefined
}
