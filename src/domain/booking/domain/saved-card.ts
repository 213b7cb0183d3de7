/**
 * Rules for a card that a guest lets Stripe save for the remainder (R42): the text of consent,
 * and what to do next with the card. Pure.
 */
import type { cardCharges } from '#platform/database/schema/payments.ts'
import { addDays, type Day, daysBetween, ranchDay, ranchInstant } from '#shared/days.ts'
import { formatDay } from '#shared/format-days.ts'
import { type Cents, formatMoney } from '#shared/money.ts'

/** The planned charge of a saved card: its amount and its day. */
export interface LaterCharge {
  amount: Cents
  on: Day
}

/**
 * The text with which a guest agrees to save the card. Change `version` whenever the text changes: each consent
 * stores its version as evidence of what the guest agreed to.
 */
export const KEEP_CARD = {
  version: '2026-11-30.2',
  words: ({ amount, on }: LaterCharge): string =>
    `Save my card and charge the remainder to it: ${formatMoney(amount)} on ${formatDay(on)}. The ranch emails me three days before, and if the amount or day changes. I can stop it on my private page until then. The card is saved only for this.`,
} as const

/** Days between the e-mail that announces the charge of a saved card and the charge itself. */
const NOTICE_DAYS = 3

/** Hour of the day at the ranch from which saved cards are charged and their e-mails are sent. */
export const CHARGE_HOUR = 9

/** A declined card is retried this many days after its first charge. */
const AGAIN_AFTER_DAYS = [2, 4] as const

/** If a charge is more than this many days late, it is announced to the guest again. */
const LATE_DAYS = 2

/** A planned, running or finished charge of a saved card for one invoice. */
export interface Attempt extends Pick<
  typeof cardCharges.$inferSelect,
  'id' | 'status' | 'amount' | 'startedAt' | 'declineCode' | 'adviceCode'
> {
  on: Day
  /**
   * When the guest was sent the e-mail `card-charge-soon`. Null if it was not sent, and for a retry after a
   * decline, which needs no such e-mail.
   */
  announcedAt: Date | null
}

export interface SavedCardFacts {
  isOn: boolean
  /**
   * True while a card is saved. The site deletes it when the guest withdraws consent, when it is no longer needed, or
   * when the guest's data is purged.
   */
  isKept: boolean
  /** True if the stay is confirmed and not purged, and the event is not canceled. */
  stands: boolean
  startDay: Day
  /** The invoice for the remainder, while it is unpaid. `due` is null if it can be paid on any day. */
  invoice: { id: number; amount: Cents; due: Day | null } | null
  /**
   * Earlier and planned charges of the card for this invoice, or for the whole stay if there is no invoice. The
   * oldest comes first.
   */
  attempts: readonly Attempt[]
  now: Date
}

export type SavedCardStep =
  | { do: 'nothing' }
  | { do: 'announce'; on: Day; amount: Cents }
  /**
   * Plan another charge of the same amount. `after` is the declined charge about which the guest is e-mailed.
   */
  | { do: 'try-again'; after: number; on: Day; amount: Cents }
  /**
   * Cancel a planned charge, because the invoice has changed, the card may no longer be charged, or the charge was
   * not announced in time.
   */
  | { do: 'stop'; id: number }
  | { do: 'charge'; id: number }
  /**
   * Stripe's answer to a charge was lost. If `again`, send the same charge again with its idempotency key.
   * Otherwise, only look up its result.
   */
  | { do: 'resume'; id: number; again: boolean }
  /**
   * Stop charging the card. The guest is e-mailed if the last charge was declined, and the admin if the guest
   * cannot solve the problem.
   */
  | { do: 'give-up'; after: number; tells: { guest: boolean; admin: boolean } }
  /** Delete the card at Stripe, because there is nothing left that it may pay. */
  | { do: 'drop' }

const NOTHING = { do: 'nothing' } as const

/**
 * Returns the next step for a saved card. After doing that step, call `nextStep` again. It takes all facts, so no code
 * that changes a stay has to notify the card's job.
 */
export function nextStep(facts: SavedCardFacts): SavedCardStep {
  const { attempts, now } = facts
  const charging = attempts.find(({ status }) => status === 'charging')
  const wish = wantedCharge(facts)
  // The charge may already have moved money. So the site looks up its result, no matter what happened to the stay.
  if (charging) return { do: 'resume', id: charging.id, again: wish !== 'none' }
  const planned = attempts.find(({ status }) => status === 'planned')
  if (wish === 'none') {
    if (planned) return { do: 'stop', id: planned.id }
    return facts.isKept ? { do: 'drop' } : NOTHING
  }
  if (planned) {
    if (!isAsAnnounced(planned, wish) || !isToldInTime(planned, facts)) return { do: 'stop', id: planned.id }
    return now >= ranchInstant(planned.on, CHARGE_HOUR) ? chargeOrAnew(planned, now) : NOTHING
  }
  const tried = attempts.filter(({ startedAt }) => startedAt !== null)
  const last = tried.at(-1)
  // If the last charge failed and no retry of it was canceled, `afterFailed` decides about a retry. Otherwise, the
  // code below announces a new charge.
  if (last && last.id === attempts.at(-1)?.id) return afterFailed(last, tried, facts.startDay)
  if (wish.due === null || now < ranchInstant(addDays(wish.due, -NOTICE_DAYS), CHARGE_HOUR)) return NOTHING
  // E-mails are sent only from 9:00 on. So nothing is announced before that hour, although `chargeDay` already
  // returns the same day.
  if (now < ranchInstant(ranchDay(now), CHARGE_HOUR)) return NOTHING
  const on = chargeDay(wish.due, now)
  return on < facts.startDay ? { do: 'announce', on, amount: wish.amount } : { do: 'drop' }
}

