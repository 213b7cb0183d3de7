/** What the forms about an invoice hold, and what the calls take. Pure but for today's date. */
import { z } from 'zod'
import { isDay, ranchDay, ranchInstant, type Day } from '#shared/days.ts'
import { type Cents, LEAST_CHARGE, MOST_CHARGE, plainDollars } from '#shared/money.ts'
import type { Invoice } from '#features/booking/contract/reservation.ts'
import { HAND_METHODS, type HandMethod, invoiceDescription } from '#features/booking/contract/invoices.ts'
import { partProblem } from '#features/booking/domain/invoices.ts'
import { dollars } from './dollars.ts'
import { dayOf } from './invoice-words.ts'

const today = () => ranchDay(new Date())

const paidOn = z
  .string()
  .refine(isDay, 'Please choose a day')
  .refine((day) => day <= today(), 'That day has not come yet')

/** When and how money came by hand. */
export const paidSchema = z.object({ paidOn, method: z.enum(HAND_METHODS) })
export type PaidValues = z.output<typeof paidSchema>

/** The same with how much of an invoice of `amount` cents came. */
export const paymentSchema = (amount: Cents) =>
  paidSchema.extend({
    amount: dollars({
      least: LEAST_CHARGE,
      tooLittle: 'A payment is at least $0.50',
      most: MOST_CHARGE,
    }).superRefine((part, context) => {
      const message = partProblem(amount, part)
      if (message !== null) context.addIssue({ code: 'custom', message })
    }),
  })
export type PaymentValues = z.output<ReturnType<typeof paymentSchema>>

const terms = z.object({
  amount: dollars({
    least: LEAST_CHARGE,
    tooLittle: 'An invoice is at least $0.50',
    most: MOST_CHARGE,
  }),
  /** Empty: at any time. */
  due: z.string().refine((day) => day === '' || isDay(day), 'Please choose a day'),
  description: invoiceDescription(),
})

/** The day and the way count only where it is paid. */
export const invoiceSchema = z.discriminatedUnion('paid', [
  terms.extend({ paid: z.literal(false), paidOn: z.string(), method: z.enum(HAND_METHODS) }),
  terms.extend({ paid: z.literal(true), ...paidSchema.shape }),
])
export type InvoiceInput = z.input<typeof invoiceSchema>
export type InvoiceValues = z.output<typeof invoiceSchema>

const isHand = (method: string | null): method is HandMethod =>
  (HAND_METHODS as readonly (string | null)[]).includes(method)

export function paidInput(invoice: Invoice | null): z.input<typeof paidSchema> {
  const method = invoice?.paymentMethod ?? null
  return {
    paidOn: invoice?.datePaid ? dayOf(invoice.datePaid) : today(),
    method: isHand(method) ? method : 'cash',
  }
}

/** What a form starts with; `suggested`: what is not invoiced yet. */
export function invoiceInput(invoice: Invoice | null, suggested: Cents = 0): InvoiceInput {
  return {
    amount: invoice ? plainDollars(invoice.amount) : suggested > 0 ? plainDollars(suggested) : '',
    due: invoice?.due ?? '',
    description: invoice?.description ?? '',
    paid: invoice?.paid ?? false,
    ...paidInput(invoice),
  }
}

/** As the calls take it. Today is now; any other day is noon at the ranch, which is that day everywhere near. */
export function paidBody({ paidOn, method }: PaidValues) {
  return { paid: true, datePaid: instantOf(paidOn), paymentMethod: method }
}

function instantOf(day: Day): string | null {
  return day === today() ? null : ranchInstant(day, 12).toISOString()
}

export const paymentBody = ({ amount, ...values }: PaymentValues) => ({
  ...paidBody(values),
  paidAmount: amount,
})

export function createBody(values: InvoiceValues, partOfPrice: boolean) {
  const { amount, due, description } = values
  return { amount, due: due || null, description, partOfPrice, ...(values.paid ? paidBody(values) : {}) }
}

/** Only what is not as it was: somebody else's change of the rest stays. */
export function changesOf(invoice: Invoice, values: InvoiceValues, partOfPrice: boolean) {
  const before = paidInput(invoice)
  const due = values.due || null
  return {
    ...(values.amount === invoice.amount ? {} : { amount: values.amount }),
    ...(due === invoice.due ? {} : { due }),
    ...(values.description === invoice.description ? {} : { description: values.description }),
    ...(partOfPrice === invoice.partOfPrice ? {} : { partOfPrice }),
    ...(values.paid && (values.paidOn !== before.paidOn || values.method !== before.method)
      ? paidBody(values)
      : {}),
  }
}
