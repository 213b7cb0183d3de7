/** The form of an invoice, new or to be changed. */
import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { CheckField, TextField } from '#ui/field.tsx'
import { invoiceLabel } from '#shared/invoice-label.ts'
import { type Cents, centsOfDollars, formatMoney, plainDollars } from '#shared/money.ts'
import type { Invoice } from '#features/booking/contract/reservation.ts'
import { createInvoice, type HandMethod, updateInvoice } from '#features/booking/contract/invoices.ts'
import { fitsPrice } from '#features/booking/domain/invoices.ts'
import { DayField, type DialogProps, FormEnd, PaidFields, useSubmit } from './form-parts.tsx'
import {
  changesOf,
  createBody,
  invoiceInput,
  type InvoiceInput,
  invoiceSchema,
  type InvoiceValues,
  paidInput,
  paymentBody,
  paymentSchema,
  type PaymentValues,
} from './form-values.ts'
import { byWords, isFixed, totalWords } from './invoice-labels.ts'

interface InvoiceFormProps extends DialogProps {
  /** Null: a new one. */
  invoice: Invoice | null
  /** Cents of the stay's price without an invoice yet; below 0 where the invoices ask for more. */
  left: Cents
}

export function InvoiceForm({ invoice, left, ...dialog }: InvoiceFormProps) {
  const { reservation, call, onChanged, onDone, onCancel } = dialog
  const { busy, refusal, submit } = useSubmit({ version: reservation.version, readAgain: onChanged })
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

  const save = async (values: InvoiceValues) => {
    const answer = await submit<Awaited<ReturnType<typeof send>>>((version) => send(values, version))
    if (!answer) return
    if (answer.ok) return onDone(savedWords(invoice, values))
    for (const [name, field] of Object.entries(FIELDS)) {
      const message = answer.fields[name]
      if (message) setError(field, { message }, { shouldFocus: true })
    }
  }
  const send = (values: InvoiceValues, version: number) =>
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
      <FormEnd refusal={refusal} does={invoice ? 'Save' : 'Add invoice'} busy={busy} onCancel={onCancel} />
    </form>
  )
}

/** The call's fields that the form of an invoice has. */
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

interface PriceFieldProps {
  /** Null: a new one. */
  invoice: Invoice | null
  /** The sum as typed so far. */
  amount: Cents
  /** The stay's total as it is. */
  total: Cents
  partOfPrice: boolean
  onSay: (partOfPrice: boolean) => void
}

/** Whether an invoice asks for the price of the stay or for something beyond it, and what that makes of the total. */
function PriceField({ invoice, amount, total, partOfPrice, onSay }: PriceFieldProps) {
  const before = invoice && !invoice.partOfPrice ? invoice.amount : 0
  const after = total - before + (partOfPrice ? 0 : amount)
  return (
    <div className="book-price">
      <CheckField
        id="invoice-part"
        checked={partOfPrice}
        aria-describedby="invoice-part-note"
        onChange={({ target }) => onSay(target.checked)}
      >
        Part of the price of the stay
      </CheckField>
      <output id="invoice-part-note" className="note">
        {partOfPrice ? '' : 'An extra charge. '}
        {totalWords(total, after)}
      </output>
    </div>
  )
}

/** The call's fields that the form of a payment has. */
const PAYMENT_FIELDS = { paidAmount: 'amount', datePaid: 'paidOn', paymentMethod: 'method' } as const

interface MarkPaidProps extends DialogProps {
  invoice: Invoice
  /** How it is mostly paid where the form is opened. */
  usual?: HandMethod
}

/** An unpaid invoice, or a part of it, was paid by hand: how much, when, and how. */
export function MarkPaid({ invoice, usual = 'cash', ...dialog }: MarkPaidProps) {
  const { reservation, call, onChanged, onDone, onCancel } = dialog
  const { busy, refusal, submit } = useSubmit({ version: reservation.version, readAgain: onChanged })
  const [schema] = useState(() => paymentSchema(invoice.amount))
  const form = useForm({
    resolver: zodResolver(schema),
    defaultValues: { amount: plainDollars(invoice.amount), ...paidInput(null), method: usual },
  })
  const { errors } = form.formState
  const [typed, chosen, method] = useWatch({ control: form.control, name: ['amount', 'paidOn', 'method'] })
  const sum = centsOfDollars(typed) ?? 0

  const save = async (values: PaymentValues) => {
    const answer = await submit((version) =>
      call(updateInvoice, {
        body: { updateInvoiceData: { id: invoice.id, version, ...paymentBody(values) } },
      }),
    )
    if (!answer) return
    if (answer.ok) return onDone(recordedWords(invoice, values))
    for (const [name, field] of Object.entries(PAYMENT_FIELDS)) {
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
        refusal={refusal}
        does={sum > 0 ? `Record ${formatMoney(sum)} ${byWords(method)}` : 'Record the payment'}
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
