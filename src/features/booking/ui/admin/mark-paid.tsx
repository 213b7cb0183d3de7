/** An unpaid invoice, or a part of it, was paid by hand: how much, when, and how. */
import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { invoiceLabel } from '#shared/invoice-label.ts'
import { centsOfDollars, formatMoney, plainDollars } from '#shared/money.ts'
import { TextField } from '#ui/field.tsx'
import type { Invoice } from '#features/booking/contract/reservation.ts'
import { updateInvoice } from '#features/booking/contract/invoices.ts'
import { FormEnd } from './form-end.tsx'
import type { DialogProps } from './invoice-dialog.tsx'
import { byWords } from './invoice-words.ts'
import { paidInput, paymentBody, paymentSchema, type PaymentValues } from './invoice-values.ts'
import { PaidFields } from './paid-fields.tsx'
import { useSend } from './use-send.ts'

/** The call's fields that this form has. */
const FIELDS = { paidAmount: 'amount', datePaid: 'paidOn', paymentMethod: 'method' } as const

export function MarkPaid({ invoice, ...dialog }: DialogProps & { invoice: Invoice }) {
  const { reservation, call, onChanged, onDone, onCancel } = dialog
  const { busy, trouble, send } = useSend(onChanged)
  const [schema] = useState(() => paymentSchema(invoice.amount))
  const form = useForm({
    resolver: zodResolver(schema),
    defaultValues: { amount: plainDollars(invoice.amount), ...paidInput(null) },
  })
  const { errors } = form.formState
  const [typed, chosen] = useWatch({ control: form.control, name: ['amount', 'paidOn'] })
  const sum = centsOfDollars(typed) ?? 0

  const save = async (values: PaymentValues) => {
    const { version } = reservation
    const answer = await send(() =>
      call(updateInvoice, {
        body: { updateInvoiceData: { id: invoice.id, version, ...paymentBody(values) } },
      }),
    )
    if (!answer) return
    if (answer.ok) return onDone(recordedWords(invoice, values))
    for (const [name, field] of Object.entries(FIELDS)) {
      const message = answer.fields[name]
      if (message) form.setError(field, { message }, { shouldFocus: true })
    }
  }
  return (
    <form
      noValidate
      method="post"
      className="book-dialog"
      aria-label={`Record a payment of invoice ${invoice.id}`}
      onSubmit={(event) => void form.handleSubmit(save)(event)}
    >
      <p>
        <strong>{invoiceLabel(invoice)}</strong>, paid outside the website. A card payment that the guest has
        begun is ended first, so nobody pays twice.
      </p>
      <TextField
        {...form.register('amount')}
        id="paid-amount"
        label="Amount in dollars"
        error={errors.amount?.message}
        inputMode="decimal"
        autoComplete="off"
        required
        hint={`The invoice asks for ${formatMoney(invoice.amount)}. A part is fine: the rest stays open.`}
      />
      <PaidFields
        id="paid"
        day={{
          error: errors.paidOn?.message,
          chosen,
          ...form.register('paidOn'),
        }}
        method={{ error: errors.method?.message, ...form.register('method') }}
      />
      <output className="note">{restWords(invoice.amount - sum)}</output>
      <FormEnd
        trouble={trouble}
        does={sum > 0 ? `Record ${formatMoney(sum)}` : 'Record the payment'}
        busy={busy}
        onCancel={onCancel}
      />
    </form>
  )
}

const restWords = (rest: number) => (rest > 0 ? `${formatMoney(rest)} stays open.` : '')

function recordedWords(invoice: Invoice, { amount, method }: PaymentValues): string {
  const paid = `${invoiceLabel(invoice)}: ${formatMoney(amount)} was paid ${byWords(method)}`
  const rest = restWords(invoice.amount - amount)
  return rest === '' ? paid : `${paid}. ${rest}`
}
