/**
 * Money as people read and type it. Amounts are integer cents of US dollars everywhere; only these functions turn
 * them into text and back: cents divided by 100, thousands separators, '$' prefix (R3.1).
 */

/** Integer cents. */
export type Cents = number

/** The card provider charges no less than this. */
export const LEAST_CHARGE: Cents = 50
/** The most that a card can pay at once. */
export const MOST_CHARGE: Cents = 99_999_999

/** `125000` → `"$1,250.00"`; negative amounts read `"-$5.00"`. */
export function formatMoney(cents: Cents): string {
  const sign = cents < 0 ? '-' : ''
  const absolute = Math.abs(cents)
  const dollars = Math.trunc(absolute / 100).toLocaleString('en-US')
  const rest = String(absolute % 100).padStart(2, '0')
  return `${sign}$${dollars}.${rest}`
}

/** The half of an amount, rounded half up to a whole cent: the deposit (R3.3). */
export const halfRoundedUp = (cents: Cents): Cents => Math.floor((cents + 1) / 2)

/** `amount` in whole cents by these weights, no share above its weight; what is beyond them all joins the first. */
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

/** `125000` → `"1250.00"`, for machines; 0 or more. */
export const plainDollars = (cents: Cents): string => (cents / 100).toFixed(2)

const TYPED_DOLLARS = /^(-?)\$?(\d{1,3}(?:,\d{3})+|\d+)(?:\.(\d{0,2}))?$/

/** The cents of what a person typed as dollars, exactly: `"1,250"`, `"$480.01"`, `"-1"` → cents; null when it is no such sum. */
export function centsOfDollars(typed: string): Cents | null {
  const [, sign, dollars, rest = ''] = TYPED_DOLLARS.exec(typed.trim()) ?? []
  if (dollars === undefined) return null
  // The cents are put together as text: 4.35 × 100 is no whole number.
  const cents = Number(dollars.replaceAll(',', '') + rest.padEnd(2, '0'))
  if (!Number.isSafeInteger(cents)) return null
  return sign && cents > 0 ? -cents : cents
}
