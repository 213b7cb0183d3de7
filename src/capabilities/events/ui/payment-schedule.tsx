import { formatMoney } from '../../../shared/money.ts'
import type { EventDetails } from '../contract.ts'
import { isWholeNow, scheduleLines } from './price.ts'

type ScheduleEvent = Pick<EventDetails, 'cost' | 'deposit' | 'remainder' | 'remainderDue' | 'dueNow'>

/** Deposit, rest with its day, total: what is paid when, before any field (SPEC section 2, DESIGN item 5). */
export function PaymentSchedule({ event }: { event: ScheduleEvent }) {
  const lines = scheduleLines(event)
  if (lines.length === 0) return null
  return (
    <table className="schedule">
      <caption className="eyebrow">Payments, per person</caption>
      <tbody>
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
              : 'You may pay the rest at any time before that.'}
          </td>
        </tr>
      </tfoot>
    </table>
  )
}
