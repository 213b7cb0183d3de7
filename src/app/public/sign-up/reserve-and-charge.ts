/**
 * The steps of a sign-up, without the page (R1.5): reserve the spot, charge the card, and succeed only if
 * Stripe says 'succeeded'. The form explains every other result.
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
  /** The spots are held until the guest confirms by the link in an e-mail (R46.2). */
  | { kind: 'mailbox' }
  | { kind: 'event_started' | 'event_cancelled' | 'event_gone' | 'amount_changed' }
  | { kind: 'invalid'; fields: Record<string, string> }
  /**
   * `event_full` also means that the event has too few spots left for the party. `message` then says how many
   * are left.
   */
  | { kind: 'refused' | 'event_full'; message: string }
  /** A chosen option can no longer be chosen. `fields` says which guest of the party has chosen it. */
  | { kind: 'choice_gone'; message: string; fields: Record<string, string> }
  /** The discount code can no longer be used. `message` says why not. */
  | { kind: 'code_refused'; code: string; message: string }

export interface SignUpTools {
  call: Call
  /** Charges the card. Null if the guest has nothing to pay, as for a free event. */
  cardClient: CardClient | null
  newAttempt: () => string
  /**
   * The uuids of reservations that this page has made. For these, the guest may still correct name and e-mail
   * address (R44.2).
   */
  made?: Set<string>
  /** Saves the draft, so that the page can restore it after a reload. */
  saveDraft: (draft: SignUpDraft) => void
}

export interface SignUpRequest {
  eventId: number
  /** The amount due now in cents, as the page has shown it. The server refuses any other amount. */
  dueNow: number
  /** True if the guest wants to save the card for the remainder. */
  keepCard: boolean
  wallets: boolean
  /** The link that led the guest to the form. Missing if the guest signs up on the event's page. */
  link?: SpotLink
  values: SignUpValues
  draft: SignUpDraft
}

/** Holds one token: of a waitlist offer, or of a spot that another guest passes on. */
export interface SpotLink {
  offer?: string
  replacement?: string
}

/**
 * Opens the payment intent of a sign-up. If an open intent has the same amount, code, wallets and consent to
 * save the card, returns that intent.
 */
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
 * Returns the number of companions and the options of each guest, first those of the payer. `attempt` is the
 * key by which the server finds the spots that this party already holds.
 */
function partyOf({ options, companions, uuid, attempt }: SignUpDraft) {
  const chosen = [options, ...companions.map((companion) => companion.options)]
  return {
    ...(companions.length === 0 ? {} : { companions: companions.length }),
    ...(uuid === null ? {} : { attempt }),
    ...(chosen.every((ids) => ids.length === 0) ? {} : { options: chosen }),
  }
}

/**
 * Returns the discount code. If the code lets the guest choose the price of a stay, also returns that price.
 */
function codeOf({ code }: SignUpDraft): { code?: string; pays?: number } {
  if (code === null) return {}
  return { code: code.code, ...(code.kind === 'open' && code.pays !== null ? { pays: code.pays } : {}) }
}

/**
 * Reserves the spots and charges the card. If the payment or the hold has expired, nothing was charged. Then
 * tries once more with a new payment.
 */
export async function signUp(tools: SignUpTools, request: SignUpRequest): Promise<SignUpOutcome> {
  const first = await tryOnce(tools, request)
  if (first.kind !== 'ran_out') return first
  // The payment was canceled, but the spot may still be held. With the same attempt key, the server finds
  // this hold and takes no second spot.
  const { held } = first
  const attempt = held === null ? tools.newAttempt() : request.draft.attempt
  const fresh = { ...nextAttemptDraft(request.draft, attempt), uuid: held }
  tools.saveDraft(fresh)
  const second = await tryOnce(tools, { ...request, draft: fresh })
  return second.kind === 'ran_out' ? { kind: 'unexpected' } : second
}

async function tryOnce(tools: SignUpTools, request: SignUpRequest): Promise<SignUpOutcome | RanOut> {
  const { eventId, dueNow, link, values } = request
  // Drops the payment of an earlier attempt if the guest now has nothing to pay.
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
    // The server refused this attempt, but an earlier press may have paid for the reservation with another
    // name or e-mail address. That press then counts as the sign-up.
    const stands = held === null ? null : await resume(tools, draft)
    if (stands?.kind === 'succeeded') return stands
    const ranOut = made.code === 'payment_intent_expired' || made.code === 'payment_intent_used'
    return ranOut ? { kind: 'ran_out', held: null } : explain(made, draft)
  }
  const { uuid, holdExpiresAt, waitsForMailbox } = made.data
  tools.made?.add(uuid)
  tools.saveDraft({ ...draft, uuid, heldUntil: holdExpiresAt })
  // The reservation is confirmed if it has no hold: it is free, or an earlier attempt has paid for it. So
  // this attempt must not charge.
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

/**
 * The payment intent of this attempt can no longer be used. `held` is the uuid of the reservation that still
 * holds the spots, or null.
 */
interface RanOut {
  kind: 'ran_out'
  held: string | null
}

export type Resumed =
  | { kind: 'succeeded'; uuid: string }
  /** The sign-up is not paid yet. The guest continues with this draft. */
  | { kind: 'go_on'; draft: SignUpDraft }
  /** The spots are held until the guest confirms them by e-mail. */
  | { kind: 'mailbox'; draft: SignUpDraft }
  /** The hold of the spots has expired. `refunded` is true if a payment arrived too late and was refunded. */
  | { kind: 'hold_ended'; draft: SignUpDraft; refunded: boolean }

/** Looks up the draft's reservation after a reload or an unclear payment. Charges nothing. */
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

/** Converts a refused API call to a result that the form can explain. */
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
      // Shows the error about the checkbox "save the card" at the button, because the checkbox may no longer
      // be on the page.
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
