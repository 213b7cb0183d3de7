/**
 * The price of an event and its payments in words. Pages show these texts above the first field of a form
 * (R3.10).
 */
import { Money } from '#app/ui/text.tsx'
import { type Day, ranchDay } from '#shared/days.ts'
import { formatDay } from '#shared/format-days.ts'
import { type Cents, formatMoney } from '#shared/money.ts'
import type { EventDetails } from '#domain/events/contract/events.ts'
import { signUpDayForPlan, paymentSchedule } from '#domain/events/rules.ts'

/** Splits an event's list, such as `includes` or `costAddendum`, at its semicolons. */
export function splitList(text: string | null): string[] {
  return (text ?? '')
    .split(';')
    .map((part) => part.trim())
    .filter((part) => part !== '')
}

/**
 * Returns an event's lowest price in words, with "from" if lodging can raise the price (R37.2). Returns null
 * for a negative price, because the page then shows no COST row (R10.7).
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
  kind: 'now' | 'later' | 'total'
}

/** The amounts and days of an event from which the texts about its price are made. */
export type Priced = Pick<EventDetails, 'cost' | 'remainder' | 'remainderDue' | 'dueNow'>

/**
 * Returns the payments of a party. `sums` has for each guest the price of the guest's lodging and extras in
 * cents (R37.5, R39.2).
 */
export function pricedWith(event: Priced & { startDateDate: Day }, sums: readonly Cents[]): Priced {
  if (event.cost < 0 || (sums.length === 1 && sums[0] === 0)) return event
  // The server's payments of the event show whether the start is within 30 days. The browser's clock may be
  // wrong, so it decides this only for a free event, which has no payments.
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
 * Returns the lowest payments for this number of guests. If lodging is required, they include the cheapest
 * lodging that is left (R37.2).
 */
export const pricedFrom = (event: Priced & { startDateDate: Day; priceFrom: Cents }, guests = 1): Priced =>
  pricedWith(
    event,
    Array.from({ length: guests }, () => event.priceFrom - event.cost),
  )

/** Returns true if a guest must pay the full price at sign-up, because the remainder would already be due. */
export const isWholeNow = (event: Priced): boolean => event.cost > 0 && event.dueNow >= event.cost

/** Returns the payments of one sign-up in the order of their days. Empty for a free event. */
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

/** Returns the label of the pay button, with the amount that the button charges. */
export function describePayment(event: Priced, people = 1): string {
  if (event.dueNow <= 0) return people === 1 ? 'Sign up' : `Sign up ${people} people`
  return isWholeNow(event) ? `Pay ${formatMoney(event.dueNow)}` : `Pay ${formatMoney(event.dueNow)} deposit`
}

const NOBODY: readonly never[] = []

interface PaymentScheduleProps {
  event: Priced
  /** The price of each guest of a party. `event` then has the totals of the party (R39.2). */
  people?: readonly { guest: number; name: string; amount: Cents }[]
  /** True if lodging can raise the amounts. */
  varies?: boolean
}

/**
 * Renders the deposit, the remainder with its due day, and the total. Pages show them above the first field
 * of a form (R3.10).
 */
export function PaymentSchedule({ event, people = NOBODY, varies = false }: PaymentScheduleProps) {
  const lines = scheduleLines(event)
  if (lines.length === 0) return null
  // The table of a party begins with the price of each guest and their total. The payments follow below.
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
              {varies && <span>from </span>}
              <Money cents={amount} />
            </td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <td colSpan={2}>
            {isWholeNow(event)
              ? 'The retreat starts in 30 days or less, so the full price is due now.'
              : 'You can pay the remainder at any time before that.'}
          </td>
        </tr>
      </tfoot>
    </table>
  )
}
