/**
 * The API endpoints by which guests export or delete all data that the site stores about them. A guest calls them
 * from the private link.
 */
import { z } from 'zod'
import { arrivalShown, toldArrival } from '#domain/onsite/arrival/contract.ts'
import { endpoint } from '#shared/endpoint.ts'
import { cents, day, instantText } from '#shared/fields.ts'
import { eachField, SEALED_FIELDS } from '#shared/guest-details.ts'

const NOT_FOUND = [404, 'Reservation not found'] as const
const PURGED = [410, 'This information has been deleted, as promised.'] as const

const text = () => z.string().nullable()
const sum = () => z.int().meta({ title: 'Cents' })

const PURPOSES = ['deposit', 'remainder', 'whole', 'other'] as const

const invoice = z.object({
  id: z.int(),
  purpose: z.enum(PURPOSES),
  /** The name that the venue gave the invoice. If null, pages name the invoice after its purpose. */
  description: text(),
  /** False for an extra charge that is not part of the price of the stay. */
  partOfPrice: z.boolean(),
  amount: cents(),
  /** The part of the invoice for this guest, in cents. The rest is for companions whom the guest pays for. */
  own: cents(),
  due: day().nullable(),
  createdAt: instantText(),
  reminderSentAt: instantText().nullable(),
})

const refund = z.object({
  amount: cents(),
  reason: z.string(),
  status: z.string(),
  byHand: z.boolean(),
  /** True while the card company has not sent the requested refund yet. */
  waitsForBalance: z.boolean(),
  createdAt: instantText(),
  finishedAt: instantText().nullable(),
  /** How an admin gave the refund, the number of the check or bank transfer, and an admin's note about it. */
  givenBy: text(),
  reference: text(),
  memo: text(),
})

const payment = z.object({
  id: z.int(),
  invoiceId: z.int().nullable(),
  method: z.string(),
  amount: cents(),
  paidAt: instantText(),
  intentId: text(),
  chargeId: text(),
  card: text(),
  /** Number of the check or bank transfer, and an admin's note about it. */
  reference: text(),
  memo: text(),
  /** Cents of the payment that banks hold at present, because the guest disputes the payment. */
  withdrawn: cents(),
  refunds: z.array(refund),
})

const mail = z.object({
  type: z.string(),
  status: z.enum(['queued', 'sent', 'failed', 'dropped']),
  createdAt: instantText(),
  sentAt: instantText().nullable(),
  to: text(),
  subject: text(),
  /** The text of the e-mail as it was sent. Null if the e-mail was not sent, or if its text was deleted. */
  text: text(),
})

const historyEntry = z.object({
  at: instantText(),
  /**
   * Who made the change: a guest, the venue, the site automatically, or Stripe. The export never names a person at
   * the venue.
   */
  by: z.enum(['guest', 'house', 'site', 'card company']),
  what: z.string(),
  fields: z.array(z.string()),
  details: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])).nullable(),
})

/**
 * When and how the guest said they would arrive, and which arrival buttons were pressed. Null if nothing is stored.
 */
const arrival = arrivalShown
  .pick({ leftPavementAt: true, hereAt: true, hereBy: true })
  .extend({ day: day().nullable(), time: text(), by: toldArrival.shape.by.nullable() })

const waiting = z.object({
  customerName: z.string(),
  email: z.string(),
  phone: z.string().nullable(),
  size: z.int(),
  state: z.string(),
  createdAt: instantText(),
})

