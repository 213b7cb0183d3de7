import type { Cents } from '#shared/money.ts'
import { CheckField } from '#ui/field.tsx'
import type { Invoice } from '#features/booking/contract/reservation.ts'
import { totalWords } from './invoice-words.ts'

interface PriceFieldProps {
  /** Null: a new one. */
  invoice: Invoice | null
  /** The sum as typed so far. */
  amount: Cents
  /** The stay's total as it is. */
  total: Cents
  partOfPrice: boolean
  onSay: (partOfPrice: boolean) => void
}

/** Whether an invoice asks for the price of the stay or for something beyond it, and what that makes of the total. */
export function PriceField({ invoice, amount, total, partOfPrice, onSay }: PriceFieldProps) {
  const before = invoice && !invoice.partOfPrice ? invoice.amount : 0
  const after = total - before + (partOfPrice ? 0 : amount)
  return (
    <div className="book-price">
      <CheckField
        id="invoice-part"
        checked={partOfPrice}
        aria-describedby="invoice-part-note"
        onChange={({ target }) => onSay(target.checked)}
      >
        Part of the price of the stay
      </CheckField>
      <output id="invoice-part-note" className="note">
        {partOfPrice ? '' : 'An extra charge. '}
        {totalWords(total, after)}
      </output>
    </div>
  )
}
