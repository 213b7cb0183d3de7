/** The dialogs that an invoice's buttons open. */
import { Dialog } from '#ui/dialog.tsx'
import { SendEmail } from '#features/emails/ui/admin/send-email.tsx'
import type { Invoice } from '#features/booking/contract/reservation.ts'
import { updateInvoice } from '#features/booking/contract/invoices.ts'
import { invoiceLabel } from '#shared/invoice-label.ts'
import { type Cents, centsOfDollars, formatMoney, plainDollars } from '#shared/money.ts'
import { ConfirmForm, type DialogProps, FormEnd, type PartProps, useSubmit } from './form-parts.tsx'
import { InvoiceForm, MarkPaid } from './invoice-form.tsx'
import { byWords } from './invoice-labels.ts'
import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { z } from 'zod'
import { requiredText } from '#shared/fields.ts'
import { CheckField, TextArea, TextField } from '#ui/field.tsx'
import { refundInvoice } from '#features/booking/contract/refunds.ts'
import { newAttempt } from '#shared/attempt.ts'
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
  const dialog: DialogProps = {
    ...part,
    onDone: (words, reservation) => {
      onClose()
      keepFocus()
      part.announce(words)
      part.onChanged(reservation)
    },
    onCancel: onClose,
  }
  return (
    <Dialog
      open={opened !== null}
      onClose={onClose}
      title={opened ? titleOf(opened) : ''}
      backdrop="static"
      alert={opened?.kind === 'unpaid'}
    >
      {opened && <Body opened={opened} left={left} dialog={dialog} />}
    </Dialog>
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
      return <RefundForm {...dialog} invoice={opened.invoice} />
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
  remind: (id) => `Send a reminder for invoice #${id}`,
  back: (id) => `Refund invoice #${id}`,
}

const titleOf = (opened: Opened) =>
  opened.kind === 'add' ? 'Add invoice' : TITLES[opened.kind](opened.invoice.id)

/** Money that was noted as taken by hand never came. */
function NotPaid({ invoice, reservation, call, onDone, ...rest }: DialogProps & { invoice: Invoice }) {
  const { id, amount, paymentMethod } = invoice
  return (
    <ConfirmForm
      {...rest}
      reservation={reservation}
      does="Mark as unpaid"
      send={(version) => call(updateInvoice, { body: { updateInvoiceData: { id, version, paid: false } } })}
      onDone={() => onDone(`Invoice ${id} is unpaid again`)}
    >
      <p>
        <strong>
          {invoiceLabel(invoice)}, invoice #{id}, was not paid: {formatMoney(amount)} {byWords(paymentMethod)}{' '}
          never came?
        </strong>
      </p>
      <p>The payment is removed, and the invoice is open again.</p>
    </ConfirmForm>
  )
}

// Some of a paid invoice is refunded; the stay itself stays as it is.

const schemaOf = (most: Cents) =>
  z.object({
    amount: dollars({ least: 1, tooLittle: 'Please enter more than $0.00', most }),
    reason: requiredText(500),
    sendEmail: z.boolean(),
  })

function RefundForm({ invoice, ...dialog }: DialogProps & { invoice: Invoice }) {
  const { reservation, call, onChanged, onDone, onCancel } = dialog
  const { busy, refusal, submit } = useSubmit({ version: reservation.version, readAgain: onChanged })
  // The attempt's key is kept while the dialog is open: pressing again after a lost reply refunds nothing twice.
  const [attempt] = useState(newAttempt)
  const most = invoice.amount - invoice.refunded - invoice.withdrawn
  const form = useForm({
    resolver: zodResolver(schemaOf(most)),
    defaultValues: { amount: plainDollars(most), reason: '', sendEmail: true },
  })
  const { errors } = form.formState
  const byCard = invoice.paymentMethod === 'card'
  const typed = centsOfDollars(useWatch({ control: form.control, name: 'amount' }))

  const give = async (values: { amount: Cents; reason: string; sendEmail: boolean }) => {
    const answer = await submit(() =>
      call(refundInvoice, { body: { invoiceId: invoice.id, attempt, ...values } }),
    )
    if (!answer) return
    if (answer.ok) {
      const sum = formatMoney(values.amount)
      const where = byCard ? 'is on its way to the card' : 'is due, by hand'
      return onDone(`${sum} ${where}`, answer.data.reservation)
    }
    for (const name of ['amount', 'reason'] as const) {
      const message = answer.fields[name]
      if (message) form.setError(name, { message }, { shouldFocus: true })
    }
  }
  return (
    <form
      noValidate
      method="post"
      className="book-dialog"
      aria-label={`Refund invoice ${invoice.id}`}
      onSubmit={(event) => void form.handleSubmit(give)(event)}
    >
      <p>
        {byCard
          ? 'The money is refunded to the card that paid. Banks take up to ten days to show it.'
          : 'It was paid outside the website, so the refund is due until you make it by hand.'}{' '}
        The reservation stays as it is.
      </p>
      <TextField
        id="back-amount"
        label="Amount in dollars"
        error={errors.amount?.message}
        inputMode="decimal"
        autoComplete="off"
        required
        hint={`At most ${formatMoney(most)}.`}
        {...form.register('amount')}
      />
      <TextArea
        id="back-reason"
        label="Why"
        rows={2}
        error={errors.reason?.message}
        required
        hint="For your records. The guest does not see it."
        {...form.register('reason')}
      />
      <CheckField id="back-mail" {...form.register('sendEmail')}>
        Email the guest
      </CheckField>
      <FormEnd
        refusal={refusal}
        does={typed !== null && typed > 0 ? `Refund ${formatMoney(typed)}` : 'Refund'}
        busy={busy}
        onCancel={onCancel}
      />
    </form>
  )
}
