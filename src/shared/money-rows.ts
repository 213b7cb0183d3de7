import type { Cents } from './money.ts'

/** An amount with its label, such as `Your stay` or `Refunded`. */
export interface MoneyRow {
  label: string
  cents: Cents
  /** What the amount includes. These rows are not added again. */
  includes?: readonly { label: string; cents: Cents }[]
}

/**
 * The rows that show a stay's money (R52.1). Both lists add up to the total. A list that would only repeat the total is
 * empty.
 */
export interface MoneyRows {
  parts: MoneyRow[]
  total: MoneyRow
  /** What was paid and refunded, and what is still to pay. Empty for an ended stay. */
  settled: MoneyRow[]
}
