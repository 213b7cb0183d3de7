/** The price of an event and its payments in words, Pages show them above the first form field (R3.10). */
import { Money } from '#app/ui/text.tsx'
import { type Day, ranchDay } from '#shared/days.ts'
import { formatDay } from '#shared/format-days.ts'
import { type Cents, formatMoney } from '#shared/money.ts'
import type { EventDetails } from '#domain/events/contract/events.ts'
import { signUpDayForPlan, paymentSchedule } from '#domain/events/rules.ts'

/** Splits a semicolon-separated list, such as `includes` or `costAddendum`. */
export function splitList(text: string | null): string[] {
  return (text ?? '')
    .split(';')
    .map((part) => part.trim())
    .filter((part) => part !== '')
}

/**
 * Returns the lowest price, with "from" if lodging can raise it (R37.2). Returns null, which hides the COST row, if
 * the price is -1 or less (R10.7).
 */
export function describePrice({
  priceFrom,
  priceVaries,
}: Pick<EventDetails, 'priceFrom' | 'priceVaries'>): string | null {
  if (priceFrom <= -1) return null
  if (priceVaries) return `from ${formatMoney(priceFrom)}`
  return priceFrom === 0 ? 'Free' : formatMoney(priceFrom)
}

interface ScheduleLine {
  label: string
  amount: Cents
  /** The kind of line. The table highlights the payment due now and the total. */
  kind: 'now' | 'later' | 'total'
}

/** The fields of an event that its price and payments are computed from. */
export type Priced = Pick<EventDetails, 'cost' | 'remainder' | 'remainderDue' | 'dueNow'>

/** Returns the payments of a party. `sums` has the price of each guest's choices in cents (R37.5, R39.2). */
export function pricedWith(event: Priced & { startDateDate: Day }, sums: readonly Cents[]): Priced {
  if (event.cost < 0 || (sums.length === 1 && sums[0] === 0)) return event
  // Uses the server's date, because the browser's clock may be wrong. The payments of a priced event show that
  // date; those of a free event do not.
  const today =
    event.cost > 0
      ? signUpDayForPlan(event.startDateDate, { whole: isWholeNow(event) })
      : ranchDay(new Date())
  const cost = sums.reduce((total, sum) => total + event.cost + sum, 0)
  const schedule = paymentSchedule({ cost, startDateDate: event.startDateDate }, today)
  const { remainder, remainderDue, dueNow } = schedule
  return { cost, remainder, remainderDue, dueNow }
}

/**
 * Returns the lowest payments for this many guests: the cost plus the cheapest lodging left, if lodging is required
 * (R37.2).
 */
export const pricedFrom = (event: Priced & { startDateDate: Day; priceFrom: Cents }, guests = 1): Priced =>
  pricedWith(
    event,
    Array.from({ length: guests }, () => event.priceFrom - event.cost),
  )

/** Returns true if the full cost is due at sign-up. That is so from the day on which the remainder is due. */
export const isWholeNow = (event: Priced): boolean => event.cost > 0 && event.dueNow >= event.cost

/** Returns the payments of one sign-up in order. Empty for an event without a price. */
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

/** Returns the label of the pay button. It names the amount. */
export function describePayment(event: Priced, people = 1): string {
  if (event.dueNow <= 0) return people === 1 ? 'Reserve my spot' : `Reserve ${people} spots`
  return isWholeNow(event) ? `Pay ${formatMoney(event.dueNow)}` : `Pay ${formatMoney(event.dueNow)} deposit`
}

/** Returns the payments in one sentence, shown before the card fields. */
export function describeSchedule(event: Priced): string {
  const now = `Today: ${formatMoney(event.dueNow)}`
  if (isWholeNow(event) || event.remainderDue === null) return `${now}, the full price.`
  return `${now}, the deposit. The remainder, ${formatMoney(event.remainder)}, is due by ${formatDay(event.remainderDue)}; earlier if you like.`
}

/** Returns a sentence with the cost of the reservation, including the guest's choices so far. */
export function describeTotal({ cost, dueNow }: Priced, isChosen: boolean, people = 1): string {
  if (!isChosen) return 'Please choose a lodging to see what your stay costs.'
  const stay = people === 1 ? 'Your stay' : `Your stay, ${people} people`
  if (cost <= 0) return `${stay}: nothing to pay.`
  return `${stay}: ${formatMoney(cost)}. Today: ${formatMoney(dueNow)}.`
}

const NOBODY: readonly never[] = []

interface PaymentScheduleProps {
  event: Priced
  /** The cost of each guest of a party. `event` then has the totals of the whole party (R39.2). */
  people?: readonly { guest: number; name: string; amount: Cents }[]
}

/** Renders deposit, remainder with its due day, and total before any form field (R3.10). */
export function PaymentSchedule({ event, people = NOBODY }: PaymentScheduleProps) {
  const lines = scheduleLines(event)
  if (lines.length === 0) return null
  // The table starts with the costs of the guests and the total to which they add up. The payments follow.
  if (people.length > 0)
    lines.sort((one, other) => Number(other.kind === 'total') - Number(one.kind === 'total'))
  return (
    <table className="schedule">
      <caption className="eyebrow">
        {people.length === 0 ? 'Payments, per person' : `Payments, for ${people.length} people`}
      </caption>
      <tbody>
        {people.map(({ guest, name, amount }) => (
          <tr key={guest}>
            <th scope="row" translate="no">
              {name}
            </th>
            <td>
              <Money cents={amount} />
            </td>
          </tr>
        ))}
        {lines.map(({ label, amount, kind }) => (
          <tr key={kind} className={`schedule-${kind}`}>
            <th scope="row">{label}</th>
            <td>
              <Money cents={amount} />
            </td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <td colSpan={2}>
            {isWholeNow(event)
              ? 'The start is 30 days away or less, so there is no separate deposit.'
              : 'You may pay the remainder at any time before that.'}
          </td>
        </tr>
      </tfoot>
    </table>
  )
}
