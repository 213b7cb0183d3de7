/** The dialogs that an invoice's buttons open. */
import { Modal } from '#ui/modal.tsx'
import { SendEmail } from '#features/emails/ui/admin/send-email.tsx'
import type { AdminReservation } from '#features/booking/contract/admin.ts'
import type { Invoice } from '#features/booking/contract/reservation.ts'
import { updateInvoice } from '#features/booking/contract/invoices.ts'
import { invoiceLabel } from '#shared/invoice-label.ts'
import { formatMoney } from '#shared/money.ts'
import { Ask } from './ask.tsx'
import { GiveBack } from './give-back.tsx'
import { InvoiceForm } from './invoice-form.tsx'
import { byWords } from './invoice-words.ts'
import { MarkPaid } from './mark-paid.tsx'
import type { PartProps } from './part.ts'

export type Opened =
  | { kind: 'add' }
  | { kind: 'edit' | 'paid' | 'unpaid' | 'remind' | 'back'; invoice: Invoice }

export interface DialogProps extends Omit<PartProps, 'say'> {
  onDone: (words: string, reservation?: AdminReservation) => void
  onCancel: () => void
}

interface InvoiceDialogProps extends PartProps {
  opened: Opened | null
  /** Cents of the price that have no invoice yet. */
  left: number
  /** The button that opened it may go with what was done. */
  keepFocus: () => void
  onClose: () => void
}

export function InvoiceDialog({ opened, left, keepFocus, onClose, ...part }: InvoiceDialogProps) {
  const dialog: DialogProps = {
    ...part,
    onDone: (words, reservation) => {
      onClose()
      keepFocus()
      part.say(words)
      part.onChanged(reservation)
    },
    onCancel: onClose,
  }
  return (
    <Modal
      open={opened !== null}
      onClose={onClose}
      title={opened ? titleOf(opened) : ''}
      backdrop="static"
      alert={opened?.kind === 'unpaid'}
    >
      {opened && <Body opened={opened} left={left} dialog={dialog} />}
    </Modal>
  )
}

interface BodyProps {
  opened: Opened
  left: number
  dialog: DialogProps
}

function Body({ opened, left, dialog }: BodyProps) {
  switch (opened.kind) {
    case 'add':
      return <InvoiceForm {...dialog} invoice={null} left={left} />
    case 'edit':
      return <InvoiceForm {...dialog} invoice={opened.invoice} left={left} />
    case 'paid':
      return <MarkPaid {...dialog} invoice={opened.invoice} />
    case 'unpaid':
      return <NotPaid {...dialog} invoice={opened.invoice} />
    case 'back':
      return <GiveBack {...dialog} invoice={opened.invoice} />
    case 'remind':
      return (
        <SendEmail
          mail={{ type: 'invoice-remind', invoiceId: opened.invoice.id }}
          reservationId={dialog.reservation.id}
          call={dialog.call}
          onSent={dialog.onDone}
          onOutdated={dialog.onChanged}
          onCancel={dialog.onCancel}
        />
      )
  }
}

const TITLES: Record<Exclude<Opened['kind'], 'add'>, (id: number) => string> = {
  edit: (id) => `Edit invoice #${id}`,
  paid: () => 'Record a payment',
  unpaid: () => 'Are you sure?',
  remind: (id) => `Remind of invoice #${id}`,
  back: (id) => `Give back from invoice #${id}`,
}

const titleOf = (opened: Opened) =>
  opened.kind === 'add' ? 'Add invoice' : TITLES[opened.kind](opened.invoice.id)

/** Money that was noted as taken by hand never came. */
function NotPaid({ invoice, reservation, call, onDone, ...rest }: DialogProps & { invoice: Invoice }) {
  const { id, amount, paymentMethod } = invoice
  const { version } = reservation
  return (
    <Ask
      {...rest}
      does="Not paid after all"
      act={() => call(updateInvoice, { body: { updateInvoiceData: { id, version, paid: false } } })}
      onDone={() => onDone(`Invoice ${id} is unpaid again`)}
    >
      <p>
        <strong>
          {invoiceLabel(invoice)}, invoice #{id}, was not paid: {formatMoney(amount)} {byWords(paymentMethod)}{' '}
          never came?
        </strong>
      </p>
      <p>It is taken out of the books, and the invoice is open again.</p>
    </Ask>
  )
}
