/** The dialogs that an invoice's buttons open. */
import { useCall } from '#ui/api.tsx'
import { ApiForm } from '#ui/api-form.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { useAnnounce } from '#ui/toast.tsx'
import { useApiForm } from '#ui/use-api-form.ts'
import { SendEmail } from '#features/emails/ui/admin/send-email.tsx'
import type { Invoice } from '#features/booking/contract/reservation.ts'
import { updateInvoice } from '#features/booking/contract/invoices.ts'
import { invoiceLabel } from '#shared/invoice-label.ts'
import { type Cents, centsOfDollars, formatMoney, plainDollars } from '#shared/money.ts'
import { type DialogProps, explained, type PartProps, useConfirmed } from './form-parts.tsx'
import { InvoiceForm, MarkPaid } from './invoice-form.tsx'
import { byWords } from './invoice-labels.ts'
import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import { z } from 'zod'
import { requiredText } from '#shared/fields.ts'
import { CheckField, DollarsField, TextArea } from '#ui/field.tsx'
import { refundInvoice } from '#features/booking/contract/refunds.ts'
import { newAttempt } from '#shared/client.ts'
import { dollars } from './form-values.ts'

export type Opened =
  | { kind: 'add' }
  | { kind: 'edit' | 'paid' | 'unpaid' | 'remind' | 'back'; invoice: Invoice }

interface InvoiceDialogProps extends PartProps {
  opened: Opened | null
  /** Cents of the price that have no invoice yet. */
  left: number
  /** The button that opened it may go with what was done. */
  keepFocus: () => void
  onClose: () => void
}

export function InvoiceDialog({ opened, left, keepFocus, onClose, ...part }: InvoiceDialogProps) {
  const announce = useAnnounce()
  const dialog: DialogProps = {
    ...part,
    onDone: (words, reservation) => {
      onClose()
      keepFocus()
      announce(words)
      part.onChanged(reservation)
    },
  }
  if (opened?.kind === 'unpaid')
    return <NotPaid {...part} invoice={opened.invoice} keepFocus={keepFocus} onClose={onClose} />
  return (
    <Dialog open={opened !== null} onClose={onClose} title={opened ? titleOf(opened) : ''} backdrop="static">
      {opened && <Body opened={opened} left={left} dialog={dialog} onClose={onClose} />}
    </Dialog>
  )
}

interface BodyProps {
  opened: Opened
  left: number
  dialog: DialogProps
  onClose: () => void
}

function Body({ opened, left, dialog, onClose }: BodyProps) {
  switch (opened.kind) {
    case 'add':
      return <InvoiceForm {...dialog} invoice={null} left={left} />
    case 'edit':
      return <InvoiceForm {...dialog} invoice={opened.invoice} left={left} />
    case 'paid':
      return <MarkPaid {...dialog} invoice={opened.invoice} />
    case 'back':
      return <RefundForm {...dialog} invoice={opened.invoice} />
    case 'remind':
      return (
        <SendEmail
          mail={{ type: 'invoice-remind', invoiceId: opened.invoice.id }}
          reservationId={dialog.reservation.id}
          onSent={dialog.onDone}
          onOutdated={dialog.onChanged}
          onCancel={onClose}
        />
      )
    case 'unpaid':
      return null
  }
}

const TITLES: Record<Exclude<Opened['kind'], 'add'>, (id: number) => string> = {
  edit: (id) => `Edit invoice #${id}`,
  paid: () => 'Record a payment',
  unpaid: () => 'Are you sure?',
  remind: (id) => `Send a reminder for invoice #${id}`,
  back: (id) => `Refund invoice #${id}`,
}

const titleOf = (opened: Opened) =>
  opened.kind === 'add' ? 'Add invoice' : TITLES[opened.kind](opened.invoice.id)

interface NotPaidProps extends PartProps {
  invoice: Invoice
  keepFocus: () => void
  onClose: () => void
}

/** Money that was noted as taken by hand never came. */
function NotPaid({ invoice, keepFocus, onClose, ...part }: NotPaidProps) {
  const { id, amount, paymentMethod } = invoice
  const call = useCall()
  const confirmed = useConfirmed(part, keepFocus)
  const undo = () =>
    confirmed(
      (version) => call(updateInvoice, { body: { updateInvoiceData: { id, version, paid: false } } }),
      `Invoice ${id} is unpaid again`,
    )
  return (
    <ConfirmDialog open onClose={onClose} title={TITLES.unpaid(id)} does="Mark as unpaid" onConfirm={undo}>
      <p>
        <strong>
          {invoiceLabel(invoice)}, invoice #{id}, was not paid: {formatMoney(amount)} {byWords(paymentMethod)}{' '}
          never came?
        </strong>
      </p>
      <p>The payment is removed, and the invoice is open again.</p>
    </ConfirmDialog>
  )
}

// Some of a paid invoice is refunded; the stay itself stays as it is.

const schemaOf = (most: Cents) =>
  z.object({
    amount: dollars({ least: 1, tooLittle: 'Please enter more than $0.00', most }),
    reason: requiredText(500),
    sendEmail: z.boolean(),
  })

function RefundForm({ invoice, reservation, onChanged, onDone }: DialogProps & { invoice: Invoice }) {
  // The attempt's key is kept while the dialog is open: pressing again after a lost reply refunds nothing twice.
  const [attempt] = useState(newAttempt)
  const most = invoice.amount - invoice.refunded - invoice.withdrawn
  const byCard = invoice.paymentMethod === 'card'
  const form = useApiForm(refundInvoice, {
    prefix: 'back',
    schema: schemaOf(most),
    values: { amount: plainDollars(most), reason: '', sendEmail: true },
    labels: { amount: 'Amount in dollars', reason: 'Why' },
    version: reservation.version,
    toInput: (values) => ({ body: { invoiceId: invoice.id, attempt, ...values } }),
    onOutdated: () => onChanged(),
    onDone: (reply, { amount }) => {
      const where = byCard ? 'is on its way to the card' : 'is due, by hand'
      onDone(`${formatMoney(amount)} ${where}`, reply.reservation)
    },
  })
  const typed = centsOfDollars(useWatch({ control: form.form.control, name: 'amount' }))
  return (
    <ApiForm
      form={form}
      className="book-dialog"
      label={`Refund invoice ${invoice.id}`}
      does={typed !== null && typed > 0 ? `Refund ${formatMoney(typed)}` : 'Refund'}
      explain={explained}
    >
      <p>
        {byCard
          ? 'The money is refunded to the card that paid. Banks take up to ten days to show it.'
          : 'It was paid outside the website, so the refund is due until you make it by hand.'}{' '}
        The reservation stays as it is.
      </p>
      <DollarsField {...form.field('amount')} required hint={`At most ${formatMoney(most)}.`} />
      <TextArea
        {...form.field('reason')}
        rows={2}
        required
        hint="For your records. The guest does not see it."
      />
      <CheckField {...form.check('sendEmail')}>Email the guest</CheckField>
    </ApiForm>
  )
}
