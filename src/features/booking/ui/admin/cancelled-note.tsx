import { formatMoney } from '#shared/money.ts'
import type { Cancellation } from '#features/booking/contract/refunds.ts'
import { cancelledWords, tierWords, waysWords } from './money-back-words.ts'

/** How the stay was cancelled: what the terms gave, and what was decided. */
export function CancelledNote({ how }: { how: Cancellation }) {
  const { paid, fees, feesKnown, refundByTerms, refundToCards, refundByHand, overrideReason } = how
  const decided = refundToCards + refundByHand
  return (
    <div className="book-cancelled">
      <p>
        <strong>{cancelledWords(how)}</strong> {tierWords(how)}.
      </p>
      {!feesKnown && (
        <p>
          The card company has not told its fee yet. The refund, at most {formatMoney(refundByTerms)}, follows
          by itself. To decide it now, give back from the invoice: what you give counts.
        </p>
      )}
      <p>
        {formatMoney(paid)} was paid
        {fees > 0 && <>, of which {formatMoney(fees)} were fees</>}. Decided: {waysWords(how)}
        {feesKnown && decided !== refundByTerms && <> (the terms give {formatMoney(refundByTerms)})</>}.
      </p>
      {overrideReason && <p>Why: {overrideReason}</p>}
    </div>
  )
}
