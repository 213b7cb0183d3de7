/** The invoices of a reservation, for admins (R12.2). */
import { useState } from 'react'
import { Link } from 'react-router'
import { type Day, formatDay, ranchDay } from '#shared/days.ts'
import { useCall } from '#ui/api.tsx'
import { Button } from '#ui/button.tsx'
import { useAnnounce } from '#ui/toast.tsx'
import { type Column, DataTable } from '#ui/data-table.tsx'
import { useFocusKept } from '#ui/use-focus-kept.ts'
import { deleteInvoice } from '#features/booking/contract/invoices.ts'
import { paidBy } from '#features/booking/domain/party.ts'
import { adminReservationPath } from '#shared/links.ts'
import { uninvoiced } from '#features/booking/domain/invoices.ts'
import { InvoiceDialog, type Opened } from './invoice-dialog.tsx'
import { BookSection, explained, type PartProps, StateMark, WIDTHS } from './form-parts.tsx'
import { invoiceLabel, invoicePartsLabels } from '#shared/invoice-label.ts'
import { formatMoney } from '#shared/money.ts'
import type { AdminReservation } from '#features/booking/contract/admin.ts'
import type { Invoice } from '#features/booking/contract/reservation.ts'
import { byWords, differenceWords, invoiceState } from './invoice-labels.ts'
import { isStanding } from '#shared/reservation-status.ts'
import { Sums } from '#ui/facts.tsx'
import { ConfirmDelete } from '#ui/dialog-buttons.tsx'

const HEADING = 'invoices'

export function InvoiceSection(part: PartProps) {
  const { reservation } = part
  const [opened, setOpened] = useState<Opened | null>(null)
  const keepFocus = useFocusKept(HEADING)
  const { invoices, money } = reservation
  const left = uninvoiced(
    money.price,
    invoices.map(({ amount, partOfPrice }) => ({ amount, extra: !partOfPrice })),
  )
  const [today] = useState(() => ranchDay(new Date()))
  const payer = paidBy(reservation.party)
  if (payer && invoices.length === 0)
    return (
      <BookSection id={HEADING} heading="Invoices">
        <p>
          <Link to={adminReservationPath(payer.id)}>{payer.customerName || 'Somebody else'}</Link> pays for
          this stay. All invoices of the party stand there.
        </p>
      </BookSection>
    )
  return (
    <BookSection
      id={HEADING}
      heading="Invoices"
      action={
        <Button look="plain" aria-haspopup="dialog" onClick={() => setOpened({ kind: 'add' })}>
          Add invoice
        </Button>
      }
    >
      <DataTable
        caption="Invoices"
        columns={columnsOf({
          ...part,
          today,
          stands: isStanding(reservation.status),
          onOpen: setOpened,
          keepFocus,
        })}
        rows={invoices}
        rowKey={({ id }) => id}
        empty="No invoices yet."
      />
      <InvoiceSums reservation={reservation} />
      <InvoiceDialog
        {...part}
        opened={opened}
        keepFocus={keepFocus}
        left={left}
        onClose={() => setOpened(null)}
      />
    </BookSection>
  )
}

interface Shared extends PartProps {
  today: Day
  /** The stay stands, so what is unpaid is asked for. */
  stands: boolean
  onOpen: (opened: Opened) => void
  keepFocus: () => void
}

function columnsOf({ today, stands, ...shared }: Shared): Column<Invoice>[] {
  return [
    {
      name: 'amount',
      head: 'Amount',
      names: true,
      width: WIDTHS.amount,
      cell: (invoice) => <NameOf invoice={invoice} party={shared.reservation.party} />,
    },
    { name: 'due', head: 'Due', width: WIDTHS.reason, cell: ({ due }) => (due ? formatDay(due) : 'Not set') },
    {
      name: 'state',
      head: 'State',
      width: WIDTHS.state,
      cell: (invoice) => <StateMark {...invoiceState(invoice, { today, stands })} />,
    },
    {
      name: 'acts',
      head: 'What to do',
      quiet: true,
      wide: true,
      width: WIDTHS.acts,
      cell: (invoice) => <Acts {...shared} invoice={invoice} stands={stands} />,
    },
  ]
}

function NameOf({ invoice, party }: { invoice: Invoice } & Pick<AdminReservation, 'party'>) {
  const { id, amount, partOfPrice } = invoice
  return (
    <>
      <span className="book-sum">{formatMoney(amount)}</span>{' '}
      <span className="book-for">{invoiceLabel(invoice)}</span>
      {invoicePartsLabels(invoice, party?.members).map((parts) => (
        <span key={parts} className="note">
          {parts}
        </span>
      ))}
      <span className="note">
        Invoice #{id}
        {partOfPrice ? '' : ', extra charge'}
      </span>
    </>
  )
}

interface ActsProps extends Omit<Shared, 'today'> {
  invoice: Invoice
}

/** What can be done with an invoice. */
function Acts({ invoice, stands, onOpen, keepFocus, reservation, onChanged }: ActsProps) {
  const { id, paid, paymentMethod, refunded, withdrawn, amount } = invoice
  const call = useCall()
  const announce = useAnnounce()
  const remove = async () => {
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
        <ConfirmDelete what={`invoice ${id}`} onDelete={remove}>
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
      <Sums
        className="book-sums"
        sums={[['Paid, less refunds', totalPaid], withdrawn > 0 && ['Held by disputes', withdrawn]]}
      />
    )
  return (
    <>
      <Sums
        className="book-sums"
        sums={[
          (extras > 0 || goodwill > 0) && ['Price of the stay', price],
          extras > 0 && ['Extra charges', extras],
          goodwill > 0 && ['Goodwill refunds', -goodwill],
          ['Total due', totalDue],
          ['Paid', totalPaid],
          withdrawn > 0 && ['Held by disputes', withdrawn],
          ['Still open', stillToPay],
          credit > 0 && ['Overpaid', credit],
        ]}
      />
      {difference && <p className="book-difference">{difference}</p>}
    </>
  )
}
