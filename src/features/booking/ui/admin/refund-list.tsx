import { formatMoney } from '#shared/money.ts'
import { Button } from '#ui/button.tsx'
import type { RefundShown } from '#features/booking/contract/refunds.ts'
import { reasonWords, refundState } from './money-back-words.ts'

interface RefundListProps {
  /** Newest first. */
  refunds: RefundShown[]
  labelledBy: string
  onGive: (refund: RefundShown) => void
}

/** What was refunded, is on its way, or is still to be given. */
export function RefundList({ refunds, labelledBy, onGive }: RefundListProps) {
  return (
    <table className="book-table" aria-labelledby={labelledBy}>
      <thead>
        <tr>
          <th scope="col">Amount</th>
          <th scope="col">Why</th>
          <th scope="col">State</th>
          <th scope="col">
            <span className="unseen">What to do</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {refunds.map((refund) => (
          <RefundRow key={refund.id} refund={refund} onGive={onGive} />
        ))}
      </tbody>
    </table>
  )
}

function RefundRow({ refund, onGive }: { refund: RefundShown; onGive: (refund: RefundShown) => void }) {
  const { amount, invoiceId, reason, toGive } = refund
  const { tone, mark, words } = refundState(refund)
  const sum = formatMoney(amount)
  return (
    <tr className="book-row">
      <th scope="row">
        <span className="book-sum">{sum}</span>
        {invoiceId !== null && <span className="note">Invoice #{invoiceId}</span>}
      </th>
      <td data-label="Why">{reasonWords(reason)}</td>
      <td data-label="State">
        <span className={`book-mark book-${tone}`}>{mark}</span>
        <span className="note">{words}</span>
      </td>
      <td className="book-acts">
        {toGive && (
          <div className="book-buttons">
            <Button
              look="plain"
              aria-haspopup="dialog"
              aria-label={`Given by hand: ${sum}`}
              onClick={() => onGive(refund)}
            >
              Given by hand
            </Button>
          </div>
        )}
      </td>
    </tr>
  )
}
