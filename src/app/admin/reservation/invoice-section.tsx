/** The section with a reservation's invoices (R12.2). */
import { type ReactNode, useState } from 'react'
import { useMay } from '#app/site.ts'
import { useAct } from '#app/admin/search/use-act.ts'
import { Dialog } from '#app/ui/dialog.tsx'
import { Link } from 'react-router'
import type { AdminReservation } from '#domain/booking/contract/admin.ts'
import { deleteInvoice, updateInvoice } from '#domain/booking/contract/invoices.ts'
import type { AdminInvoice } from '#domain/booking/contract/invoices.ts'
import { SendEmail } from '#app/admin/emails/email-dialog.tsx'
import { isOutdated } from '#shared/client.ts'
import { type Day, ranchDay } from '#shared/days.ts'
import { formatDay } from '#shared/format-days.ts'
import { invoiceLabel, invoicePartsLabels } from '#shared/invoice-label.ts'
import { adminReservationPath } from '#shared/links.ts'
import { isActive } from '#shared/reservation-status.ts'
import { useCall } from '#app/ui/api.tsx'
import { type Column, DataTable } from '#app/ui/data-table.tsx'
import { ConfirmDelete } from '#app/ui/dialog-buttons.tsx'
import { MoneyTable } from '#app/ui/money-table.tsx'
import { moneyRows } from '#domain/booking/domain/money-rows.ts'
import { paidBy } from '#domain/booking/domain/party-view.ts'
import {
  ACTIONS_COLUMN,
  ConfirmAction,
  ReservationSection,
  withNextStep,
  DialogOpener,
  type PartProps,
  StateMark,
  useReservation,
  COLUMN_WIDTHS,
} from './form-parts.tsx'
import { InvoiceForm, HandPaymentForm, WasDeposited } from './invoice-form.tsx'
import { describeMethod, describeDifference, invoiceState } from './money-labels.ts'
import { RefundForm } from './refund-section.tsx'
import { Money, Text, Verbatim } from '#app/ui/text.tsx'

export function InvoiceSection(part: PartProps) {
  const { invoices, party, status, purgedAt } = part.reservation
  const [today] = useState(() => ranchDay(new Date()))
  const payer = paidBy(party)
  const section = { ...part, id: 'invoices', heading: 'Invoices' }
  if (payer && invoices.length === 0)
    return (
      <ReservationSection {...section}>
        <p>
          <Link to={adminReservationPath(payer.id)}>
            <Verbatim>{payer.customerName || 'Someone else'}</Verbatim>
          </Link>{' '}
          pays for this stay. All invoices of the party are on their page.
        </p>
      </ReservationSection>
    )
  return (
    <ReservationSection
      {...section}
      action={
        purgedAt === null && (
          <DialogOpener label="Add invoice" title="Add invoice">
            <InvoiceForm invoice={null} />
          </DialogOpener>
        )
      }
    >
      <DataTable
        caption="Invoices"
        columns={columnsOf({ today, party, stands: isActive(status) })}
        rows={invoices}
        rowKey={({ id }) => id}
        empty="No invoices yet."
      />
      <InvoiceSums reservation={part.reservation} />
      <AskedPayment invoice={isActive(status) ? invoices.find(({ paid }) => !paid) : undefined} />
    </ReservationSection>
  )
}

/** Opens the dialog that records a payment of the first unpaid invoice, if the palette asked for it. */
function AskedPayment({ invoice }: { invoice: AdminInvoice | undefined }) {
  const { show } = useReservation()
  useAct('payment', () => {
    if (!invoice) return
    show(
      <Dialog open onClose={() => show(null)} title="Record a payment" backdrop="static">
        <HandPaymentForm invoice={invoice} />
      </Dialog>,
    )
  })
  return null
}

interface Shared extends Pick<AdminReservation, 'party'> {
  today: Day
  stands: boolean
}

const columnsOf = ({ today, party, stands }: Shared): Column<AdminInvoice>[] => [
  {
    name: 'amount',
    head: 'Amount',
    names: true,
    width: COLUMN_WIDTHS.amount,
    cell: (invoice) => <NameOf invoice={invoice} party={party} />,
  },
  {
    name: 'due',
    head: 'Due',
    width: COLUMN_WIDTHS.reason,
    cell: ({ due }) => (due ? formatDay(due) : 'Not set'),
  },
  {
    name: 'state',
    head: 'Status',
    width: COLUMN_WIDTHS.state,
    cell: (invoice) => <StateMark {...invoiceState(invoice, { today, stands })} />,
  },
  { ...ACTIONS_COLUMN, cell: (invoice) => <Acts invoice={invoice} stands={stands} /> },
]

