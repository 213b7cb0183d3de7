/**
 * The steps of a sign-up, without the page (R1.5): reserve, charge, and succeed only if Stripe says
 * 'succeeded'. The form explains every other outcome.
 */
import type { Call, Failed } from '#shared/client.ts'
import { fullName } from '#shared/fields.ts'
import { createReservation } from '#domain/booking/contract/sign-up.ts'
import { createPaymentIntent } from '#domain/booking/contract/payments.ts'
import { getReservation } from '#domain/booking/contract/guest.ts'
import {
  chargeCard,
  retrievePayment,
  type CardClient,
  type Declined,
} from '#app/guest/payment/card-client.ts'
import { nextAttemptDraft, type Intent, type SignUpDraft, type SignUpValues } from './sign-up-draft.ts'

export type SignUpOutcome = { kind: 'succeeded'; uuid: string } | SignUpFailure

export type SignUpFailure =
  | Declined
  | { kind: 'unexpected' | 'unreachable' }
  /** The spots are held until the guest confirms the e-mail address (R46.2). */
  | { kind: 'mailbox' }
  | { kind: 'event_started' | 'event_cancelled' | 'event_gone' | 'amount_changed' }
  | { kind: 'invalid'; fields: Record<string, string> }
  /**
   * `event_full` also means that fewer spots are left than the party needs. The message then says how many are
   * left.
   */
  | { kind: 'refused' | 'event_full'; message: string }
  /** An option can no longer be booked. `fields` says which guest of the party chose it. */
  | { kind: 'choice_gone'; message: string; fields: Record<string, string> }
  /** The code can no longer be used. The message says why. */
  | { kind: 'code_refused'; code: string; message: string }

export interface SignUpTools {
  call: Call
  /** Charges the card. Null if nothing is to be charged, as for free events. */
  cardClient: CardClient | null
  newAttempt: () => string
  /**
   * Ids of the private links of holds that this page made. Only for these holds may the guest still correct
   * name and e-mail address (R44.2).
   */
  made?: Set<string>
  /** Saves the draft at a step that the page must be able to restore after a reload. */
  saveDraft: (draft: SignUpDraft) => void
}

export interface SignUpRequest {
  eventId: number
  /** The amount in cents that the page showed. The server refuses any other amount. */
  dueNow: number
  /** True to save the card for the remainder. */
  keepCard: boolean
  wallets: boolean
  /**
   * The link through which the guest signs up. Missing if the guest signs up on the event's page, for any free
   * spot.
   */
  link?: SpotLink
  values: SignUpValues
  draft: SignUpDraft
}

/** Token of a link that reserves a spot: a waitlist offer, or a spot that another guest passes on. */
export interface SpotLink {
  offer?: string
  replacement?: string
}

/** Opens the sign-up's payment intent, or returns the one that is already open. */
export async function openIntent(
  { call, saveDraft }: Pick<SignUpTools, 'call' | 'saveDraft'>,
  { eventId, dueNow, keepCard, wallets, link, draft }: Omit<SignUpRequest, 'values'>,
): Promise<{ ok: true; draft: SignUpDraft & { intent: Intent } } | { ok: false; outcome: SignUpFailure }> {
  const { intent } = draft
  const terms = { amount: dueNow, code: draft.code?.code ?? null, keepCard, wallets }
  const isOf = (opened: Intent) =>
    opened.amount === dueNow &&
    opened.code === terms.code &&
    opened.keepCard === keepCard &&
    opened.wallets === wallets
  if (intent && isOf(intent)) return { ok: true, draft: { ...draft, intent } }
  const made = await call(createPaymentIntent, {
    body: {
      amount: dueNow,
      eventId,
      ...partyOf(draft),
      ...codeOf(draft),
      ...(keepCard ? { keepCard } : {}),
      ...link,
    },
  })
  if (!made.ok) return { ok: false, outcome: explain(made, draft) }
  const { paymentIntent, clientSecret } = made.data
  const opened = { ...draft, intent: { paymentIntent, clientSecret, ...terms } }
  saveDraft(opened)
  return { ok: true, draft: opened }
}

/**
 * Returns the number of companions and each guest's options, the payer's first. The attempt key marks spots that
 * this party already holds.
 */
function partyOf({ options, companions, uuid, attempt }: SignUpDraft) {
  const chosen = [options, ...companions.map((companion) => companion.options)]
  return {
    ...(companions.length === 0 ? {} : { companions: companions.length }),
    ...(uuid === null ? {} : { attempt }),
    ...(chosen.every((ids) => ids.length === 0) ? {} : { options: chosen }),
  }
}

/** Returns the discount code, and the price per stay if the code lets the guest choose it. */
function codeOf({ code }: SignUpDraft): { code?: string; pays?: number } {
  if (code === null) return {}
  return { code: code.code, ...(code.kind === 'open' && code.pays !== null ? { pays: code.pays } : {}) }
}

/**
 * Reserves and charges. If the payment or the hold has expired, nothing was charged. It then tries once more
 * with a new one.
 */
export async function signUp(tools: SignUpTools, request: SignUpRequest): Promise<SignUpOutcome> {
  const first = await tryOnce(tools, request)
  if (first.kind !== 'ran_out') return first
  // If the payment was canceled, the spot may still be held. With the same attempt key, the server finds that
  // hold and does not take another spot.
  const { held } = first
  const attempt = held === null ? tools.newAttempt() : request.draft.attempt
  const fresh = { ...nextAttemptDraft(request.draft, attempt), uuid: held }
  tools.saveDraft(fresh)
  const second = await tryOnce(tools, { ...request, draft: fresh })
  return second.kind === 'ran_out' ? { kind: 'unexpected' } : second
}

