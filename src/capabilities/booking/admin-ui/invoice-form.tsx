/** The form of an invoice, new or to be changed. */
import { zodResolver } from '@hookform/resolvers/zod'
import { useForm, useWatch } from 'react-hook-form'
import { CheckField, TextField } from '../../../shared/ui/field.tsx'
import { formatMoney, type Cents } from '../../../shared/money.ts'
import type { Invoice } from '../contract.ts'
import { createInvoice, updateInvoice } from '../invoices/contract.ts'
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
import { PaidFields } from './paid-fields.tsx'
import type { DialogProps } from './invoice-dialog.tsx'
import { useSend } from './use-send.ts'

interface InvoiceFormProps extends DialogProps {
  /** Null: a new one. */
  invoice: Invoice | null
  /** What of the total has no invoice yet. */
  suggested: Cents
}

export function InvoiceForm({ invoice, suggested, ...dialog }: InvoiceFormProps) {
  const { reservation, call, onChanged, onDone, onCancel } = dialog
  const { busy, trouble, send } = useSend(onChanged)
  const form = useForm<InvoiceInput, unknown, InvoiceValues>({
    resolver: zodResolver(invoiceSchema),
    defaultValues: invoiceInput(invoice, suggested),
  })
  const { register, setError, control } = form
  const [due, paid, paidOn] = useWatch({ control, name: ['due', 'paid', 'paidOn'] })
  const errors = form.formState.errors as Partial<Record<keyof InvoiceInput, { message?: string }>>
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
            createInvoiceData: { reservationId: reservation.id, version, ...createBody(values) },
          },
        })
      : call(updateInvoice, {
          body: { updateInvoiceData: { id: invoice.id, version, ...changesOf(invoice, values) } },
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
      {invoice === null && (
        <CheckField {...field('paid')} id="invoice-paid">
          It is paid already
        </CheckField>
      )}
      {paid && (
        <PaidFields id="invoice" day={{ ...field('paidOn'), chosen: paidOn }} method={field('method')} />
      )}
      <FormEnd trouble={trouble} does={invoice ? 'Save' : 'Add invoice'} busy={busy} onCancel={onCancel} />
    </form>
  )
}

/** The call's fields that bear another name here. */
const FIELDS = { amount: 'amount', due: 'due', datePaid: 'paidOn', paymentMethod: 'method' } as const

function savedWords(invoice: Invoice | null, { amount }: InvoiceValues): string {
  return invoice ? `Saved invoice ${invoice.id}` : `Added an invoice of ${formatMoney(amount)}`
}