interface SavedCardRequest {
  amount: Cents
  due: Day | null
}

function wantedCharge({
  isOn,
  isKept,
  stands,
  startDay,
  invoice,
  now,
}: SavedCardFacts): SavedCardRequest | 'none' {
  const mayCharge = isOn && isKept && stands && ranchDay(now) < startDay
  return mayCharge && invoice ? invoice : 'none'
}

const isAsAnnounced = ({ amount, on }: Attempt, { amount: asked, due }: SavedCardRequest): boolean =>
  amount === asked && due !== null && due <= on

/**
 * Returns whether the guest was e-mailed at least three days before the planned charge, or still can be. For a
 * retry, the e-mail about the declined card is enough.
 */
function isToldInTime(planned: Attempt, { attempts, now }: SavedCardFacts): boolean {
  const before = attempts[attempts.indexOf(planned) - 1]
  if (before && before.startedAt !== null) return true
  return daysBetween(ranchDay(planned.announcedAt ?? now), planned.on) >= NOTICE_DAYS
}

const chargeOrAnew = ({ id, on }: Attempt, now: Date): SavedCardStep =>
  ranchDay(now) > addDays(on, LATE_DAYS) ? { do: 'stop', id } : { do: 'charge', id }

/** Returns the day on which to charge: the invoice's due day, or three days from now if that is later. */
function chargeDay(due: Day, now: Date): Day {
  const soonest = addDays(ranchDay(now), NOTICE_DAYS)
  return due > soonest ? due : soonest
}

/** Advice codes of the bank that mean not to charge the same card again (docs.stripe.com/declines/codes). */
const NO_MORE: ReadonlySet<string> = new Set(['do_not_try_again', 'confirm_card_data'])

/**
 * Decline codes after which a charge of the same card must not be tried again: Stripe's list of non-retryable codes
 * (docs.stripe.com/billing/revenue-recovery/smart-retries), and an expired card. A bank does not always add its advice.
 */
const FINAL_DECLINES: ReadonlySet<string> = new Set([
  'authentication_required',
  'expired_card',
  'highest_risk_level',
  'incorrect_number',
  'lost_card',
  'pickup_card',
  'revocation_of_all_authorizations',
  'revocation_of_authorization',
  'stolen_card',
  'transaction_not_allowed',
])

function afterFailed(last: Attempt, tried: readonly Attempt[], startDay: Day): SavedCardStep {
  const isDeclined = last.status === 'declined'
  const needsGuest = last.status === 'needs_guest'
  const [first = last] = tried
  const days = AGAIN_AFTER_DAYS[tried.length - 1]
  const on = addDays(triedOn(first), days ?? 0)
  if (isDeclined && days !== undefined && mayRepeat(last) && on < startDay)
    return { do: 'try-again', after: last.id, on, amount: last.amount }
  // Only the guest can answer a bank that wants to authenticate them. The admin must know about a final decline,
  // and about a charge that Stripe never answered.
  return { do: 'give-up', after: last.id, tells: { guest: isDeclined || needsGuest, admin: !needsGuest } }
}

/**
 * Returns whether a declined charge may be retried. If it has no decline code, Stripe itself refused the card and
 * would refuse it again.
 */
const mayRepeat = ({ declineCode, adviceCode }: Attempt): boolean =>
  declineCode !== null && !FINAL_DECLINES.has(declineCode) && !NO_MORE.has(adviceCode ?? '')

const triedOn = ({ startedAt, on }: Attempt): Day => (startedAt === null ? on : ranchDay(startedAt))

/**
 * Returns the next charge as the guest's page shows it: the announced charge, or else the one that follows from the
 * invoice. Null if there is none.
 */
export function expectedCharge(facts: SavedCardFacts): (LaterCharge & { declined: boolean }) | null {
  const wish = wantedCharge(facts)
  const declined = facts.attempts.some(({ status }) => status === 'declined')
  const planned = facts.attempts.find(({ status }) => status === 'planned' || status === 'charging')
  if (planned) return { amount: planned.amount, on: planned.on, declined }
  if (wish === 'none' || wish.due === null) return null
  return { amount: wish.amount, on: chargeDay(wish.due, facts.now), declined }
}
