/** "Record a payment" where a page knows an invoice by its number alone: what it asks for is read when it is opened. */
import { getReservationByAdmin } from '#features/booking/contract/admin.ts'
import { CloseRow, DialogQuery } from '#ui/dialog-query.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Stylesheet } from '#ui/stylesheet.tsx'
import sheet from './book-dialog.css?url'
import { StayProvider } from './form-parts.tsx'
import { MarkPaid } from './invoice-form.tsx'

interface RecordPaymentProps {
  /** Null: closed. */
  invoice: { reservationId: number; invoiceId: number; guest: string } | null
  onClose: () => void
  onDone: (words: string) => void
}

export function RecordPayment({ invoice, onClose, onDone }: RecordPaymentProps) {
  return (
    <Dialog
      open={invoice !== null}
      onClose={onClose}
      title={`Record a payment of ${invoice?.guest ?? ''}`}
      backdrop="static"
    >
      <Stylesheet href={sheet} />
      {invoice && <InvoiceToPay {...invoice} onDone={onDone} />}
    </Dialog>
  )
}

type InvoiceToPayProps = NonNullable<RecordPaymentProps['invoice']> & Pick<RecordPaymentProps, 'onDone'>

function InvoiceToPay({ reservationId, invoiceId, onDone }: InvoiceToPayProps) {
  return (
    <DialogQuery
      endpoint={getReservationByAdmin}
      input={{ query: { id: reservationId } }}
      loading="Loading the invoice"
      failed="The invoice could not be read"
    >
      {(reservation, { refetch }) => {
        const invoice = reservation.invoices.find(({ id }) => id === invoiceId)
        if (invoice && !invoice.paid)
          return (
            <StayProvider value={{ reservation, onDone, onOutdated: refetch, show: () => {} }}>
              <MarkPaid invoice={invoice} usual="check" />
            </StayProvider>
          )
        return (
          <>
            <p>{invoice ? 'This invoice is paid already.' : 'This invoice is gone.'}</p>
            <CloseRow />
          </>
        )
      }}
    </DialogQuery>
  )
}
