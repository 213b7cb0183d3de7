import { formatDay } from '#shared/days.ts'
import { formatMoney } from '#shared/money.ts'
import type { RefundPlan } from '#features/booking/contract/refunds.ts'
import { byWords, dayOf } from './invoice-words.ts'
import { tierWords } from './money-back-words.ts'

/** What the terms give of what was paid, line by line. */
export function PlanView({ plan, stale }: { plan: RefundPlan; stale: boolean }) {
  const { paid, fees, feesKnown, refundByTerms, lines } = plan
  return (
    <div className="book-plan" aria-busy={stale || undefined}>
      <p>
        <strong>{tierWords(plan)}.</strong>
      </p>
      <dl className="book-lines">
        <Line label="Paid" value={formatMoney(paid)} />
        {fees > 0 && <Line label="Fees that the terms keep" value={formatMoney(fees)} />}
        {!feesKnown && <Line label="Fees not known yet" value="?" />}
        <Line
          label={feesKnown ? 'The terms give back' : 'The terms give back, less the fee'}
          value={formatMoney(refundByTerms)}
          strong
        />
      </dl>
      {!feesKnown && (
        <p className="note">
          The card company has not told its fee yet; mostly it does within an hour. You can cancel now: the
          refund then follows by itself. Or decide another sum below.
        </p>
      )}
      {lines.length > 0 && (
        <ul className="book-ways" aria-label="Payment by payment">
          {lines.map((line) => (
            <li key={line.paymentId}>
              {formatMoney(line.amount)} {byWords(line.method)}, {formatDay(dayOf(line.paidAt))}:{' '}
              <strong>{lineWords(line)}</strong>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

function lineWords({ refund, refunded, withdrawn, method }: RefundPlan['lines'][number]): string {
  const before = refunded > 0 ? `, ${formatMoney(refunded)} before` : ''
  const taken = withdrawn > 0 ? `, the bank has ${formatMoney(withdrawn)} of it in dispute` : ''
  if (refund === 0) return `nothing${before}${taken}`
  return `${formatMoney(refund)} back ${method === 'card' ? 'to the card' : 'by hand'}${before}${taken}`
}

function Line({ label, value, strong = false }: { label: string; value: string; strong?: boolean }) {
  return (
    <div className={strong ? 'book-line-strong' : undefined}>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  )
}
