/**
 * Rules for discount codes (R41): whether a code works, and how many cents it takes off each guest's stay. Pure. The
 * sign-up form uses them too.
 */
import type { CodeKind } from '#platform/database/schema/codes.ts'
import type { Day } from '#shared/days.ts'
import { type Cents, formatMoney, LEAST_CHARGE } from '#shared/money.ts'
import { plainMarks } from '#shared/folding.ts'

// Repeats the list of the database schema, because importing it would bundle the database library into the browser's
// code.
export const CODE_KINDS = ['percent', 'amount', 'open'] as const satisfies readonly CodeKind[]

export interface CodeTerms {
  kind: CodeKind
  /** For `percent`: percent off. For `amount`: cents off. For `open`: the lowest price of a stay, in cents. */
  value: number
  /** Only for `open`: the price that the form suggests, in cents. */
  suggestion: Cents | null
}

interface Stays {
  /** What the event costs one guest in cents, without options. */
  cost: Cents
  guests: number
  /** Only for `open`: the price in cents that the guest sets for each stay. */
  pays?: Cents | undefined
}

/**
 * Returns the discount of each guest in cents, the payer's first. Never more than the event's cost, because options
 * are not discounted. If the party would have to pay only 1 to 49 cents, it pays nothing, because a card cannot pay
 * that (R41.4).
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
  // Splits the fixed amount over the whole party. The first guests get the leftover cents.
  const all = Math.min(value, cost * guests)
  return Array.from(
    { length: guests },
    (_, index) => Math.floor(all / guests) + (index < all % guests ? 1 : 0),
  )
}

/**
 * Returns what a stay costs with a code that has an open price: the price that the guest sets, but at least the
 * code's lowest price and at most the full price.
 */
const paysFor = (
  { value, suggestion }: Pick<CodeTerms, 'value' | 'suggestion'>,
  { cost, pays }: Pick<Stays, 'cost' | 'pays'>,
): Cents => Math.min(cost, Math.max(value, pays ?? suggestion ?? cost))

export type CodeProblem = 'code_unknown' | 'code_used_up'

/** Characters that people copy together with a discount code: quotes, brackets, punctuation. */
const SURROUNDING_MARKS = /^["'(<[]+|["')>\].,;:!?]+$/g

/** Returns a code in its stored form: capitals, no spaces, no surrounding punctuation. */
export const normalCode = (typed: string): string =>
  plainMarks(typed.normalize('NFKC')).replaceAll(/\s/g, '').replaceAll(SURROUNDING_MARKS, '').toUpperCase()

interface CodeScope {
  eventId: number | null
  validFrom: Day | null
  validUntil: Day | null
  endedAt: Date | null
}

/** Returns whether a code works for this event on this day at the ranch. Ignores how often it was used. */
export const isGoodFor = (
  { eventId, validFrom, validUntil, endedAt }: CodeScope,
  { event, today }: { event: { id: number; cost: Cents }; today: Day },
): boolean =>
  endedAt === null &&
  event.cost > 0 &&
  (eventId === null || eventId === event.id) &&
  (validFrom === null || validFrom <= today) &&
  (validUntil === null || validUntil >= today)

/** Returns the terms of a code in words, such as `10% off each stay`. */
export function codeWords({ kind, value, suggestion }: CodeTerms): string {
  if (kind === 'percent') return value === 100 ? 'Stays are free' : `${value}% off each stay`
  if (kind === 'amount') return `${formatMoney(value)} off a sign-up`
  const least = value === 0 ? 'Guests name the price' : `Guests name the price, from ${formatMoney(value)}`
  return suggestion === null ? least : `${least}, ${formatMoney(suggestion)} suggested`
}
