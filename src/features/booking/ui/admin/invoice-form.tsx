/** The form of an invoice, new or to be changed. */
import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { CheckField, TextField } from '#ui/field.tsx'
import { invoiceLabel } from '#shared/invoice-label.ts'
import { centsOfDollars, formatMoney, type Cents } from '#shared/money.ts'
import type { Invoice } from '#features/booking/contract/reservation.ts'
import { createInvoice, updateInvoice } from '#features/booking/contract/invoices.ts'
import { fitsPrice } from '#features/booking/domain/invoices.ts'
import { DayField } from './day-field.tsx'
import { FormEnd } from './form-end.tsx'
import {
  changesOf,
  createBody,
  invoiceInput,
  invoiceSchema,
  type InvoiceInput,
  type InvoiceValues,
} from './invoice-values.ts'
import { isFixed } from './invoice-words.ts'
import { PaidFields } from './paid-fields.tsx'
import type { DialogProps } from './invoice-dialog.tsx'
import { PriceField } from './price-field.tsx'
import { useSend } from './use-send.ts'

interface InvoiceFormProps extends DialogProps {
  /** Null: a new one. */
  invoice: Invoice | null
  /** Cents of the stay's price without an invoice yet; below 0 where the invoices ask for more. */
  left: Cents
}

export function InvoiceForm({ invoice, left, ...dialog }: InvoiceFormProps) {
  const { reservation, call, onChanged, onDone, onCancel } = dialog
  const { busy, trouble, send } = useSend(onChanged)
  const form = useForm<InvoiceInput, unknown, InvoiceValues>({
    resolver: zodResolver(invoiceSchema),
    defaultValues: invoiceInput(invoice, left),
  })
  const { register, setError, control } = form
  const [typed, due, paid, paidOn] = useWatch({ control, name: ['amount', 'due', 'paid', 'paidOn'] })
  const errors = form.formState.errors as Partial<Record<keyof InvoiceInput, { message?: string }>>
  const amount = centsOfDollars(typed) ?? 0
  // The admin's choice; until there is one, whether the price has room for it.
  const [said, setSaid] = useState(invoice?.partOfPrice ?? null)
  const partOfPrice = said ?? fitsPrice(amount, left)
  const { version } = reservation

  const save = async (values: InvoiceValues) => {
    const answer = await send<Awaited<ReturnType<typeof ask>>>(() => ask(values))
    if (!answer) return
    if (answer.ok) return onDone(savedWords(invoice, values))
    for (const [name, field] of Object.entries(FIELDS)) {
      const message = answer.fields[name]
      if (message) setError(field, { message }, { shouldFocus: true })
    }
  }
  const ask = (values: InvoiceValues) =>
    invoice === null
      ? call(createInvoice, {
          body: {
            createInvoiceData: { reservationId: reservation.id, version, ...createBody(values, partOfPrice) },
          },
        })
      : call(updateInvoice, {
          body: {
            updateInvoiceData: { id: invoice.id, version, ...changesOf(invoice, values, partOfPrice) },
          },
        })
  const field = (name: keyof InvoiceInput) => ({ error: errors[name]?.message, ...register(name) })
  return (
    <form
      noValidate
      method="post"
      className="book-dialog"
      aria-label={invoice ? `Edit invoice ${invoice.id}` : 'Add invoice'}
      onSubmit={(event) => void form.handleSubmit(save)(event)}
    >
      {!isFixed(invoice) && (
        <div className="book-pair">
          <TextField
            {...field('amount')}
            id="invoice-amount"
            label="Amount in dollars"
            inputMode="decimal"
            autoComplete="off"
            required
            hint={invoice ? `Was ${formatMoney(invoice.amount)}.` : 'As in 480 or 480.01.'}
          />
          <DayField {...field('due')} id="invoice-due" label="Due" chosen={due} />
        </div>
      )}
      <TextField
        {...field('description')}
        id="invoice-description"
        label="What it is for"
        autoComplete="off"
        hint={`A few words for the guest, such as “Leather lesson”. Without any: “${unnamed(invoice, partOfPrice)}”.`}
      />
      {invoice?.purpose !== undefined && invoice.purpose !== 'other' ? null : (
        <PriceField {...{ invoice, amount, partOfPrice }} total={reservation.totalDue} onSay={setSaid} />
      )}
      {invoice === null && (
        <CheckField {...field('paid')} id="invoice-paid">
          It is paid already
        </CheckField>
      )}
      {paid && !isFixed(invoice) && (
        <PaidFields id="invoice" day={{ ...field('paidOn'), chosen: paidOn }} method={field('method')} />
      )}
      <FormEnd trouble={trouble} does={invoice ? 'Save' : 'Add invoice'} busy={busy} onCancel={onCancel} />
    </form>
  )
}

/** The call's fields that this form has. */
const FIELDS = {
  amount: 'amount',
  due: 'due',
  description: 'description',
  datePaid: 'paidOn',
  paymentMethod: 'method',
} as const

const unnamed = (invoice: Invoice | null, partOfPrice: boolean) =>
  invoiceLabel({ purpose: invoice?.purpose ?? 'other', description: null, partOfPrice })

function savedWords(invoice: Invoice | null, { amount }: InvoiceValues): string {
  return invoice ? `Saved invoice ${invoice.id}` : `Added an invoice of ${formatMoney(amount)}`
}
