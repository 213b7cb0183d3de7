/**
 * Checks the amounts in receipts after all jobs are done (R52.1). What a receipt lists must add up, and its rows about
 * the stay must be those of the guest's private page.
 */
import { moneyRows } from '#domain/booking/domain/money-rows.ts'
import type { GuestReservation } from '#domain/booking/contract/reservation.ts'
import type { Line, Receipt } from '#domain/booking/use-cases/receipt-pdf.ts'
import { readReceipt } from '#domain/booking/use-cases/receipt.ts'
import { centsOfDollars, formatMoney } from '#shared/money.ts'
import { bookingDeps } from '#test/support/booking/deps.ts'
import { countEvent, dollars, type HistoryState } from './history-state.ts'
import type { Snapshot } from './snapshot.ts'

export async function receiptsAgree(
  state: HistoryState,
  { invoices }: Snapshot,
  pages: ReadonlyMap<number, GuestReservation>,
): Promise<string[]> {
  const wrong: string[] = []
  for (const { id, reservationId, amount } of invoices) {
    const page = pages.get(reservationId)
    const receipt = page && (await readReceipt(bookingDeps(state.site.app), id))
    if (!receipt || typeof receipt === 'string') continue
    countEvent(state, 'a receipt was compared with its page')
    const own = rowsOn(page)
    const rows = rowsIn(receipt)
    for (const problem of [
      ...sumProblems(receipt, amount),
      ...(rows === own ? [] : [`it shows ${rows}, and the page ${own}`]),
    ])
      wrong.push(`the receipt of invoice ${id}: ${problem}`)
  }
  return wrong
}

const sumOf = (lines: readonly Line[]) =>
  lines.reduce((sum, [, value]) => sum + (centsOfDollars(value) ?? Number.NaN), 0)

function sumProblems({ parts, payment }: Receipt, amount: number): string[] {
  const asked = parts.length === 0 ? amount : sumOf(parts)
  const rest = payment.length > 1 ? sumOf(payment.slice(-1)) - sumOf(payment.slice(0, -1)) : 0
  return [
    ...(asked === amount ? [] : [`its parts add up to ${dollars(asked)}, the invoice is ${dollars(amount)}`]),
    ...(rest === 0 ? [] : [`payment and refunds differ by ${dollars(rest)} from what is left`]),
  ]
}

/** Returns the rows about the stay, without the amounts that a row includes. */
const rowsIn = ({ stay }: Receipt): string =>
  stay.flatMap(([label, value]) => (label.startsWith(' ') ? [] : `${label}: ${value}`)).join(', ')

function rowsOn(page: GuestReservation): string {
  const { parts, total, settled } = moneyRows(page, 'others')
  return [...parts, total, ...settled].map(({ label, cents }) => `${label}: ${formatMoney(cents)}`).join(', ')
}
