/**
 * The typed values of the admin's forms about money (cancellation, invoice, manual payment), and the requests
 * made from them.
 */
import { z } from 'zod'
import { changedIn } from '#shared/collections.ts'
import { REQUIRED } from '#shared/fields.ts'
import {
  type Cents,
  formatMoney,
  LEAST_CHARGE,
  MOST_CHARGE,
  centsOfDollars,
  plainDollars,
} from '#shared/money.ts'
import { REFUND_METHODS, type RefundPlan, type RefundShown } from '#domain/booking/contract/refunds.ts'
import { usualRefundMethod } from '#domain/booking/domain/refunds.ts'
import { withSum } from '#domain/booking/domain/refund-policy.ts'
import { type Day, isDay, ranchDay, ranchInstant } from '#shared/days.ts'
import {
  type AdminInvoice,
  HAND_METHODS,
  type HandMethod,
  invoiceDescription,
  memoText,
  referenceText,
} from '#domain/booking/contract/invoices.ts'
import { partProblem } from '#domain/booking/domain/invoices.ts'
import { dayOf } from './money-labels.ts'

const NO_SUM = 'Please enter dollars, such as 480 or 480.01'

/**
 * Parses typed dollars such as `"1,250"` or `"$480.01"` to cents. Never rounds: a price with a fraction of a
 * cent is an error.
 */
export function dollars({ least, tooLittle, most }: { least: Cents; tooLittle: string; most: Cents }) {
  return z.string().transform((typed, context) => {
    const sum = centsOfDollars(typed)
    const wrong = sum === null ? (typed.trim() === '' ? REQUIRED : NO_SUM) : describeBounds(sum)
    if (sum !== null && wrong === null) return sum
    context.addIssue({ code: 'custom', message: wrong ?? NO_SUM })
    return z.NEVER
  })

  function describeBounds(sum: Cents): string | null {
    if (sum < least) return tooLittle
    return sum > most ? `Please enter no more than ${formatMoney(most)}` : null
  }
}

/**
 * Parses typed dollars to cents. Returns null for an empty field, for which the server uses its usual amount.
 */
export const optionalDollars = z.string().transform((typed, context) => {
  if (typed.trim() === '') return null
  const sum = dollars({ least: 0, tooLittle: 'Please enter $0.00 or more', most: MOST_CHARGE }).safeParse(
    typed,
  )
  if (sum.success) return sum.data
  for (const { message } of sum.error.issues) context.addIssue({ code: 'custom', message })
  return z.NEVER
})

/**
 * Creates the schema of the cancel form. The form requires a reason for a refund that the admin typed, and
 * for a taker known only from the guest's word (`byWord`). If a payer leaves companions behind (`handsOver`),
 * the admin must choose the next payer. `most` is the largest possible refund in cents.
 */
export function cancelSchema({ most, byWord, handsOver }: CancelFacts) {
  const common = z.object({
    sendEmail: z.boolean(),
    /** The reservation id of the next payer. Empty if the admin has chosen no payer. */
    newPayer: handsOver ? z.string().min(1, REQUIRED) : z.string(),
  })
  return z.discriminatedUnion('override', [
    common.extend({ override: z.literal(false), refund: z.string(), reason: byWord ? why : z.string() }),
    common.extend({
      override: z.literal(true),
      refund: dollars({ least: 0, tooLittle: 'Please enter $0.00 or more', most }),
      reason: why,
    }),
  ])
}

interface CancelFacts {
  most: Cents
  byWord: boolean
  handsOver: boolean
}

const why = z.string().trim().min(1, REQUIRED).max(500, 'Please keep this under 500 characters')

type CancelInput = z.input<ReturnType<typeof cancelSchema>>
export type CancelValues = z.output<ReturnType<typeof cancelSchema>>

export const CANCEL_INPUT: CancelInput = {
  override: false,
  refund: '',
  reason: '',
  newPayer: '',
  sendEmail: true,
}

/**
 * Returns the request body of a cancellation. Without an amount in the body, the server refunds what the
 * Terms of Stay say.
 */
export function decidedBody(values: CancelValues, { byWord, handsOver }: Omit<CancelFacts, 'most'>) {
  const { override, refund, reason, sendEmail, newPayer } = values
  return {
    sendEmail,
    ...(override ? { refund, reason } : byWord ? { reason } : {}),
    ...(handsOver ? { newPayer: Number(newPayer) } : {}),
  }
}

/**
 * Divides a typed refund among the payments of the refund plan. `sum` is the typed refund. It is null, and
 * counts as zero, while the admin types an incomplete amount.
 */
export function shownWith(plan: RefundPlan, sum: Cents | null): RefundPlan {
  const dated = plan.lines.map((line) => ({ ...line, paidAt: new Date(line.paidAt) }))
  const other = withSum({ ...plan, lines: dated }, Math.max(0, sum ?? 0))
  const lines = plan.lines.map((line, index) => ({ ...line, refund: other.lines[index]?.refund ?? 0 }))
  return { ...other, lines }
}

