import { formatMoney } from '#shared/money.ts'
import { isWholeNow, scheduleLines, type Priced } from './price.ts'
import './payment-schedule.css'

/** Deposit, remainder with its day, total: what is paid when, before any field (R3.10). */
export function PaymentSchedule({ event }: { event: Priced }) {
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
              : 'You may pay the remainder at any time before that.'}
          </td>
        </tr>
      </tfoot>
    </table>
  )
}
