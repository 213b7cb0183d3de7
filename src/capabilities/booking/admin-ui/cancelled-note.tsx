import { formatMoney } from '../../../shared/money.ts'
import type { Cancellation } from '../cancel/contract.ts'
import { cancelledWords, tierWords, waysWords } from './money-back-words.ts'

/** How the stay was cancelled: what the terms gave, and what was decided. */
export function CancelledNote({ how }: { how: Cancellation }) {
  const { paid, fees, refundByTerms, refundToCards, refundByHand, overrideReason } = how
  const decided = refundToCards + refundByHand
  return (
    <div className="book-cancelled">
      <p>
        <strong>{cancelledWords(how)}</strong> {tierWords(how)}.
      </p>
      <p>
        {formatMoney(paid)} was paid
        {fees > 0 && <>, of which {formatMoney(fees)} were fees</>}. Decided: {waysWords(how)}
        {decided !== refundByTerms && <> (the terms give {formatMoney(refundByTerms)})</>}.
      </p>
      {overrideReason && <p>Why: {overrideReason}</p>}
    </div>
  )
}
