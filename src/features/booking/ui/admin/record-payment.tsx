/** "Record a payment" where a page knows an invoice by its number alone: what it asks for is read when it is opened. */
import { useState } from 'react'
import { getReservationByAdmin } from '#features/booking/contract/admin.ts'
import { newAttempt } from '#shared/client.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { FailureAlert } from '#ui/failure-alert.tsx'
import { LoadingRing } from '#ui/loading-ring.tsx'
import { Stylesheet } from '#ui/stylesheet.tsx'
import { useApiQuery } from '#ui/use-api-query.ts'
import sheet from './book-dialog.css?url'
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
      {invoice && <Opened {...invoice} onClose={onClose} onDone={onDone} />}
    </Dialog>
  )
}

interface OpenedProps extends Omit<RecordPaymentProps, 'invoice'> {
  reservationId: number
  invoiceId: number
}

function Opened({ reservationId, invoiceId, onClose, onDone }: OpenedProps) {
  // A key of its own each time it is opened: what was read for an earlier payment is outdated.
  const [version] = useState(newAttempt)
  const query = { query: { id: reservationId } }
  const { data, failed, refetch } = useApiQuery(getReservationByAdmin, query, { version })
  if (!data)
    return (
      <>
        <Stylesheet href={sheet} />
        {failed ? (
          <FailureAlert failed={failed} title="The invoice could not be read" onRetry={refetch} />
        ) : (
          <LoadingRing label="Loading the invoice" />
        )}
        <CloseRow label="Cancel" onClose={onClose} />
      </>
    )
  const invoice = data.invoices.find(({ id }) => id === invoiceId)
  if (!invoice || invoice.paid)
    return (
      <>
        <p>{invoice ? 'This invoice is paid already.' : 'This invoice is gone.'}</p>
        <CloseRow label="Close" onClose={onClose} />
      </>
    )
  return <MarkPaid invoice={invoice} usual="check" reservation={data} onChanged={refetch} onDone={onDone} />
}

function CloseRow({ label, onClose }: { label: string; onClose: () => void }) {
  return (
    <div className="button-row">
      <Button look="plain" onClick={onClose}>
        {label}
      </Button>
    </div>
  )
}
