/**
 * A card that a guest lets the provider keep for the rest (R42, docs/decisions/0082): the words that they agree to, and what is to
 * be done about it next. Pure.
 */
import type { cardCharges } from '#platform/database/schema/payments.ts'
import { addDays, type Day, daysBetween, ranchDay, ranchInstant } from '#shared/days.ts'
import { formatDay } from '#shared/format-days.ts'
import { type Cents, formatMoney } from '#shared/money.ts'

/** The charge to a kept card: its sum and its day. */
export interface LaterCharge {
  amount: Cents
  on: Day
}

/** The words of consent. Other words are another version: it is kept as evidence of what a guest has agreed to. */
export const KEEP_CARD = {
  version: '2026-11',
  words: ({ amount, on }: LaterCharge): string =>
    `Keep my card and charge the rest to it: ${formatMoney(amount)} on ${formatDay(on)}. If that sum or day changes, I am told. I get an email three days before anything is charged, and can stop it any time before on my own page. Stripe keeps the card for this alone, and only until the rest is paid.`,
} as const

/** A guest hears of a charge so many days before it. */
const NOTICE_DAYS = 3

/** Nobody is charged, or told of it, earlier in the day. */
const HOUR = 9

/** After the first try a declined card is tried again on these days. */
const AGAIN_AFTER_DAYS = [2, 4] as const

/** A charge that could not be made around its day is announced anew. */
const LATE_DAYS = 2

/** An attempt to charge the card for an invoice. */
export interface Attempt extends Pick<
  typeof cardCharges.$inferSelect,
  'id' | 'status' | 'amount' | 'startedAt' | 'declineCode' | 'adviceCode'
> {
  on: Day
  /** The instant at which its own `card-charge-soon` was sent; null: it was not, or has none as a try after a decline. */
  announcedAt: Date | null
}

/** All that decides about a kept card; null or false is what stands in the way. */
export interface KeptCardFacts {
  /** The site keeps cards. */
  isOn: boolean
  /** The card is kept: not withdrawn, ended or forgotten. */
  isKept: boolean
  /** The stay is confirmed, its data is there, and its retreat is not canceled. */
  stands: boolean
  startDay: Day
  /** The remainder while it is not paid. `due` null: at no certain time. */
  invoice: { id: number; amount: Cents; due: Day | null } | null
  /** The attempts for that invoice, or of the stay where there is none, the oldest first. */
  attempts: readonly Attempt[]
  now: Date
}

export type KeptCardStep =
  | { do: 'nothing' }
  /** The attempt is announced to the guest. */
  | { do: 'announce'; on: Day; amount: Cents }
  /** The same sum is tried again; `after`: the attempt that was declined, which the guest is told of. */
  | { do: 'try-again'; after: number; on: Day; amount: Cents }
  /** A planned attempt is wanted no more as it was announced, or was not announced in time. */
  | { do: 'stop'; id: number }
  | { do: 'charge'; id: number }
  /** The provider was asked, and its answer was lost. `again`: it may be asked once more; else it is only looked for. */
  | { do: 'resume'; id: number; again: boolean }
  /** Nothing more is tried; the guest is told of the last attempt where it was declined, and the admin where no guest can mend it. */
  | { do: 'give-up'; after: number; tells: { guest: boolean; admin: boolean } }
  /** There is nothing that it could pay: the provider is to forget it. */
  | { do: 'drop' }

const NOTHING = { do: 'nothing' } as const

