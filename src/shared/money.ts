/**
 * Amounts as people read and type them. They are whole cents of US dollars everywhere. Only this file divides
 * by 100, groups thousands and adds '$' (R3.1).
 */

/** An amount of money in integer cents. */
export type Cents = number

/** The smallest amount that the card provider charges, in cents. */
export const LEAST_CHARGE: Cents = 50
/** The largest amount of one card payment, in cents. */
export const MOST_CHARGE: Cents = 99_999_999

/** Formats cents: `125000` → `"$1,250.00"`. Negative amounts read `"-$5.00"`. */
export function formatMoney(cents: Cents): string {
  const sign = cents < 0 ? '-' : ''
  const absolute = Math.abs(cents)
  const dollars = Math.trunc(absolute / 100).toLocaleString('en-US')
  const rest = String(absolute % 100).padStart(2, '0')
  return `${sign}$${dollars}.${rest}`
}

/** Returns half of an amount, rounded half up to a whole cent: the deposit (R3.3). */
export const halfRoundedUp = (cents: Cents): Cents => Math.floor((cents + 1) / 2)

/**
 * Splits `amount` into whole cents in proportion to the weights. No share exceeds its weight, unless the
 * weights add up to less than the amount: then the first share gets the difference.
 */
export function shares(amount: Cents, weights: readonly Cents[]): Cents[] {
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  if (amount >= total) return weights.map((weight, index) => weight + (index === 0 ? amount - total : 0))
  const exact = weights.map((weight) => (amount * weight) / total)
  const cents = exact.map(Math.floor)
  const rest = amount - cents.reduce((sum, share) => sum + share, 0)
  const largest = exact
    .map((share, index) => ({ index, fraction: share - Math.floor(share) }))
    .toSorted((one, other) => other.fraction - one.fraction)
  for (const { index } of largest.slice(0, rest)) cents[index] = (cents[index] ?? 0) + 1
  return cents
}

/** Formats cents for other programs: `125000` → `"1250.00"`. The amount must not be negative. */
export const plainDollars = (cents: Cents): string => (cents / 100).toFixed(2)

const TYPED_DOLLARS = /^(-?)\$?(\d{1,3}(?:,\d{3})+|\d+)(?:\.(\d{0,2}))?$/

/**
 * Returns the cents of a typed amount in dollars: `"1,250"`, `"$480.01"`, `"-1"`. Null if the text is no
 * amount or has fractions of a cent.
 */
export function centsOfDollars(typed: string): Cents | null {
  const [, sign, dollars, rest = ''] = TYPED_DOLLARS.exec(typed.trim()) ?? []
  if (dollars === undefined) return null
  // Joins the digits as text, because 4.35 × 100 is not a whole number in floating point.
  const cents = Number(dollars.replaceAll(',', '') + rest.padEnd(2, '0'))
  if (!Number.isSafeInteger(cents)) return null
  return sign && cents > 0 ? -cents : cents
}