function NameOf({ invoice, party }: { invoice: AdminInvoice } & Pick<AdminReservation, 'party'>) {
  const { id, amount, partOfPrice } = invoice
  return (
    <>
      <span className="book-sum">
        <Money cents={amount} />
      </span>{' '}
      <span className="book-for">{invoiceLabel(invoice)}</span>
      {invoicePartsLabels(invoice, party?.members).map((parts) => (
        <span key={parts} className="note">
          <Text>{parts}</Text>
        </span>
      ))}
      <span className="note">
        <Text>
          Invoice #{id}
          {partOfPrice ? '' : ', extra charge'}
        </Text>
      </span>
    </>
  )
}

function Acts({ invoice, stands }: Pick<Shared, 'stands'> & { invoice: AdminInvoice }) {
  const { id, paid, paymentMethod, refunded, withdrawn, amount } = invoice
  const call = useCall()
  const { reservation, onDone, onOutdated } = useReservation()
  const may = useMay()
  const receipt = paid && (
    <a
      className="button button-plain"
      href={receiptPath(id)}
      target="_blank"
      rel="noreferrer"
      aria-label={`Receipt, invoice ${id} (PDF, opens in a new tab)`}
    >
      Receipt
    </a>
  )
  // After the purge has deleted the guest's data, an admin can change nothing.
  if (reservation.purgedAt !== null) return <div className="book-buttons">{receipt}</div>
  const remove = async () => {
    const gone = await call(deleteInvoice, { query: { id, version: reservation.version } })
    if (gone.ok) onDone(`Deleted invoice ${id}`)
    else if (isOutdated(gone)) onOutdated()
    return gone.ok ? null : withNextStep(gone)
  }
  const byHand = paid && paymentMethod !== 'card'
  const untouched = refunded === 0
  const opens = (label: string, title: string | undefined, dialog: ReactNode) => (
    <DialogOpener
      label={label}
      aria-label={`${label}, invoice ${id}`}
      {...(title !== undefined && { title })}
    >
      {dialog}
    </DialogOpener>
  )
  return (
    <div className="book-buttons">
      {!paid &&
        stands &&
        opens('Record a payment', 'Record a payment', <HandPaymentForm invoice={invoice} />)}
      {!paid &&
        stands &&
        opens(
          'Send reminder',
          `Send a reminder for invoice #${id}`,
          <SendEmail
            mail={{ type: 'invoice-remind', invoiceId: id }}
            reservationId={reservation.id}
            onSent={onDone}
            onOutdated={onOutdated}
          />,
        )}
      {receipt}
      {paid &&
        refunded + withdrawn < amount &&
        may('money.refund') &&
        opens('Refund', `Refund invoice #${id}`, <RefundForm invoice={invoice} />)}
      {byHand && untouched && opens('Mark as unpaid', undefined, <NotPaid invoice={invoice} />)}
      {opens('Edit', `Edit invoice #${id}`, <InvoiceForm invoice={invoice} />)}
      {(!paid || byHand) && untouched && (
        <ConfirmDelete what={`invoice ${id}`} onDelete={remove}>
          <p>
            <strong>
              <Text>Delete Invoice #{id}?</Text>
            </strong>{' '}
            <Text>{invoiceLabel(invoice)},</Text> <Money cents={amount} />
          </p>
          {byHand && (
            <p>
              The <Money cents={amount} /> <Text>paid {describeMethod(paymentMethod)} is deleted too.</Text>
            </p>
          )}
          <WasDeposited invoice={invoice} />
        </ConfirmDelete>
      )}
    </div>
  )
}

function NotPaid({ invoice }: { invoice: AdminInvoice }) {
  const { id, amount, paymentMethod } = invoice
  const call = useCall()
  return (
    <ConfirmAction
      title="Are you sure?"
      does="Mark as unpaid"
      send={(version) => call(updateInvoice, { body: { updateInvoiceData: { id, version, paid: false } } })}
      announcement={`Invoice ${id} is unpaid again`}
    >
      <p>
        <strong>
          <Text>Did</Text> <Money cents={amount} />{' '}
          <Text>
            {describeMethod(paymentMethod)} for {invoiceLabel(invoice)}, invoice #{id}, never arrive?
          </Text>
        </strong>
      </p>
      <p>This deletes the payment, and the invoice is unpaid again.</p>
      <WasDeposited invoice={invoice} />
    </ConfirmAction>
  )
}

/** Returns the address of an invoice's receipt. The receipt is its own document, not a page of the site. */
const receiptPath = (invoiceId: number) => `/api/auth/receipt?invoiceId=${invoiceId}`

function InvoiceSums({ reservation }: { reservation: AdminReservation }) {
  const difference = reservation.ended ? null : describeDifference(reservation.money)
  return (
    <>
      <MoneyTable {...moneyRows(reservation, 'others')} />
      {difference && (
        <p className="book-difference">
          <Text>{difference}</Text>
        </p>
      )}
    </>
  )
}