const today = () => ranchDay(new Date())

export const paidOn = z
  .string()
  .refine(isDay, 'Please choose a day')
  .refine((day) => day <= today(), 'That day has not come yet')

const noted = { reference: referenceText(), memo: memoText() }

const paidSchema = z.object({ paidOn, method: z.enum(HAND_METHODS), ...noted })
type PaidValues = z.output<typeof paidSchema>

/** Validates a manual payment of at most `amount` cents. */
export const handPaymentSchema = (amount: Cents) =>
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
export type HandPaymentValues = z.output<ReturnType<typeof handPaymentSchema>>

const terms = z.object({
  amount: dollars({ least: LEAST_CHARGE, tooLittle: 'An invoice is at least $0.50', most: MOST_CHARGE }),
  /** The invoice's due day. Empty if the invoice has none. */
  due: z.string().refine((day) => day === '' || isDay(day), 'Please choose a day'),
  description: invoiceDescription(),
  /**
   * True if the invoice is part of the stay's price. While this is null, the admin has not decided, and the
   * invoice is a part if other invoices leave enough of the price uncovered.
   */
  partOfPrice: z.boolean().nullable(),
})

/** Validates an invoice. The day and the method of the payment must be valid only if "paid" is checked. */
export const invoiceSchema = z.discriminatedUnion('paid', [
  terms.extend({
    ...paidSchema.shape,
    paid: z.literal(false),
    paidOn: z.string(),
    reference: z.string().nullable(),
    memo: z.string().nullable(),
  }),
  terms.extend({ paid: z.literal(true), ...paidSchema.shape }),
])
export type InvoiceInput = z.input<typeof invoiceSchema>
export type InvoiceValues = z.output<typeof invoiceSchema>

const isHand = (method: string | null): method is HandMethod =>
  (HAND_METHODS as readonly (string | null)[]).includes(method)

export function paidInput(invoice: AdminInvoice | null): z.input<typeof paidSchema> {
  const method = invoice?.paymentMethod ?? null
  return {
    paidOn: invoice?.datePaid ? dayOf(invoice.datePaid) : today(),
    method: isHand(method) ? method : 'cash',
    reference: invoice?.reference ?? '',
    memo: invoice?.memo ?? '',
  }
}

/**
 * Returns the initial values of the invoice form. `suggested` is the part of the price in cents that no
 * invoice covers.
 */
export function invoiceInput(invoice: AdminInvoice | null, suggested: Cents = 0): InvoiceInput {
  return {
    amount: invoice ? plainDollars(invoice.amount) : suggested > 0 ? plainDollars(suggested) : '',
    due: invoice?.due ?? '',
    description: invoice?.description ?? '',
    partOfPrice: invoice?.partOfPrice ?? null,
    paid: invoice?.paid ?? false,
    ...paidInput(invoice),
  }
}

/**
 * Converts the day of a payment for the API. Today becomes null, which means now. Any other day becomes noon
 * at the ranch, because noon is on the same day in nearby time zones too.
 */
function paidBody({ paidOn: day, method }: PaidValues) {
  return { paid: true, datePaid: instantOf(day), paymentMethod: method }
}

const notesOf = ({ reference, memo }: PaidValues) => ({ reference, memo })

export const instantOf = (day: Day): string | null =>
  day === today() ? null : ranchInstant(day, 12).toISOString()

export const handPaymentBody = ({ amount, ...values }: HandPaymentValues) => ({
  ...paidBody(values),
  ...notesOf(values),
  paidAmount: amount,
})

export function createBody(values: InvoiceValues, partOfPrice: boolean) {
  const { amount, due, description } = values
  return {
    amount,
    due: due || null,
    description,
    partOfPrice,
    ...(values.paid ? { ...paidBody(values), ...notesOf(values) } : {}),
  }
}

type Terms = Pick<AdminInvoice, 'amount' | 'due' | 'description' | 'partOfPrice'>

export function changesOf(invoice: AdminInvoice, values: InvoiceValues, partOfPrice: boolean) {
  const before = paidInput(invoice)
  const { amount, description } = values
  const now: Terms = { amount, due: values.due || null, description, partOfPrice }
  return {
    ...changedIn<Terms>(invoice, now),
    ...(values.paid && (values.paidOn !== before.paidOn || values.method !== before.method)
      ? paidBody(values)
      : {}),
    ...(values.paid ? changedIn<ReturnType<typeof notesOf>>(invoice, notesOf(values)) : {}),
  }
}

/** Validates how an admin gave a refund. */
export const givenSchema = z.object({ method: z.enum(REFUND_METHODS), givenOn: paidOn, ...noted })

export const givenInput = ({ method }: Pick<RefundShown, 'method'>): z.input<typeof givenSchema> => ({
  method: usualRefundMethod(method),
  givenOn: today(),
  reference: '',
  memo: '',
})
