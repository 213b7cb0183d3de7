/**
 * Money as people read it. Amounts are integer cents of US dollars everywhere; only these functions turn
 * them into text (SPEC section 5 "Money display": cents divided by 100, thousands separators, '$' prefix).
 */

/** Integer cents. */
export type Cents = number

/** `125000` → `"$1,250.00"`; negative amounts read `"-$5.00"`. */
export function formatMoney(cents: Cents): string {
  const sign = cents < 0 ? '-' : ''
  const absolute = Math.abs(cents)
  const dollars = Math.trunc(absolute / 100).toLocaleString('en-US')
  const rest = String(absolute % 100).padStart(2, '0')
  return `${sign}$${dollars}.${rest}`
}

/** `125000` → `"1250.00"`, for machines; 0 or more. */
export function plainDollars(cents: Cents): string {
  return (cents / 100).toFixed(2)
}

/** The half of an amount, rounded half up to a whole cent: the deposit rule of SPEC section 9. */
export function halfRoundedUp(cents: Cents): Cents {
  return Math.floor((cents + 1) / 2)
}