/** The one thing to do next. What follows is asked again after it is done. */
export function nextStep(facts: KeptCardFacts): KeptCardStep {
  const { attempts, now } = facts
  const charging = attempts.find(({ status }) => status === 'charging')
  const wish = wantedCharge(facts)
  // Money that may have moved is found out about, whatever became of the stay.
  if (charging) return { do: 'resume', id: charging.id, again: wish !== 'none' }
  const planned = attempts.find(({ status }) => status === 'planned')
  if (wish === 'none') {
    if (planned) return { do: 'stop', id: planned.id }
    return facts.isKept ? { do: 'drop' } : NOTHING
  }
  if (planned) {
    if (!isAsAnnounced(planned, wish) || !isToldInTime(planned, facts)) return { do: 'stop', id: planned.id }
    return now >= ranchInstant(planned.on, HOUR) ? chargeOrAnew(planned, now) : NOTHING
  }
  const tried = attempts.filter(({ startedAt }) => startedAt !== null)
  const last = tried.at(-1)
  // A declined attempt whose next one was stopped since is announced anew, not told again.
  if (last && last.id === attempts.at(-1)?.id) return afterFailed(last, tried, facts.startDay)
  if (wish.due === null || now < ranchInstant(addDays(wish.due, -NOTICE_DAYS), HOUR)) return NOTHING
  // A site that comes back at night wakes nobody; until then the page names the very day that the e-mail will.
  if (now < ranchInstant(ranchDay(now), HOUR)) return NOTHING
  const on = chargeDay(wish.due, now)
  return on < facts.startDay ? { do: 'announce', on, amount: wish.amount } : { do: 'drop' }
}

/** The invoice that the card is to pay. */
interface Wish {
  amount: Cents
  due: Day | null
}

function wantedCharge({ isOn, isKept, stands, startDay, invoice, now }: KeptCardFacts): Wish | 'none' {
  const mayCharge = isOn && isKept && stands && ranchDay(now) < startDay
  return mayCharge && invoice ? invoice : 'none'
}

const isAsAnnounced = ({ amount, on }: Attempt, { amount: asked, due }: Wish): boolean =>
  amount === asked && due !== null && due <= on

/** The guest was told of it three days before, or still can be. Of a try after a decline the e-mail about that has told. */
function isToldInTime(planned: Attempt, { attempts, now }: KeptCardFacts): boolean {
  const before = attempts[attempts.indexOf(planned) - 1]
  if (before && before.startedAt !== null) return true
  return daysBetween(ranchDay(planned.announcedAt ?? now), planned.on) >= NOTICE_DAYS
}

const chargeOrAnew = ({ id, on }: Attempt, now: Date): KeptCardStep =>
  ranchDay(now) > addDays(on, LATE_DAYS) ? { do: 'stop', id } : { do: 'charge', id }

/** The due day, or three days after the guest is told, at the earliest. */
function chargeDay(due: Day, now: Date): Day {
  const soonest = addDays(ranchDay(now), NOTICE_DAYS)
  return due > soonest ? due : soonest
}

/** The advice of a bank after which the same card is asked no more (docs.stripe.com/declines/codes). */
const NO_MORE: ReadonlySet<string> = new Set(['do_not_try_again', 'confirm_card_data'])

function afterFailed(last: Attempt, tried: readonly Attempt[], startDay: Day): KeptCardStep {
  const isDeclined = last.status === 'declined'
  const needsGuest = last.status === 'needs_guest'
  const [first = last] = tried
  const days = AGAIN_AFTER_DAYS[tried.length - 1]
  const on = addDays(triedOn(first), days ?? 0)
  if (isDeclined && days !== undefined && mayRepeat(last) && on < startDay)
    return { do: 'try-again', after: last.id, on, amount: last.amount }
  // The guest alone can answer their bank; what was declined for good, or never answered, an admin has to know.
  return { do: 'give-up', after: last.id, tells: { guest: isDeclined || needsGuest, admin: !needsGuest } }
}

/** Without a code the provider itself refused, which it would do again. */
const mayRepeat = ({ declineCode, adviceCode }: Attempt): boolean =>
  declineCode !== null && !NO_MORE.has(adviceCode ?? '')

const triedOn = ({ startedAt, on }: Attempt): Day => (startedAt === null ? on : ranchDay(startedAt))

/** The next charge, as the guest is shown it: as announced, or as it will be unless the invoice changes. */
export function expectedCharge(facts: KeptCardFacts): (LaterCharge & { declined: boolean }) | null {
  const wish = wantedCharge(facts)
  const declined = facts.attempts.some(({ status }) => status === 'declined')
  const planned = facts.attempts.find(({ status }) => status === 'planned' || status === 'charging')
  if (planned) return { amount: planned.amount, on: planned.on, declined }
  if (wish === 'none' || wish.due === null) return null
  return { amount: wish.amount, on: chargeDay(wish.due, facts.now), declined }
}
