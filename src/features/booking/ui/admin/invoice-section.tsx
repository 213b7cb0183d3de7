/** The invoices of a reservation, for admins (R12.2). */
import { useState } from 'react'
import { type Day, formatDay, ranchDay } from '#shared/days.ts'
import { useCall } from '#ui/api.tsx'
import { Button } from '#ui/button.tsx'
import { useAnnounce } from '#ui/toast.tsx'
import { Stylesheet } from '#ui/stylesheet.tsx'
import { useFocusKept } from '#ui/use-focus-kept.ts'
import { deleteInvoice } from '#features/booking/contract/invoices.ts'
import { uninvoiced } from '#features/booking/domain/invoices.ts'
import sheet from './book.css?url'
import dialogSheet from './book-dialog.css?url'
import { InvoiceDialog, type Opened } from './invoice-dialog.tsx'
import { explained, type PartProps } from './form-parts.tsx'
import { invoiceLabel } from '#shared/invoice-label.ts'
import { type Cents, formatMoney } from '#shared/money.ts'
import { ConfirmDelete, type Refused } from '#ui/confirm-dialog.tsx'
import type { AdminReservation } from '#features/booking/contract/admin.ts'
import type { Invoice } from '#features/booking/contract/reservation.ts'
import { byWords, differenceWords, invoiceState } from './invoice-labels.ts'
import { isStanding } from '#shared/reservation-status.ts'

const HEADING = 'invoices'

export function InvoiceSection(part: PartProps) {
  const { reservation, onChanged } = part
  const call = useCall()
  const announce = useAnnounce()
  const [opened, setOpened] = useState<Opened | null>(null)
  const keepFocus = useFocusKept(HEADING)
  const { invoices, money } = reservation
  const left = uninvoiced(
    money.price,
    invoices.map(({ amount, partOfPrice }) => ({ amount, extra: !partOfPrice })),
  )
  const [today] = useState(() => ranchDay(new Date()))

  const remove = async (id: number) => {
    const gone = await call(deleteInvoice, { query: { id, version: reservation.version } })
    if (!gone.ok) {
      if (gone.status === 404 || gone.status === 409) onChanged()
      return explained(gone)
    }
    announce(`Deleted invoice ${id}`)
    keepFocus()
    onChanged()
    return null
  }
  return (
    <section className="book" aria-labelledby={HEADING} data-hydrate>
      <Stylesheet href={sheet} />
      <Stylesheet href={dialogSheet} />
      <header className="book-head">
        <h2 id={HEADING} tabIndex={-1}>
          Invoices
        </h2>
        <Button look="plain" aria-haspopup="dialog" onClick={() => setOpened({ kind: 'add' })}>
          Add invoice
        </Button>
      </header>
      {invoices.length === 0 ? (
        <p>No invoices yet.</p>
      ) : (
        <table className="book-table" aria-labelledby={HEADING}>
          <thead>
            <tr>
              <th scope="col">Amount</th>
              <th scope="col">Due</th>
              <th scope="col">State</th>
              <th scope="col">
                <span className="visually-hidden">What to do</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {invoices.map((invoice) => (
              <InvoiceRow
                key={invoice.id}
                invoice={invoice}
                stay={reservation}
                today={today}
                onOpen={setOpened}
                onDelete={() => remove(invoice.id)}
              />
            ))}
          </tbody>
        </table>
      )}
      <InvoiceSums reservation={reservation} />
      <InvoiceDialog
        {...part}
        opened={opened}
        keepFocus={keepFocus}
        left={left}
        onClose={() => setOpened(null)}
      />
    </section>
  )
}

interface InvoiceRowProps {
  invoice: Invoice
  stay: AdminReservation
  today: Day
  onOpen: (opened: Opened) => void
  /** Null when it is gone, else why not. */
  onDelete: () => Promise<Refused | null>
}

/** One invoice: what it asks for, how it stands, what can be done with it. */
function InvoiceRow({ invoice, stay, today, onOpen, onDelete }: InvoiceRowProps) {
  const { id, amount, due } = invoice
  const stands = isStanding(stay.status)
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
      {paid && refunded + withdrawn < amount && open('back', 'Refund')}
      {byHand && untouched && open('unpaid', 'Mark as unpaid')}
      {open('edit', 'Edit')}
      {(!paid || byHand) && untouched && (
        <ConfirmDelete what={`invoice ${id}`} onDelete={onDelete}>
          <p>
            <strong>Delete Invoice #{id}?</strong> {invoiceLabel(invoice)}, {formatMoney(amount)}
          </p>
          {byHand && (
            <p>
              The {formatMoney(amount)} paid {byWords(paymentMethod)} is removed with it.
            </p>
          )}
        </ConfirmDelete>
      )}
    </div>
  )
}

/** A document of its own, which the browser shows. */
const receiptPath = (invoiceId: number) => `/api/auth/receipt?invoiceId=${invoiceId}`

/** The totals of a stay: its cost and what that is made of, what came, and what is still open; of one that does not stand, what is kept. */
function InvoiceSums({ reservation }: { reservation: AdminReservation }) {
  const { status, totalDue, totalPaid, money } = reservation
  const { price, extras, goodwill, credit, withdrawn, stillToPay } = money
  const difference = differenceWords(money)
  if (!isStanding(status))
    return (
      <dl className="book-sums">
        <Sum label="Paid, less refunds" cents={totalPaid} />
        {withdrawn > 0 && <Sum label="Held by disputes" cents={withdrawn} />}
      </dl>
    )
  return (
    <>
      <dl className="book-sums">
        {(extras > 0 || goodwill > 0) && <Sum label="Price of the stay" cents={price} />}
        {extras > 0 && <Sum label="Extra charges" cents={extras} />}
        {goodwill > 0 && <Sum label="Goodwill refunds" cents={-goodwill} />}
        <Sum label="Total due" cents={totalDue} />
        <Sum label="Paid" cents={totalPaid} />
        {withdrawn > 0 && <Sum label="Held by disputes" cents={withdrawn} />}
        <Sum label="Still open" cents={stillToPay} />
        {credit > 0 && <Sum label="Overpaid" cents={credit} />}
      </dl>
      {difference && <p className="book-difference">{difference}</p>}
    </>
  )
}

function Sum({ label, cents }: { label: string; cents: Cents }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{formatMoney(cents)}</dd>
    </div>
  )
}
