/**
 * The sign-up as a sequence without a screen (R1.5): reserve, charge, and only on
 * the provider's 'succeeded' call it done. Every other end is a value that the form explains.
 */
import type { Call, Failed } from '#shared/client.ts'
import { fullName } from '#shared/fields.ts'
import { createReservation } from '#features/booking/contract/sign-up.ts'
import { createPaymentIntent } from '#features/booking/contract/payments.ts'
import { getReservation } from '#features/booking/contract/guest.ts'
import { chargeCard, retrievePayment, type CardClient, type Declined } from './card-client.ts'
import { begunAnew, type Intent, type SignUpDraft, type SignUpValues } from './sign-up-draft.ts'

export type SignUpOutcome = { kind: 'succeeded'; uuid: string } | SignUpFailure

export type SignUpFailure =
  | Declined
  | { kind: 'unexpected' | 'unreachable' }
  /** The spots are held, and the mailbox that was typed has to answer (R46.2). */
  | { kind: 'mailbox' }
  | { kind: 'event_started' | 'event_cancelled' | 'event_gone' | 'amount_changed' }
  | { kind: 'invalid'; fields: Record<string, string> }
  /** `event_full`: also when fewer spots are left than people come; the message says how many. */
  | { kind: 'refused' | 'event_full'; message: string }
  /** `fields`: whose choice it is. */
  | { kind: 'choice_gone'; message: string; fields: Record<string, string> }
  /** The code can be used no more; the message says why. */
  | { kind: 'code_refused'; code: string; message: string }

export interface SignUpTools {
  call: Call
  /** Null while nothing is charged (free events). */
  cardClient: CardClient | null
  newAttempt: () => string
  /** The private links of the holds that this page has made: of these its guest may correct mailbox and name (R44.2). */
  made?: Set<string>
  /** Called with each step that a reload must find again. */
  keep: (draft: SignUpDraft) => void
}

export interface SignUpRequest {
  eventId: number
  /** Cents that the page promised: the server refuses any other sum. */
  dueNow: number
  /** The card is kept for the rest, which is still to come. */
  keepCard: boolean
  wallets: boolean
  /** Missing: any free spot of the event. */
  link?: SpotLink
  values: SignUpValues
  draft: SignUpDraft
}

/** The token of the link that a spot is taken by: of a waitlist's offer, or of a guest who passes theirs on. */
export interface SpotLink {
  offer?: string
  replacement?: string
}

/** Opens the payment of a sign-up, or gives the one that is open already. */
export async function openIntent(
  { call, keep }: Pick<SignUpTools, 'call' | 'keep'>,
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
  keep(opened)
  return { ok: true, draft: opened }
}

/** The number of companions, and the choices of each guest, the payer first; what is held already is theirs. */
function partyOf({ options, companions, uuid, attempt }: SignUpDraft) {
  const chosen = [options, ...companions.map((companion) => companion.options)]
  return {
    ...(companions.length === 0 ? {} : { companions: companions.length }),
    ...(uuid === null ? {} : { attempt }),
    ...(chosen.every((ids) => ids.length === 0) ? {} : { options: chosen }),
  }
}

/** The code that makes the stays cheaper, with the price that the guest names where it is for them to say. */
function codeOf({ code }: SignUpDraft): { code?: string; pays?: number } {
  if (code === null) return {}
  return { code: code.code, ...(code.kind === 'open' && code.pays !== null ? { pays: code.pays } : {}) }
}

/** Reserves and pays. A payment or hold that ran out is replaced once by a fresh one: nothing was charged on it. */
export async function signUp(tools: SignUpTools, request: SignUpRequest): Promise<SignUpOutcome> {
  const first = await tryOnce(tools, request)
  if (first.kind !== 'ran_out') return first
  // The spot may be held still where the card found its payment cancelled: the same attempt finds it, and takes no second one.
  const { held } = first
  const attempt = held === null ? tools.newAttempt() : request.draft.attempt
  const fresh = { ...begunAnew(request.draft, attempt), uuid: held }
  tools.keep(fresh)
  const second = await tryOnce(tools, { ...request, draft: fresh })
  return second.kind === 'ran_out' ? { kind: 'unexpected' } : second
}

async function tryOnce(tools: SignUpTools, request: SignUpRequest): Promise<SignUpOutcome | RanOut> {
  const { eventId, dueNow, link, values } = request
  // A sign-up that is free now drops any payment that was opened for it before.
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
    // Paid in the meantime, under the name and mailbox of before: the site does not charge for it again.
    const stands = held === null ? null : await resume(tools, draft)
    if (stands?.kind === 'succeeded') return stands
    const ranOut = made.code === 'payment_intent_expired' || made.code === 'payment_intent_used'
    return ranOut ? { kind: 'ran_out', held: null } : explain(made, draft)
  }
  const { uuid, holdExpiresAt, waitsForMailbox } = made.data
  tools.made?.add(uuid)
  tools.keep({ ...draft, uuid, heldUntil: holdExpiresAt })
  // Without a hold it is confirmed: free, or paid by an earlier try of the same attempt. Never charge it again.
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

/** The payment is no more; `held`: the link of the reservation that it was for. */
interface RanOut {
  kind: 'ran_out'
  held: string | null
}

export type Resumed =
  | { kind: 'succeeded'; uuid: string }
  /** Go on typing or paying, with this draft. */
  | { kind: 'go_on'; draft: SignUpDraft }
  /** The spots are held, and their mailbox has not answered yet. */
  | { kind: 'mailbox'; draft: SignUpDraft }
  /** The hold ran out meanwhile; a paid one was refunded. */
  | { kind: 'hold_ended'; draft: SignUpDraft; refunded: boolean }

/** Finds out, after a reload or an unclear answer in the middle of paying, how the reservation stands. Never charges. */
export async function resume(
  { call, cardClient, newAttempt }: Omit<SignUpTools, 'keep'>,
  draft: SignUpDraft,
): Promise<Resumed> {
  if (draft.uuid === null) return { kind: 'go_on', draft }
  const found = await call(getReservation, { query: { uuid: draft.uuid } })
  const fresh = begunAnew(draft, newAttempt())
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

/** A refused call in the form's terms. */
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
      // The box may be gone by then: told where the press was.
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
