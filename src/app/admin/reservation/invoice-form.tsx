/** The forms that create an invoice, edit it, and record a manual payment of it. */
import { type ComponentProps, useState } from 'react'
import { getReservationByAdmin } from '#domain/booking/contract/admin.ts'
import { createInvoice, type HandMethod, updateInvoice } from '#domain/booking/contract/invoices.ts'
import type { AdminInvoice } from '#domain/booking/contract/invoices.ts'
import { fitsPrice, takesMoney, uninvoiced } from '#domain/booking/domain/invoices.ts'
import { ranchDay } from '#shared/days.ts'
import { formatDay } from '#shared/format-days.ts'
import { invoiceLabel } from '#shared/invoice-label.ts'
import { type Cents, formatMoney, centsOfDollars, plainDollars } from '#shared/money.ts'
import { ApiForm } from '#app/ui/form.tsx'
import { CloseRow, DialogQuery } from '#app/ui/dialog-query.tsx'
import { Dialog } from '#app/ui/dialog.tsx'
import { CheckField, DayField, DollarsField, SelectField, TextField } from '#app/ui/field.tsx'
import { Stylesheet } from '#app/ui/stylesheet.tsx'
import { useInvoiceNow, useReservation, useReservationForm, ReservationProvider } from './form-parts.tsx'
import {
  changesOf,
  createBody,
  invoiceInput,
  invoiceSchema,
  type InvoiceValues,
  paidInput,
  handPaymentBody,
  handPaymentSchema,
  type HandPaymentValues,
} from './form-values.ts'
import { NOTE_LABELS, NoteFields } from './note-fields.tsx'
import { describeMethod, HAND_METHOD_LABELS, isFixed, describeTotal } from './money-labels.ts'
import sheet from './dialog.css?url'
import { Text } from '#app/ui/text.tsx'

/** @param invoice the invoice to edit, or null for a new invoice */
export function InvoiceForm({ invoice }: { invoice: AdminInvoice | null }) {
  const { reservation } = useReservation()
  // Uses the page's current invoices, because another admin may have changed them since the form opened.
  const left = uninvoiced(
    reservation.money.price,
    reservation.invoices.map(({ amount, partOfPrice }) => ({ amount, extra: !partOfPrice })),
  )
  const form = useReservationForm(invoice ? updateInvoice : createInvoice, {
    prefix: 'invoice',
    schema: invoiceSchema,
    values: invoiceInput(invoice, left),
    labels: LABELS,
    fieldOf: FIELDS,
    toInput: (values: InvoiceValues, { version }) => {
      const partOfPrice = values.partOfPrice ?? fitsPrice(values.amount, left)
      if (invoice === null) {
        const body = createBody(values, partOfPrice)
        return { body: { createInvoiceData: { reservationId: reservation.id, version, ...body } } }
      }
      const changes = changesOf(invoice, values, partOfPrice)
      return { body: { updateInvoiceData: { id: invoice.id, version, ...changes } } }
    },
    announcement: ({ amount }) =>
      invoice ? `Saved invoice ${invoice.id}` : `Added an invoice of ${formatMoney(amount)}`,
  })
  const { field, check } = form
  const say = (part: boolean) => form.form.setValue('partOfPrice', part, { shouldDirty: true })
  const [typed, due, paid, paidOn, said] = form.form.watch(['amount', 'due', 'paid', 'paidOn', 'partOfPrice'])
  const amount = centsOfDollars(typed) ?? 0
  const partOfPrice = said ?? fitsPrice(amount, left)
  return (
    <ApiForm
      form={form}
      className="book-dialog"
      label={invoice ? `Edit invoice ${invoice.id}` : 'Add invoice'}
      does={invoice ? 'Save the invoice' : 'Add invoice'}
    >
      {!isFixed(invoice) && (
        <div className="book-pair">
          <DollarsField
            {...field('amount')}
            required
            hint={invoice ? `Was ${formatMoney(invoice.amount)}.` : 'For example 480 or 480.01.'}
          />
          <DayField {...field('due')} chosen={due} />
        </div>
      )}
      <TextField
        {...field('description')}
        hint={`A few words for the guest, such as “Leather lesson”. If empty: “${unnamed(invoice, partOfPrice)}”.`}
      />
      {invoice?.purpose !== undefined && invoice.purpose !== 'other' ? null : (
        <PriceField {...{ invoice, amount, partOfPrice }} total={reservation.totalDue} onSay={say} />
      )}
      {invoice === null && takesMoney(reservation) && (
        <CheckField {...check('paid')}>It is already paid</CheckField>
      )}
      {paid && !isFixed(invoice) && (
        <PaidFields
          day={{ ...field('paidOn'), chosen: paidOn }}
          method={field('method')}
          reference={field('reference')}
          memo={field('memo')}
        />
      )}
      {invoice && <WasDeposited invoice={invoice} />}
    </ApiForm>
  )
}

/** Says what a change of a deposited payment means, for example because its check bounced. */
export function WasDeposited({ invoice: { depositedOn, paymentMethod } }: { invoice: AdminInvoice }) {
  if (!depositedOn) return null
  return (
    <p className="note">
      <Text>
        {paymentMethod === 'check' ? 'This check' : 'This cash'} was deposited at the bank on{' '}
        {formatDay(depositedOn)}. If you change the amount or how it was paid, or remove the payment, we
        record that the money left the bank today, as with a bounced check. If you only made a typing mistake,
        please undo the deposit slip first.
      </Text>
    </p>
  )
}

const PAID_LABELS = { paidOn: 'Paid on', method: 'How it was paid', ...NOTE_LABELS } as const

const LABELS = {
  amount: 'Amount in dollars',
  due: 'Due',
  description: 'What it is for',
  paid: 'Paid',
  ...PAID_LABELS,
}

