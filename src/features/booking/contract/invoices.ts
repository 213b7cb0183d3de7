/** The calls of an admin about invoices. */
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

/** One line without tabs, or null or empty text for none. */
export const invoiceDescription = () =>
  clearableLine(DESCRIPTION_LENGTH).refine(
    (text) => text === null || !UNFIT.test(text),
    'Please keep this on one line, without tabs or other control characters',
  )

const UNFIT = /[\p{Cc}\p{Zl}\p{Zp}]/u

const terms = {
  /** The invoice's name as the guest reads it; null or empty: its purpose says it. */
  description: invoiceDescription().optional(),
  /**
   * False: an extra charge, which raises the total of the stay; only for what an admin added. Missing in a new one: part
   * of the price where so much of the price has no invoice yet, else an extra charge.
   */
  partOfPrice: z.boolean().optional(),
  /** The day by which it is to be paid; null: at any time. */
  due: day().nullish(),
  /** True: it was paid by hand; a card's payment is the provider's word alone. */
  paid: z.boolean().optional(),
  /** The instant of the payment by hand; null: now; missing: as it was, or now. Not in the future. */
  datePaid: instantText().nullish(),
  /** The method of the payment by hand; missing or null: as it was, or `cash`. */
  paymentMethod: z.enum(HAND_METHODS).nullish(),
  /** The reservation's version that the admin saw; with an outdated one nothing is changed. */
  version: z.int().optional(),
}

const INVOICE_NOT_FOUND = [404, 'This invoice is gone.'] as const

/** Money that stays in the books as it is. */
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
    'Adds an invoice to a reservation, unpaid or paid by hand; one that is no part of the price raises the total',
  access: 'admin',
  body: z.object({ createInvoiceData: z.object({ reservationId: id(), amount: amount(), ...terms }) }),
  reply: z.object({ invoice }),
  failures: { ...OF_VERSION, not_standing: NOT_STANDING },
})

export const updateInvoice = endpoint({
  name: 'booking.updateInvoice',
  route: 'PUT auth/updateInvoice',
  summary:
    'Changes an invoice: what is absent stays, null clears the due day or the description. `paid` true takes money by hand, false says that it never came. An open card payment of it is canceled first',
  access: 'admin',
  body: z.object({
    updateInvoiceData: z.object({
      id: id(),
      amount: amount().optional(),
      /**
       * With `paid` true: how much of it came, in cents; missing: all of it. A part becomes a paid invoice of its own, and
       * this one asks for the rest. Send `version` with it: then saying it twice takes nothing twice.
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
  summary: 'Deletes an invoice; money that was taken for it by hand goes with it, a card’s never does',
  access: 'admin',
  query: z.object({
    id: id(),
    /** The reservation's version that the admin saw, as in the other calls. */
    version: id().optional(),
  }),
  failures: { ...OF_VERSION, not_found: INVOICE_NOT_FOUND, ...KEPT_IN_BOOKS, ...MONEY_MOVES },
})

export const getReceipt = endpoint({
  name: 'booking.getReceipt',
  route: 'GET auth/receipt',
  summary: 'The receipt of a paid invoice as a PDF',
  access: 'admin',
  gives: 'pdf',
  query: z.object({ invoiceId: id() }),
  reply: pdfReply,
  failures: { not_found: INVOICE_NOT_FOUND, not_paid: 'This invoice is not paid yet.', purged: PURGED },
})
