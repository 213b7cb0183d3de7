/** The price of an event and its payments in words, before any field (R3.10). */
import { Money } from '#ui/text.tsx'
import { type Day, ranchDay } from '#shared/days.ts'
import { formatDay } from '#shared/format-days.ts'
import { type Cents, formatMoney } from '#shared/money.ts'
import type { EventDetails } from '../contract/events.ts'
import { dayAsTold, paymentSchedule } from '../rules.ts'
import './payment-schedule.css'

/** A semicolon-separated list (`includes`, `costAddendum`) as its parts. */
export function splitList(text: string | null): string[] {
  return (text ?? '')
    .split(';')
    .map((part) => part.trim())
    .filter((part) => part !== '')
}

/** The least that a guest pays, "from" where a choice can make it more (R37.2): null hides the COST row, which shows when the cost is above -1 (R10.7). */
export function priceWords({
  priceFrom,
  priceVaries,
}: Pick<EventDetails, 'priceFrom' | 'priceVaries'>): string | null {
  if (priceFrom <= -1) return null
  if (priceVaries) return `from ${formatMoney(priceFrom)}`
  return priceFrom === 0 ? 'Free' : formatMoney(priceFrom)
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

/** The payments of an event for guests who come together, by what the choices of each cost (R37.5, R39.2). */
export function pricedWith(event: Priced & { startDateDate: Day }, sums: readonly Cents[]): Priced {
  if (event.cost < 0 || (sums.length === 1 && sums[0] === 0)) return event
  // The server's word on which day it is; a free event has no payments that would tell.
  const today =
    event.cost > 0 ? dayAsTold(event.startDateDate, { whole: isWholeNow(event) }) : ranchDay(new Date())
  const cost = sums.reduce((total, sum) => total + event.cost + sum, 0)
  const schedule = paymentSchedule({ cost, startDateDate: event.startDateDate }, today)
  const { remainder, remainderDue, dueNow } = schedule
  return { cost, remainder, remainderDue, dueNow }
}

/** The payments of the least that so many guests can pay for an event: its cost, with the cheapest lodging that is left where they have to choose one (R37.2). */
export const pricedFrom = (event: Priced & { startDateDate: Day; priceFrom: Cents }, guests = 1): Priced =>
  pricedWith(
    event,
    Array.from({ length: guests }, () => event.priceFrom - event.cost),
  )

/** Signing up now takes the whole cost at once: from the remainder's due day on. */
export const isWholeNow = (event: Priced): boolean => event.cost > 0 && event.dueNow >= event.cost

/** The payments of one sign-up, in order; empty for an event without a price. */
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
export function payWords(event: Priced, people = 1): string {
  if (event.dueNow <= 0) return people === 1 ? 'Reserve my spot' : `Reserve ${people} spots`
  return isWholeNow(event) ? `Pay ${formatMoney(event.dueNow)}` : `Pay ${formatMoney(event.dueNow)} deposit`
}

/** The payments in one sentence, for the last step before the card. */
export function scheduleWords(event: Priced): string {
  const now = `Today: ${formatMoney(event.dueNow)}`
  if (isWholeNow(event) || event.remainderDue === null) return `${now}, the full price.`
  return `${now}, the deposit. The remainder, ${formatMoney(event.remainder)}, is due by ${formatDay(event.remainderDue)}; earlier if you like.`
}

/** The cost of a stay with what is chosen so far, told as it changes. */
export function totalWords({ cost, dueNow }: Priced, isChosen: boolean, people = 1): string {
  if (!isChosen) return 'Please choose a lodging to see what your stay costs.'
  const stay = people === 1 ? 'Your stay' : `Your stay, ${people} people`
  if (cost <= 0) return `${stay}: nothing to pay.`
  return `${stay}: ${formatMoney(cost)}. Today: ${formatMoney(dueNow)}.`
}

const NOBODY: readonly never[] = []

interface PaymentScheduleProps {
  event: Priced
  /** The cost of each of several guests, when `event` has the sums of them all (R39.2). */
  people?: readonly { guest: number; name: string; amount: Cents }[]
}

/** Deposit, remainder with its day, total: what is paid when, before any field (R3.10). */
export function PaymentSchedule({ event, people = NOBODY }: PaymentScheduleProps) {
  const lines = scheduleLines(event)
  if (lines.length === 0) return null
  // The cost of each comes to the total; the payments follow.
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
