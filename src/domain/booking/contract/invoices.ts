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

const UNFIT = /[\p{Cc}\p{Zl}\p{Zp}]/u

const lineWithoutTabs = (max: number) =>
  clearableLine(max).refine(
    (text) => text === null || !UNFIT.test(text),
    'Please keep this on one line, without tabs or other control characters',
  )

/** Validates the name of an invoice: one line without tabs. Null or an empty text clears the name. */
export const invoiceDescription = () => lineWithoutTabs(DESCRIPTION_LENGTH)

/** Validates the number of a check or bank transfer. Null or an empty text clears it. */
export const referenceText = () =>
  clearableLine(40).refine(
    (text) => text === null || /^[A-Za-z0-9 #/.-]+$/.test(text),
    'Please use only letters, digits, spaces and - # / .',
  )

/** Validates an admin's note about a manual payment or refund. Null or an empty text clears it. */
export const memoText = () => lineWithoutTabs(120)

const terms = {
  /** The invoice's name as the guest sees it. Null or empty: the site derives a name from the purpose. */
  description: invoiceDescription().optional(),
  /**
   * True if the invoice is for a part of the price. False if it is an extra charge, which raises the total. Only
   * invoices that an admin added can change this. If missing in a new invoice: part of the price if at least
   * `amount` of the price has no invoice yet, otherwise an extra charge.
   */
  partOfPrice: z.boolean().optional(),
  /** Day on which the invoice is due. Null if the guest can pay on any day. */
  due: day().nullish(),
  /**
   * True if a manual payment paid the invoice. Card payments are never set here, because only Stripe reports them.
   */
  paid: z.boolean().optional(),
  /**
   * When the manual payment was made; never in the future. Null means now. If missing, a recorded payment keeps its
   * time, and a new one is made now.
   */
  datePaid: instantText().nullish(),
  /**
   * Method of the manual payment. If null or missing, a recorded payment keeps its method, and a new one is `cash`.
   */
  paymentMethod: z.enum(HAND_METHODS).nullish(),
  /** Number of the check or bank transfer of the manual payment. If missing, a recorded payment keeps its number. */
  reference: referenceText().optional(),
  /** A note for admins about the manual payment. If missing, a recorded payment keeps its note. */
  memo: memoText().optional(),
  /** Version of the reservation that the admin saw. A stale version is refused. */
  version: z.int().optional(),
}

/** An invoice as admins see it. */
export const adminInvoice = invoice.extend({
  /** Number of the check or bank transfer that paid the invoice. */
  reference: z.string().nullable(),
  /** An admin's note about the manual payment. Null if there is none or it was deleted. */
  memo: z.string().nullable(),
  /** The day on which the cash or the check was deposited at the bank. Null if it is in no deposit slip. */
  depositedOn: day().nullable(),
})

export type AdminInvoice = z.output<typeof adminInvoice>

const INVOICE_NOT_FOUND = [404, 'This invoice no longer exists.'] as const

/** Reasons to refuse a change of a payment that is already in the accounts. */
const KEPT_IN_BOOKS = {
  paid_by_card: 'This invoice was paid by card. It can only be refunded.',
  given_back: 'Part of this payment was refunded already, so it stays recorded.',
} as const

const NOT_STANDING =
  'This reservation has lost its spot. Please add the guest again and record the payment there.'

const VOID =
  'The stay is canceled, so this invoice is void and takes no payment. If the guest has paid anyway, add an invoice that is already paid. Then refund what you do not keep.'

export const createInvoice = endpoint({
  name: 'booking.createInvoice',
  route: 'POST auth/createInvoice',
  summary:
    'Adds an invoice to a reservation as an admin, unpaid or (`paid: true`) already paid in cash, by check or by transfer. The invoice is for a part of the price (`partOfPrice`) or an extra charge, which raises the total. An invoice for a companion belongs to the payer. Fails if the `version` is stale, or with `paid: true` if the reservation has lost its spot',
  needs: 'money.take',
  body: z.object({ createInvoiceData: z.object({ reservationId: id(), amount: amount(), ...terms }) }),
  reply: z.object({ invoice: adminInvoice }),
  failures: { ...OF_VERSION, not_standing: NOT_STANDING },
})

export const updateInvoice = endpoint({
  name: 'booking.updateInvoice',
  route: 'PUT auth/updateInvoice',
  summary:
    'Changes an invoice as an admin. Missing fields stay unchanged; null clears `due`, the due day, or `description`, the invoice’s name. `paid: true` records a payment in cash, by check or by transfer (in full, or of `paidAmount` cents), and `paid: false` removes that payment. Before the change, cancels the card payment that the guest may have open for this invoice. A payment in a deposit slip leaves the bank if its amount or method changes, or if it is removed. Fails if a bank is still deciding about a payment, or with `paid: true` if the stay is canceled or has lost its spot. Once a card has paid the invoice, only `description` and `partOfPrice` can change',
  needs: 'money.take',
  body: z.object({
    updateInvoiceData: z.object({
      id: id(),
      amount: amount().optional(),
      /**
       * With `paid: true`, the cents that were paid; if missing, the invoice was paid in full. A partial amount
       * becomes a paid invoice of its own, and the original invoice asks for the rest. Send `version` too, so that
       * a repeated request does not record the payment twice.
       */
      paidAmount: cents().min(LEAST_CHARGE, 'A payment is at least $0.50').optional(),
      ...terms,
    }),
  }),
  reply: z.object({ invoice: adminInvoice }),
  failures: {
    ...OF_VERSION,
    not_found: INVOICE_NOT_FOUND,
    ...KEPT_IN_BOOKS,
    not_standing: NOT_STANDING,
    void: VOID,
    ...MONEY_MOVES,
  },
})

export const deleteInvoice = endpoint({
  name: 'booking.deleteInvoice',
  route: 'DELETE auth/deleteInvoice',
  summary:
    'Deletes an invoice together with its manual payment, if it has one. Fails if the invoice was paid by card or partly refunded, or if a bank is still deciding about a payment',
  needs: 'money.take',
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
  summary:
    'Returns the receipt of a paid invoice as a PDF, for an admin. Fails if the invoice is not paid or the guest’s data was deleted',
  needs: 'money.take',
  gives: 'pdf',
  query: z.object({ invoiceId: id() }),
  reply: pdfReply,
  failures: { not_found: INVOICE_NOT_FOUND, not_paid: 'This invoice is not paid yet.', purged: PURGED },
})
