/** Endpoints for admins about invoices and their receipts. */
import { z } from 'zod'
import type { PaymentMethod } from '#platform/database/schema/payments.ts'
import { endpoint, pdfReply } from '#shared/endpoint.ts'
import { cents, clearableLine, day, id, instantText } from '#shared/fields.ts'
import { DESCRIPTION_LENGTH } from '#shared/invoice-label.ts'
import { LEAST_CHARGE } from '#shared/money.ts'
import { invoice, MONEY_MOVES, OF_VERSION, PURGED } from './reservation.ts'

export const HAND_METHODS = ['cash', 'check', 'transfer', 'other'] as const satisfies PaymentMethod[]

export type HandMethod = (typeof HAND_METHODS)[number]

const amount = () => cents().min(LEAST_CHARGE, 'An invoice is at least $0.50')

/** Accepts one line without tabs. Null or an empty text clears it. */
export const invoiceDescription = () =>
  clearableLine(DESCRIPTION_LENGTH).refine(
    (text) => text === null || !UNFIT.test(text),
    'Please keep this on one line, without tabs or other control characters',
  )

const UNFIT = /[\p{Cc}\p{Zl}\p{Zp}]/u

const terms = {
  /** The invoice's name as the guest reads it. Null or empty: the name follows from its purpose. */
  description: invoiceDescription().optional(),
  /**
   * True: the invoice is for part of the price. False: it is an extra charge and raises the total. Only invoices
   * that an admin added can change this.
   * Missing in a new invoice: part of the price if that much of the price is not invoiced yet, otherwise an extra
   * charge.
   */
  partOfPrice: z.boolean().optional(),
  /** Due day; null if it can be paid at any time. */
  due: day().nullish(),
  /** True if it was paid manually. Card payments are never set here: only Stripe reports them. */
  paid: z.boolean().optional(),
  /** When it was paid manually, not in the future. Null: now. Missing: unchanged, or now. */
  datePaid: instantText().nullish(),
  /** How it was paid manually. Null or missing: unchanged, or `cash`. */
  paymentMethod: z.enum(HAND_METHODS).nullish(),
  /** Version of the reservation that the admin saw. A stale version is refused. */
  version: z.int().optional(),
}

const INVOICE_NOT_FOUND = [404, 'This invoice is gone.'] as const

/** Refusals to change money that is already in the books. */
const KEPT_IN_BOOKS = {
  paid_by_card: 'This invoice was paid by card. It can only be refunded.',
  given_back: 'Part of this payment was refunded already, so it stays recorded.',
} as const

const NOT_STANDING =
  'This reservation has lost its spot. Please add the guest again and record the payment there.'

export const createInvoice = endpoint({
  name: 'booking.createInvoice',
  route: 'POST auth/createInvoice',
  summary:
    'Adds an invoice to a reservation, unpaid or with a manual payment. An extra charge raises the total',
  access: 'admin',
  body: z.object({ createInvoiceData: z.object({ reservationId: id(), amount: amount(), ...terms }) }),
  reply: z.object({ invoice }),
  failures: { ...OF_VERSION, not_standing: NOT_STANDING },
})

export const updateInvoice = endpoint({
  name: 'booking.updateInvoice',
  route: 'PUT auth/updateInvoice',
  summary:
    'Changes an invoice. Missing fields stay unchanged; null clears the due day or the description. `paid` true records a manual payment, false removes it. An open card payment is canceled first',
  access: 'admin',
  body: z.object({
    updateInvoiceData: z.object({
      id: id(),
      amount: amount().optional(),
      /**
       * With `paid` true: the cents that were paid. Missing: all of it. A partial amount becomes a paid invoice of
       * its own, and this invoice asks for the rest.
       * Send `version` too, so that a repeated request does not record the payment twice.
       */
      paidAmount: cents().min(LEAST_CHARGE, 'A payment is at least $0.50').optional(),
      ...terms,
    }),
  }),
  reply: z.object({ invoice }),
  failures: {
    ...OF_VERSION,
    not_found: INVOICE_NOT_FOUND,
    ...KEPT_IN_BOOKS,
    not_standing: NOT_STANDING,
    ...MONEY_MOVES,
  },
})

export const deleteInvoice = endpoint({
  name: 'booking.deleteInvoice',
  route: 'DELETE auth/deleteInvoice',
  summary: 'Deletes an invoice and its manual payment. An invoice paid by card is refused',
  access: 'admin',
  query: z.object({
    id: id(),
    /** Version of the reservation that the admin saw. A stale version is refused. */
    version: id().optional(),
  }),
  failures: { ...OF_VERSION, not_found: INVOICE_NOT_FOUND, ...KEPT_IN_BOOKS, ...MONEY_MOVES },
})

export const getReceipt = endpoint({
  name: 'booking.getReceipt',
  route: 'GET auth/receipt',
  summary: 'Returns the receipt of a paid invoice as a PDF',
  access: 'admin',
  gives: 'pdf',
  query: z.object({ invoiceId: id() }),
  reply: pdfReply,
  failures: { not_found: INVOICE_NOT_FOUND, not_paid: 'This invoice is not paid yet.', purged: PURGED },
})
