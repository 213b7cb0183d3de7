import type { MoneyRow, MoneyRows } from '#shared/money-rows.ts'

const sumOf = (rows: readonly { cents: number }[]) => rows.reduce((sum, { cents }) => sum + cents, 0)

const isTooSmall = ({ cents, includes = [] }: MoneyRow) =>
  includes.some((one) => Math.abs(one.cents) > Math.abs(cents))

/** Returns what is wrong with the rows of a stay's money (R52.1). Empty if they add up. */
export function rowProblems({ parts, total, settled }: MoneyRows): string[] {
  return [
    ...(parts.length > 0 && sumOf(parts) !== total.cents
      ? [`the parts add up to ${sumOf(parts)}, and the total is ${total.cents}`]
      : []),
    ...(settled.length > 0 && sumOf(settled) !== total.cents
      ? [`what is paid and open adds up to ${sumOf(settled)}, and the total is ${total.cents}`]
      : []),
    ...[...parts, total, ...settled]
      .filter(isTooSmall)
      .map(({ label }) => `a part of “${label}” is larger than the whole`),
  ]
}
