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
  ConfirmAction,
  ReservationSection,
  withNextStep,
  DialogOpener,
  type PartProps,
  StateMark,
  StateNotes,
  useReservation,
  NAME_WIDTH,
  AMOUNT_COLUMN,
  MORE_COLUMN,
} from './form-parts.tsx'
import { InvoiceForm, HandPaymentForm, WasDeposited } from './invoice-form.tsx'
import { describeMethod, describeDifference, invoiceState } from './money-labels.ts'
import { RefundForm } from './refund-section.tsx'
import { Money, Text, Verbatim } from '#app/ui/text.tsx'

export function InvoiceSection(part: PartProps) {
  const { invoices, party, status, purgedAt } = part.reservation
  const [today] = useState(() => ranchDay(new Date()))
  const payer = paidBy(party)
  const next = isActive(status) ? nextUnpaid(invoices) : undefined
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
        columns={columnsOf({ today, party, next, stands: isActive(status) })}
        compact
        rows={invoices}
        rowKey={({ id }) => id}
        empty="No invoices yet."
      />
      <InvoiceSums reservation={part.reservation} />
      <AskedPayment invoice={next} />
    </ReservationSection>
  )
}

/** Opens the dialog that records a payment of this invoice, if the palette asked for it. */
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

/** Returns the unpaid invoice that is due first, or undefined if all are paid. One without a due day comes last. */
const nextUnpaid = (invoices: readonly AdminInvoice[]): AdminInvoice | undefined =>
  invoices
    .filter(({ paid }) => !paid)
    .toSorted((one, other) => (one.due ?? LAST).localeCompare(other.due ?? LAST))[0]

const LAST = '9999-12-31'

interface Shared extends Pick<AdminReservation, 'party'> {
  today: Day
  next: AdminInvoice | undefined
  stands: boolean
}

/** Each invoice has one line of facts, and a second line with what else there is to say and to do. */
const columnsOf = ({ today, stands, ...of }: Shared): Column<AdminInvoice>[] => [
  {
    name: 'invoice',
    head: 'Invoice',
    names: true,
    width: NAME_WIDTH,
    cell: (invoice) => <NameOf invoice={invoice} />,
  },
  {
    name: 'due',
    head: 'Due',
    width: '9.5rem',
    cell: ({ due }) => (due ? formatDay(due) : 'Not set'),
  },
  {
    name: 'state',
    head: 'Status',
    label: '',
    width: '11.5rem',
    cell: (invoice) => <StateMark {...invoiceState(invoice, { today, stands })} />,
  },
  AMOUNT_COLUMN,
  {
    ...MORE_COLUMN,
    cell: (invoice) => (
      <div className="book-more">
        <DetailsOf
          invoice={invoice}
          party={of.party}
          notes={invoiceState(invoice, { today, stands }).notes}
        />
        <Acts invoice={invoice} stands={stands} isNext={invoice.id === of.next?.id} />
      </div>
    ),
  },
]

/** Renders an invoice's name on one line. If it is too long, it ends in an ellipsis, and its title has it all. */
function NameOf({ invoice }: { invoice: AdminInvoice }) {
  const name = invoiceLabel(invoice)
  return (
    <span className="book-name">
      <span className="book-for" title={name}>
        <Text>{name}</Text>
      </span>{' '}
      <span className="book-number">
        <Text>
          Invoice #{invoice.id}
          {invoice.partOfPrice ? '' : ', extra charge'}
        </Text>
      </span>
    </span>
  )
}

type Details = { invoice: AdminInvoice; notes: readonly string[] } & Pick<AdminReservation, 'party'>

/** Renders how an invoice was paid, and what it is for: each guest of a party, as many in a line as fit. */
function DetailsOf({ invoice, party, notes }: Details) {
  const parts = invoicePartsLabels(invoice, party?.members)
  return (
    <div className="book-details">
      {notes.length > 0 && (
        <p>
          <StateNotes notes={[...notes]} />
        </p>
      )}
      {parts.length > 0 && (
        <p>
          {parts.map((part) => (
            <span key={part} className="note">
              <Text>{part}</Text>
            </span>
          ))}
        </p>
      )}
    </div>
  )
}

interface ActsProps extends Pick<Shared, 'stands'> {
  invoice: AdminInvoice
  /** True if this is the invoice that the guest pays next. Its button for a payment stands out. */
  isNext: boolean
}

function Acts({ invoice, stands, isNext }: ActsProps) {
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
  const opens = (label: string, title: string | undefined, dialog: ReactNode, look?: 'main') => (
    <DialogOpener
      label={label}
      {...(look && { look })}
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
        opens(
          'Record a payment',
          'Record a payment',
          <HandPaymentForm invoice={invoice} />,
          isNext ? 'main' : undefined,
        )}
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

/** Renders the amounts of the stay below the amounts of its invoices, so that they line up. */
function InvoiceSums({ reservation }: { reservation: AdminReservation }) {
  const difference = reservation.ended ? null : describeDifference(reservation.money)
  return (
    <div className="book-sums">
      <MoneyTable {...moneyRows(reservation, 'others')} />
      {difference && (
        <p className="book-difference">
          <Text>{difference}</Text>
        </p>
      )}
    </div>
  )
}
