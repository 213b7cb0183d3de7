import { formatDay, type Day } from '#shared/days.ts'
import { invoiceLabel } from '#shared/invoice-label.ts'
import { formatMoney } from '#shared/money.ts'
import { Button } from '#ui/button.tsx'
import { ConfirmDelete } from '#ui/confirm-delete.tsx'
import type { AdminReservation } from '#features/booking/contract/admin.ts'
import type { Invoice } from '#features/booking/contract/reservation.ts'
import type { Opened } from './invoice-dialog.tsx'
import { byWords, invoiceState, isStanding } from './invoice-words.ts'

interface InvoiceRowProps {
  invoice: Invoice
  stay: AdminReservation
  today: Day
  onOpen: (opened: Opened) => void
  /** Null when it is gone, else why not. */
  onDelete: () => Promise<string | null>
}

/** One invoice: what it asks for, how it stands, what can be done with it. */
export function InvoiceRow({ invoice, stay, today, onOpen, onDelete }: InvoiceRowProps) {
  const { id, amount, due } = invoice
  const stands = isStanding(stay)
  const { tone, mark, more } = invoiceState(invoice, { today, stands })
  return (
    <tr className="book-row">
      <th scope="row">
        <span className="book-sum">{formatMoney(amount)}</span>
        <span className="book-for">{invoiceLabel(invoice)}</span>
        <span className="note">
          Invoice #{id}
          {invoice.partOfPrice ? '' : ', extra charge'}
        </span>
      </th>
      <td data-label="Due">{due ? formatDay(due) : 'Not set'}</td>
      <td data-label="State">
        <span className={`book-mark book-${tone}`}>{mark}</span>
        {more.map((words) => (
          <span key={words} className="note">
            {words}
          </span>
        ))}
      </td>
      <td className="book-acts">
        <Acts invoice={invoice} stands={stands} onOpen={onOpen} onDelete={onDelete} />
      </td>
    </tr>
  )
}

interface ActsProps extends Omit<InvoiceRowProps, 'stay' | 'today'> {
  stands: boolean
}

function Acts({ invoice, stands, onOpen, onDelete }: ActsProps) {
  const { id, paid, paymentMethod, refunded, withdrawn, amount } = invoice
  const byHand = paid && paymentMethod !== 'card'
  const untouched = refunded === 0
  const open = (kind: Exclude<Opened['kind'], 'add'>, label: string) => (
    <Button
      look="plain"
      aria-haspopup="dialog"
      aria-label={`${label}, invoice ${id}`}
      onClick={() => onOpen({ kind, invoice })}
    >
      {label}
    </Button>
  )
  return (
    <div className="book-buttons">
      {!paid && open('paid', 'Record a payment')}
      {!paid && stands && open('remind', 'Send reminder')}
      {paid && (
        <a
          className="button button-plain"
          href={receiptPath(id)}
          target="_blank"
          rel="noreferrer"
          aria-label={`Receipt, invoice ${id} (PDF, opens in a new tab)`}
        >
          Receipt
        </a>
      )}
      {paid && refunded + withdrawn < amount && open('back', 'Give back')}
      {byHand && untouched && open('unpaid', 'Not paid after all')}
      {open('edit', 'Edit')}
      {(!paid || byHand) && untouched && (
        <ConfirmDelete what={`invoice ${id}`} onDelete={onDelete}>
          <p>
            <strong>Delete Invoice #{id}?</strong> {invoiceLabel(invoice)}, {formatMoney(amount)}
          </p>
          {byHand && (
            <p>
              The {formatMoney(amount)} that came {byWords(paymentMethod)} goes out of the books with it.
            </p>
          )}
        </ConfirmDelete>
      )}
    </div>
  )
}

/** A document of its own, which the browser shows. */
const receiptPath = (invoiceId: number) => `/api/auth/receipt?invoiceId=${invoiceId}`
