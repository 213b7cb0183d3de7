/** How an event's price and its payments are told, before any field (R3.10). */
import { formatDay } from '#shared/days.ts'
import { formatMoney, type Cents } from '#shared/money.ts'
import type { EventDetails } from '../contract/events.ts'

/** A semicolon-separated list (`includes`, `costAddendum`) as its parts. */
export function splitList(text: string | null): string[] {
  return (text ?? '')
    .split(';')
    .map((part) => part.trim())
    .filter((part) => part !== '')
}

/** The price of the COST row: null hides the row, which shows when the cost is above -1 (R10.7). */
export function priceWords(cost: Cents): string | null {
  if (cost <= -1) return null
  return cost === 0 ? 'Free' : formatMoney(cost)
}

interface ScheduleLine {
  label: string
  /** Cents. */
  amount: Cents
  /** Set apart as what is charged now, or as the sum of it all. */
  kind: 'now' | 'later' | 'total'
}

/** The fields of an event that its price and payments are told from. */
export type Priced = Pick<EventDetails, 'cost' | 'remainder' | 'remainderDue' | 'dueNow'>

/** Whether signing up now takes the whole cost at once: from the remainder's due day on. */
export function isWholeNow(event: Priced): boolean {
  return event.cost > 0 && event.dueNow >= event.cost
}

/** The payments of one guest, in order; empty for an event without a price. */
export function scheduleLines(event: Priced): ScheduleLine[] {
  if (event.cost <= 0) return []
  const total: ScheduleLine = { label: 'Total', amount: event.cost, kind: 'total' }
  if (isWholeNow(event)) return [{ label: 'The full price, now', amount: event.dueNow, kind: 'now' }, total]
  const remainder = event.remainderDue ? `Remainder, by ${formatDay(event.remainderDue)}` : 'Remainder'
  return [
    { label: 'Deposit at sign-up', amount: event.dueNow, kind: 'now' },
    { label: remainder, amount: event.remainder, kind: 'later' },
    total,
  ]
}

/** The words on the pay button: it names the sum. */
export function payWords(event: Priced): string {
  if (event.dueNow <= 0) return 'Reserve my spot'
  return isWholeNow(event) ? `Pay ${formatMoney(event.dueNow)}` : `Pay ${formatMoney(event.dueNow)} deposit`
}

/** The payments in one sentence, for the last step before the card. */
export function scheduleWords(event: Priced): string {
  const now = `Today: ${formatMoney(event.dueNow)}`
  if (isWholeNow(event) || event.remainderDue === null) return `${now}, the full price.`
  return `${now}, the deposit. The remainder, ${formatMoney(event.remainder)}, is due by ${formatDay(event.remainderDue)}; earlier if you like.`
}
