/**
 * Rules for taxes that prices include (R50): how much tax an amount contains, and what may change in a tax that
 * has begun. Pure.
 */
import type { TaxKind } from '#platform/database/schema/taxes.ts'
import { addDays, type Day } from '#shared/days.ts'
import { type Cents, shares } from '#shared/money.ts'

// Repeats the list of the database schema, because importing it would bundle the database library into the browser's
// code.
export const TAX_KINDS = ['stay', 'lodging', 'extras'] as const satisfies readonly TaxKind[]

/** The highest rate of a tax in basis points: 50 %. */
export const MOST_RATE = 5_000

/** A rate of 100 % in basis points. */
const WHOLE = 10_000

/** Gross amounts in cents, by what they pay for. They include tax. */
export type Taxable = Record<TaxKind, Cents>

export const NOTHING_TAXABLE: Taxable = { stay: 0, lodging: 0, extras: 0 }

interface ValidDays {
  validFrom: Day
  /** The last day. Null for a tax that never ends. */
  validUntil: Day | null
}

export interface Tax extends ValidDays {
  id: number
  name: string
  /** Basis points, from 1 to 5,000. */
  rate: number
  appliesTo: TaxKind
}

/** The tax in an amount. `amount` is in cents and part of the gross amount. */
export interface IncludedTax {
  taxId: number
  name: string
  rate: number
  amount: Cents
}

const isValidOn = ({ validFrom, validUntil }: ValidDays, day: Day): boolean =>
  validFrom <= day && (validUntil === null || day <= validUntil)

/**
 * Returns the tax in gross amounts, for each tax that is valid on a ranch day, in the given order (R50.2). A tax on
 * nothing has an amount of 0.
 */
export function taxesIn(gross: Taxable, taxes: readonly Tax[], day: Day): IncludedTax[] {
  const valid = taxes.filter((tax) => isValidOn(tax, day))
  const left = { ...gross }
  return valid.map(({ id, name, rate, appliesTo: kind }) => {
    const rates = valid.reduce((sum, tax) => (tax.appliesTo === kind ? sum + tax.rate : sum), 0)
    // Rounding up each of several taxes could take more than the whole of a tiny amount.
    const amount = Math.min(left[kind], taxOf(gross[kind], rate, rates))
    left[kind] -= amount
    return { taxId: id, name, rate, amount }
  })
}

/**
 * Returns `rate` of the net amount, rounded half up. The net amount is gross / (1 + `rates`), but is never rounded
 * itself: all steps but the last are in whole numbers.
 */
const taxOf = (gross: Cents, rate: number, rates: number): Cents =>
  Math.floor((2 * gross * rate + WHOLE + rates) / (2 * (WHOLE + rates)))

/**
 * Splits an amount over the kinds, in proportion to what each costs. An amount beyond the cost of all kinds counts
 * for the stay.
 */
export function splitGross(amount: Cents, of: Taxable): Taxable {
  const [stay = 0, lodging = 0, extras = 0] = shares(
    amount,
    TAX_KINDS.map((kind) => of[kind]),
  )
  return { stay, lodging, extras }
}

/**
 * Splits what a guest's own stay costs over the kinds. The price contains the chosen lodging and extras. If it is
 * lower than these, for example after an admin lowered it, both are reduced in proportion.
 */
export function splitPrice(costs: {
  price: Cents
  lodging: Cents
  extras: Cents
  /** Extra charges, which the price does not contain. */
  charges: Cents
}): Taxable {
  const options = costs.lodging + costs.extras
  const [lodging = 0, extras = 0] = shares(Math.min(costs.price, options), [costs.lodging, costs.extras])
  return { stay: Math.max(0, costs.price - options), lodging, extras: extras + costs.charges }
}

export const totalGross = ({ stay, lodging, extras }: Taxable): Cents => stay + lodging + extras

/** A line about a tax on a receipt. */
export type ReceiptTax = Pick<IncludedTax, 'name' | 'rate' | 'amount'>

/**
 * Returns the lines for a receipt, without zeros. One tax on several kinds of prices is several rows with the same
 * name and rate, and they become one line.
 */
export function receiptTaxes(included: readonly IncludedTax[]): ReceiptTax[] {
  const lines = new Map<string, ReceiptTax>()
  for (const { name, rate, amount } of included) {
    if (amount === 0) continue
    const key = `${rate} ${name}`
    lines.set(key, { name, rate, amount: (lines.get(key)?.amount ?? 0) + amount })
  }
  return [...lines.values()]
}

/** Formats basis points: `825` → `"8.25%"`. */
export const formatRate = (rate: number): string => `${rate / 100}%`

/** Returns the label of a receipt's line about a tax: `"Includes Lodging tax (5%)"`. */
export const taxLabel = ({ name, rate }: Pick<Tax, 'name' | 'rate'>): string =>
  `Includes ${name} (${formatRate(rate)})`

/** What an admin enters of a tax. */
export type TaxTerms = Omit<Tax, 'id'>

export const hasBegun = ({ validFrom }: Pick<Tax, 'validFrom'>, today: Day): boolean => validFrom <= today

export const isOver = ({ validUntil }: Pick<Tax, 'validUntil'>, today: Day): boolean =>
  validUntil !== null && validUntil < today

/**
 * Why a tax may not become what an admin wants (R50.4).
 * - `starts_too_early`: stays that have begun are in the books without the tax.
 * - `begun`: only the last day of a tax that has begun may change.
 * - `ends_too_early`: stays that have begun are in the books with the tax.
 * - `over`: a tax whose last day has passed never changes.
 */
export type TaxProblem = 'starts_too_early' | 'begun' | 'ends_too_early' | 'over'

/** Returns why an admin may not add or change a tax, or null. `before` is null for a new tax. */
export function taxProblem(before: TaxTerms | null, wanted: TaxTerms, today: Day): TaxProblem | null {
  if (before === null || !hasBegun(before, today)) return hasBegun(wanted, today) ? 'starts_too_early' : null
  if (isOver(before, today)) return 'over'
  const fixed = ['name', 'rate', 'validFrom', 'appliesTo'] as const
  if (fixed.some((field) => before[field] !== wanted[field])) return 'begun'
  return isOver(wanted, today) ? 'ends_too_early' : null
}

/** Returns the first day on which a new tax can begin. */
export const firstStart = (today: Day): Day => addDays(today, 1)
