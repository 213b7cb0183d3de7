/** The discounts of codes (R41): which code can be used, and how many cents it takes off each guest's stay. Pure; the form counts by it too. */
import type { CodeKind } from '#platform/database/schema/codes.ts'
import type { Day } from '#shared/days.ts'
import { type Cents, formatMoney, LEAST_CHARGE } from '#shared/money.ts'
import { plainMarks } from '#shared/folding.ts'

// The schema's own list would bring the database's library into the browser.
export const CODE_KINDS = ['percent', 'amount', 'open'] as const satisfies readonly CodeKind[]

export interface CodeTerms {
  kind: CodeKind
  /** Percent, or cents off; of an open code the least that a stay costs, in cents. */
  value: number
  /** Of an open code: cents that the form suggests for a stay. */
  suggestion: Cents | null
}

interface Stays {
  /** Cents of one guest's stay, without choices. */
  cost: Cents
  guests: number
  /** Of an open code: the cents that the guest names for each stay. */
  pays?: Cents | undefined
}

/**
 * Cents off each guest's stay, the payer first: never more than the stay costs, and never off choices. Stays that would cost
 * 1 to 49 cents in all cost nothing: no card could pay that (R41.4).
 */
export function discounts(code: CodeTerms, stays: Stays): Cents[] {
  const { guests } = stays
  const cost = Math.max(0, stays.cost)
  const off = rawDiscounts(code, { ...stays, cost })
  const left = off.reduce((sum, cents) => sum + cost - cents, 0)
  return left > 0 && left < LEAST_CHARGE ? Array.from({ length: guests }, () => cost) : off
}

function rawDiscounts({ kind, value, suggestion }: CodeTerms, { cost, guests, pays }: Stays): Cents[] {
  const each = (off: Cents) => Array.from({ length: guests }, () => off)
  if (kind === 'percent') return each(Math.floor((cost * value + 50) / 100))
  if (kind === 'open') return each(cost - paysFor({ value, suggestion }, { cost, pays }))
  // Once for all of them, in whole cents: the first ones get what does not divide.
  const all = Math.min(value, cost * guests)
  return Array.from(
    { length: guests },
    (_, index) => Math.floor(all / guests) + (index < all % guests ? 1 : 0),
  )
}

/** The cents that each stay costs with an open code: what the guest names, from its least to the full price. */
const paysFor = (
  { value, suggestion }: Pick<CodeTerms, 'value' | 'suggestion'>,
  { cost, pays }: Pick<Stays, 'cost' | 'pays'>,
): Cents => Math.min(cost, Math.max(value, pays ?? suggestion ?? cost))

export type CodeProblem = 'code_unknown' | 'code_used_up'

/** What is pasted around a code: quotes, brackets, the end of a sentence. */
const AROUND = /^["'(<[]+|["')>\].,;:!?]+$/g

/** A code as it is kept: in capitals, without spaces, however somebody types or pastes it. */
export const normalCode = (typed: string): string =>
  plainMarks(typed.normalize('NFKC')).replaceAll(/\s/g, '').replaceAll(AROUND, '').toUpperCase()

/** The event and the days for which a code is good. */
interface CodeScope {
  /** Null: every event. */
  eventId: number | null
  validFrom: Day | null
  validUntil: Day | null
  endedAt: Date | null
}

/** Whether a code is one for this event on this ranch day, however often it was used. */
export const isGoodFor = (
  { eventId, validFrom, validUntil, endedAt }: CodeScope,
  { event, today }: { event: { id: number; cost: Cents }; today: Day },
): boolean =>
  endedAt === null &&
  event.cost > 0 &&
  (eventId === null || eventId === event.id) &&
  (validFrom === null || validFrom <= today) &&
  (validUntil === null || validUntil >= today)

/** The terms of a code in words: `10% off each stay`. */
export function codeWords({ kind, value, suggestion }: CodeTerms): string {
  if (kind === 'percent') return value === 100 ? 'Stays are free' : `${value}% off each stay`
  if (kind === 'amount') return `${formatMoney(value)} off a sign-up`
  const least = value === 0 ? 'Guests name the price' : `Guests name the price, from ${formatMoney(value)}`
  return suggestion === null ? least : `${least}, ${formatMoney(suggestion)} suggested`
}
