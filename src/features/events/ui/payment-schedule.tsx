import { type Cents, formatMoney } from '#shared/money.ts'
import { isWholeNow, scheduleLines, type Priced } from './price.ts'
import './payment-schedule.css'

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
            <th scope="row">{name}</th>
            <td>{formatMoney(amount)}</td>
          </tr>
        ))}
        {lines.map(({ label, amount, kind }) => (
          <tr key={kind} className={`schedule-${kind}`}>
            <th scope="row">{label}</th>
            <td>{formatMoney(amount)}</td>
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