/** Everything that the site stores about the guest of one reservation. */
export const storedData = z.object({
  at: instantText(),
  /** The ranch day on which the guest's data is deleted automatically. */
  deletedOn: day(),
  event: z.object({ name: z.string(), startDateDate: day(), endDateDate: day() }),
  reservation: z.object({
    id: z.int(),
    status: z.string(),
    createdAt: instantText(),
    updatedAt: instantText(),
    holdExpiresAt: instantText().nullable(),
    /** The guest's personal details. `notes` are the admins' notes about the stay. */
    ...eachField(SEALED_FIELDS, text),
    photoConsent: z.boolean(),
    /** The price of the stay in cents. `totalDue` is this price plus extra charges, minus goodwill refunds. */
    price: cents(),
    /**
     * The discount of a code that was used at sign-up. Null without a code. For a companion, `code` is null, because
     * the payer entered the code.
     */
    discount: z.object({ code: text(), amount: cents() }).nullable(),
    totalDue: sum(),
    totalPaid: sum(),
    directionsViewedAt: instantText().nullable(),
  }),
  consent: z.object({
    given: z.boolean(),
    /** The SHA-256 hash of the Terms of Stay that the guest accepted. */
    termsHash: text(),
    at: instantText().nullable(),
  }),
  /** The guest's party. Null for a guest in no party. */
  party: z
    .object({
      payer: z.boolean(),
      /** The names of the party's other guests, as they appear on this guest's page. */
      with: z.array(z.string()),
      /** The price of the guest's own stay, in cents. */
      ownPrice: cents(),
    })
    .nullable(),
  cancellation: z
    .object({
      cancelledBy: z.string(),
      at: instantText(),
      daysBefore: z.int(),
      percent: z.int(),
      refundToCards: cents(),
      refundByHand: cents(),
      overrideReason: text(),
    })
    .nullable(),
  invoices: z.array(invoice),
  payments: z.array(payment),
  mails: z.array(mail),
  history: z.array(historyEntry),
  arrival: arrival.nullable(),
  /** The options that the guest chose, lodging first. */
  choices: z.array(z.object({ name: z.string(), price: cents(), chosenAt: instantText() })),
  /** The card that Stripe saves, or has saved, for the remainder. Null if Stripe never saved one. */
  keptCard: z
    .object({
      card: text(),
      /** The last month in which the card is valid. Null if it is unknown or deleted. */
      expires: text(),
      customer: text(),
      /** The version of the text about saving a card that the guest agreed to. */
      consentVersion: z.string(),
      consentAt: instantText(),
      endedAt: instantText().nullable(),
      charges: z.array(
        z.object({ amount: cents(), on: day(), status: z.string(), declineCode: text(), adviceCode: text() }),
      ),
    })
    .nullable(),
  /** The guest's bed. Null if no bed is assigned. */
  room: z.string().nullable(),
  /** The waitlist entry through which the guest got this stay. Null if the guest was not on the waitlist. */
  waitlist: waiting.nullable(),
})
export type StoredData = z.output<typeof storedData>

export const exportReservation = endpoint({
  name: 'privacy.exportReservation',
  route: 'GET reservation/export',
  summary:
    'Returns everything that is stored about a guest, by their private link. A browser saves the reply as a file',
  access: 'link',
  query: z.object({ uuid: z.string().max(100) }),
  savedAs: 'my-stay-at-the-ranch.json',
  reply: storedData,
  failures: { not_found: NOT_FOUND, purged: PURGED },
})

export const eraseReservation = endpoint({
  name: 'privacy.eraseReservation',
  route: 'POST reservation/erase',
  summary:
    'Deletes a guest’s personal data by the guest’s private link, earlier than the automatic deletion after the event. First e-mails the guest a receipt of the deletion, which needs no answer, and deletes the data minutes later. Fails if the guest is still coming, or if a payment or refund is still due',
  access: 'link',
  body: z.object({ uuid: z.string().max(100), confirm: z.literal(true) }),
  failures: {
    not_found: NOT_FOUND,
    purged: PURGED,
    still_coming:
      'You are still coming, and we need your details for that. Cancel your stay first; then we delete them.',
    still_pending: 'Your payment is still under way. Please wait until it is done.',
    refund_under_way:
      'Your refund is not complete yet. Please try again when it has arrived. Until then we may have to reach you.',
    money_owed:
      'A payment or refund is still open, and we need to reach you about it. Please write to us; then we delete your data.',
  },
})
