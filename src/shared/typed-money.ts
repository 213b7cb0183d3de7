/** Dollars as people type them and as machines read them; `money.ts` has the rest. */
import type { Cents } from './money.ts'

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