/** The form's names for fields of an invoice that have other names in the API. */
const FIELDS = { datePaid: 'paidOn', paymentMethod: 'method' } as const

const unnamed = (invoice: AdminInvoice | null, partOfPrice: boolean) =>
  invoiceLabel({ purpose: invoice?.purpose ?? 'other', description: null, partOfPrice })

interface PriceFieldProps {
  invoice: AdminInvoice | null
  amount: Cents
  total: Cents
  partOfPrice: boolean
  onSay: (partOfPrice: boolean) => void
}

/**
 * Renders the checkbox that makes an invoice part of the price or an extra charge, and the stay's total after
 * that change.
 */
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
        <Text>
          {partOfPrice ? '' : 'An extra charge. '}
          {describeTotal(total, after)}
        </Text>
      </output>
    </div>
  )
}

interface HandPaymentFormProps {
  invoice: AdminInvoice
  /** The payment method that the form preselects for the manual payment. */
  usual?: HandMethod
}

/** Renders the form for a manual payment of an invoice, in full or in part. */
export function HandPaymentForm({ invoice: opened, usual = 'cash' }: HandPaymentFormProps) {
  const invoice = useInvoiceNow(opened)
  const form = useReservationForm(updateInvoice, {
    prefix: 'paid',
    schema: handPaymentSchema(invoice.amount),
    values: { amount: plainDollars(invoice.amount), ...paidInput(null), method: usual },
    labels: { amount: LABELS.amount, ...PAID_LABELS },
    fieldOf: { ...FIELDS, paidAmount: 'amount' },
    toInput: (values: HandPaymentValues, { version }) => ({
      body: { updateInvoiceData: { id: invoice.id, version, ...handPaymentBody(values) } },
    }),
    announcement: (values) => describeManualPayment(invoice, values),
  })
  const [typed, chosen, method] = form.form.watch(['amount', 'paidOn', 'method'])
  const sum = centsOfDollars(typed) ?? 0
  return (
    <ApiForm
      form={form}
      className="book-dialog"
      label={`Record a payment of invoice ${invoice.id}`}
      does={sum > 0 ? `Record ${formatMoney(sum)} ${describeMethod(method)}` : 'Record the payment'}
    >
      <p>
        <strong>{invoiceLabel(invoice)}</strong>, paid outside the website. If the guest has started a card
        payment, we cancel it first, so nobody pays twice.
      </p>
      <DollarsField
        {...form.field('amount')}
        required
        hint={`The invoice is for ${formatMoney(invoice.amount)}. You can record a part of it. The rest stays unpaid.`}
      />
      <PaidFields
        day={{ ...form.field('paidOn'), chosen }}
        method={form.field('method')}
        reference={form.field('reference')}
        memo={form.field('memo')}
      />
      <output className="note">
        <Text>{describeRemainder(invoice.amount - sum)}</Text>
      </output>
    </ApiForm>
  )
}

const describeRemainder = (rest: number) => (rest > 0 ? `${formatMoney(rest)} stays unpaid.` : '')

function describeManualPayment(invoice: AdminInvoice, { amount, method }: HandPaymentValues): string {
  const paid = `${invoiceLabel(invoice)}: ${formatMoney(amount)} was paid ${describeMethod(method)}`
  const rest = describeRemainder(invoice.amount - amount)
  return rest === '' ? paid : `${paid}. ${rest}`
}

interface PaidFieldsProps extends ComponentProps<typeof NoteFields> {
  day: ComponentProps<typeof DayField>
  method: Omit<ComponentProps<typeof SelectField>, 'options'>
}

function PaidFields({ day, method, ...notes }: PaidFieldsProps) {
  const [today] = useState(() => ranchDay(new Date()))
  return (
    <>
      <div className="book-pair">
        <DayField {...day} max={today} required />
        <SelectField {...method} options={HAND_METHOD_LABELS} required />
      </div>
      <NoteFields {...notes} />
    </>
  )
}

interface HandPaymentDialogProps {
  /** The invoice to pay. Null while the dialog is closed. */
  invoice: { reservationId: number; invoiceId: number; guest: string } | null
  onClose: () => void
  onDone: (words: string) => void
}

/**
 * Renders the dialog "Record a payment" for pages that know only an invoice's id. The dialog loads the amount
 * of the invoice.
 */
export function HandPaymentDialog({ invoice, onClose, onDone }: HandPaymentDialogProps) {
  return (
    <Dialog
      open={invoice !== null}
      onClose={onClose}
      title={`Record a payment of ${invoice?.guest ?? ''}`}
      backdrop="static"
    >
      <Stylesheet href={sheet} />
      {invoice && <HandPaymentQuery {...invoice} onDone={onDone} />}
    </Dialog>
  )
}

type HandPaymentQueryProps = NonNullable<HandPaymentDialogProps['invoice']> &
  Pick<HandPaymentDialogProps, 'onDone'>

function HandPaymentQuery({ reservationId, invoiceId, onDone }: HandPaymentQueryProps) {
  return (
    <DialogQuery
      endpoint={getReservationByAdmin}
      input={{ query: { id: reservationId } }}
      loading="Loading the invoice"
      failed="The invoice could not be loaded"
    >
      {(reservation, { refetch }) => {
        const invoice = reservation.invoices.find(({ id }) => id === invoiceId)
        if (invoice && !invoice.paid)
          return (
            <ReservationProvider value={{ reservation, onDone, onOutdated: refetch, show: () => {} }}>
              <HandPaymentForm invoice={invoice} usual="check" />
            </ReservationProvider>
          )
        return (
          <>
            <p>{invoice ? 'This invoice is paid already.' : 'This invoice no longer exists.'}</p>
            <CloseRow />
          </>
        )
      }}
    </DialogQuery>
  )
}