async function tryOnce(tools: SignUpTools, request: SignUpRequest): Promise<SignUpOutcome | RanOut> {
  const { eventId, dueNow, link, values } = request
  // If the sign-up has become free, drops the payment that an earlier attempt opened.
  let draft = dueNow > 0 ? request.draft : { ...request.draft, intent: null }
  if (dueNow > 0) {
    const opened = await openIntent(tools, request)
    if (!opened.ok) return opened.outcome
    draft = opened.draft
  }
  const held = draft.uuid !== null && tools.made?.has(draft.uuid) ? draft.uuid : null
  const { firstName: _first, lastName: _last, ...details } = values
  const made = await tools.call(createReservation, {
    body: {
      createReservationData: {
        ...details,
        amount: dueNow,
        paymentIntent: draft.intent?.paymentIntent ?? null,
        eventId,
        ...(draft.options.length === 0 ? {} : { options: draft.options }),
        ...(draft.companions.length === 0 ? {} : { companions: draft.companions }),
        ...codeOf(draft),
        ...link,
        customerName: fullName(values),
        attempt: draft.attempt,
        ...(held === null ? {} : { uuid: held }),
      },
    },
  })
  if (!made.ok) {
    // An earlier press may have paid with another name and e-mail address. The server does not charge for that
    // reservation again.
    const stands = held === null ? null : await resume(tools, draft)
    if (stands?.kind === 'succeeded') return stands
    const ranOut = made.code === 'payment_intent_expired' || made.code === 'payment_intent_used'
    return ranOut ? { kind: 'ran_out', held: null } : explain(made, draft)
  }
  const { uuid, holdExpiresAt, waitsForMailbox } = made.data
  tools.made?.add(uuid)
  tools.saveDraft({ ...draft, uuid, heldUntil: holdExpiresAt })
  // A reservation without a hold is confirmed: it is free, or an earlier attempt paid for it. So this attempt
  // must not charge it.
  if (holdExpiresAt === null) return { kind: 'succeeded', uuid }
  if (waitsForMailbox) return { kind: 'mailbox' }
  if (draft.intent === null || tools.cardClient === null) return { kind: 'unexpected' }
  const outcome = await chargeCard(tools.cardClient, {
    clientSecret: draft.intent.clientSecret,
    payer: { name: fullName(values) },
    isPaid: async () => (await resume(tools, { ...draft, uuid })).kind === 'succeeded',
  })
  if (outcome.kind === 'succeeded') return { kind: 'succeeded', uuid }
  return outcome.kind === 'gone' ? { kind: 'ran_out', held: uuid } : outcome
}

/** The payment intent no longer works. `held` is the id in the private link of its reservation. */
interface RanOut {
  kind: 'ran_out'
  held: string | null
}

export type Resumed =
  | { kind: 'succeeded'; uuid: string }
  /** The guest continues to type or pay with this draft. */
  | { kind: 'go_on'; draft: SignUpDraft }
  /** The spots are held, and the e-mail address is not confirmed yet. */
  | { kind: 'mailbox'; draft: SignUpDraft }
  /** The hold expired in the meantime. If it was paid, the payment was refunded. */
  | { kind: 'hold_ended'; draft: SignUpDraft; refunded: boolean }

/** Looks up the reservation after a reload or an unclear payment result. Never charges. */
export async function resume(
  { call, cardClient, newAttempt }: Omit<SignUpTools, 'saveDraft'>,
  draft: SignUpDraft,
): Promise<Resumed> {
  if (draft.uuid === null) return { kind: 'go_on', draft }
  const found = await call(getReservation, { query: { uuid: draft.uuid } })
  const fresh = nextAttemptDraft(draft, newAttempt())
  if (!found.ok) return { kind: 'go_on', draft: found.status === 404 || found.status === 410 ? fresh : draft }
  const { status } = found.data
  if (status === 'confirmed') return { kind: 'succeeded', uuid: draft.uuid }
  if (status !== 'pending') return { kind: 'hold_ended', draft: fresh, refunded: status === 'refunded' }
  if (found.data.waitsForMailbox) return { kind: 'mailbox', draft }
  if (draft.intent !== null && cardClient !== null) {
    const card = await retrievePayment(cardClient, draft.intent.clientSecret)
    if (card.kind === 'succeeded') return { kind: 'succeeded', uuid: draft.uuid }
  }
  return { kind: 'go_on', draft }
}

/** Converts a refused call to an outcome of the form. */
function explain(failed: Failed, { code }: SignUpDraft): SignUpFailure {
  switch (failed.code) {
    case 'event_full':
      return { kind: failed.code, message: failed.message }
    case 'event_cancelled':
    case 'event_started':
      return { kind: failed.code }
    case 'not_found':
      return { kind: 'event_gone' }
    case 'amount_mismatch':
      return { kind: 'amount_changed' }
    case 'invalid': {
      // The checkbox may no longer be on the page, so the message is shown at the button.
      const { keepCard } = failed.fields
      return keepCard === undefined
        ? { kind: 'invalid', fields: failed.fields }
        : { kind: 'refused', message: keepCard }
    }
    case 'unavailable':
    case 'offline':
      return { kind: 'unreachable' }
    case 'option_unknown':
    case 'option_closed':
    case 'option_sold_out':
    case 'lodging_missing':
      return { kind: 'choice_gone', message: failed.message, fields: failed.fields }
    case 'code_unknown':
    case 'code_used_up':
      return { kind: 'code_refused', code: code?.code ?? '', message: failed.message }
    default:
      return { kind: 'refused', message: failed.message }
  }
}
