/** A guest's own data, by their private link: all that is stored, and its deletion. */
import { z } from 'zod'
import { arrivalShown, toldArrival } from '#features/arrival/contract.ts'
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
  /** The invoice's name in the house's words; null: its purpose says it. */
  description: text(),
  /** False: an extra charge, beyond the price of the stay. */
  partOfPrice: z.boolean(),
  amount: cents(),
  /** The part of it that is for the guest; the rest is for those for whom they pay. */
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
  createdAt: instantText(),
  finishedAt: instantText().nullable(),
})

const payment = z.object({
  id: z.int(),
  invoiceId: z.int().nullable(),
  method: z.string(),
  amount: cents(),
  paidAt: instantText(),
  /** The card company's own numbers. */
  intentId: text(),
  chargeId: text(),
  card: text(),
  /** Cents that disputes hold of it at present. */
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
  /** As it went out; null: it was not sent, or is not kept. */
  text: text(),
})

const happening = z.object({
  at: instantText(),
  /** A guest, the house, the site by itself, or the card company. Never which person of the house. */
  by: z.enum(['guest', 'house', 'site', 'card company']),
  what: z.string(),
  fields: z.array(z.string()),
  details: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])).nullable(),
})

/** The arrival as the guest told it, and how far they got; null: nothing is stored. */
const arrival = arrivalShown
  .pick({ leftPavementAt: true, hereAt: true, hereBy: true })
  .extend({ day: day().nullable(), time: text(), by: toldArrival.shape.by.nullable() })

const waiting = z.object({
  customerName: z.string(),
  email: z.string(),
  phone: z.string().nullable(),
  /** The number of spots that were wanted. */
  size: z.int(),
  state: z.string(),
  createdAt: instantText(),
})

/** Everything that is stored about one reservation's guest. */
export const storedData = z.object({
  /** The instant at which it was put together. */
  at: instantText(),
  /** The ranch day on which it is deleted by itself. */
  deletedOn: day(),
  event: z.object({ name: z.string(), startDateDate: day(), endDateDate: day() }),
  reservation: z.object({
    id: z.int(),
    status: z.string(),
    createdAt: instantText(),
    updatedAt: instantText(),
    holdExpiresAt: instantText().nullable(),
    /** `notes`: the house's about the stay. */
    ...eachField(SEALED_FIELDS, text),
    photoConsent: z.boolean(),
    /** Of the stay itself; `totalDue` has the extra charges too, less refunds out of goodwill. */
    price: cents(),
    /** The discount by the code with which they signed up; null: nothing. `code` is null where the payer used it. */
    discount: z.object({ code: text(), amount: cents() }).nullable(),
    totalDue: sum(),
    totalPaid: sum(),
    directionsViewedAt: instantText().nullable(),
  }),
  consent: z.object({
    given: z.boolean(),
    /** SHA-256 of the Terms of Stay that were agreed to. */
    termsHash: text(),
    at: instantText().nullable(),
  }),
  /** With whom the guest came; null: alone. */
  party: z
    .object({
      /** Whether the guest pays for all of it. */
      payer: z.boolean(),
      /** The names of the others, as the guest is shown them. */
      with: z.array(z.string()),
      /** The cents that the guest's own stay costs. */
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
  /** Oldest first, as are the happenings. */
  mails: z.array(mail),
  history: z.array(happening),
  arrival: arrival.nullable(),
  /** The options that the guest chose, lodging first. */
  choices: z.array(z.object({ name: z.string(), price: cents(), chosenAt: instantText() })),
  /** The card that the card company keeps, or kept, for the rest; null: none. */
  keptCard: z
    .object({
      card: text(),
      /** Its last month; null: not told, or kept no more. */
      expires: text(),
      /** The card company's own number for whom it keeps it. */
      customer: text(),
      /** The version of the words that were agreed to. */
      consentVersion: z.string(),
      consentAt: instantText(),
      endedAt: instantText().nullable(),
      charges: z.array(
        z.object({ amount: cents(), on: day(), status: z.string(), declineCode: text(), adviceCode: text() }),
      ),
    })
    .nullable(),
  /** The bed where the guest sleeps; null: nothing is stored. */
  room: z.string().nullable(),
  /** The place on the waitlist that the stay came from; null: it did not. */
  waitlist: waiting.nullable(),
})
export type StoredData = z.output<typeof storedData>

export const exportReservation = endpoint({
  name: 'privacy.exportReservation',
  route: 'GET reservation/export',
  summary: 'Everything that is stored about a guest, by their private link; a browser saves it as a file',
  access: 'link',
  query: z.object({ uuid: z.string().max(100) }),
  savedAs: 'my-stay-at-the-ranch.json',
  reply: storedData,
  failures: { not_found: NOT_FOUND, purged: PURGED },
})

export const eraseReservation = endpoint({
  name: 'privacy.eraseReservation',
  route: 'POST reservation/erase',
  summary: 'A guest has their data deleted early: a receipt is e-mailed, then the data goes within minutes',
  access: 'link',
  body: z.object({ uuid: z.string().max(100), confirm: z.literal(true) }),
  failures: {
    not_found: NOT_FOUND,
    purged: PURGED,
    still_coming:
      'You are still coming, and we need your details for that. Cancel your stay first; then we delete them.',
    still_pending: 'Your payment is still under way. Please wait until it is done.',
    refund_under_way:
      'Your refund is on its way. Please try again when it has arrived: until then we may have to reach you.',
    money_owed:
      'A payment or refund is still open, and we need to reach you about it. Please write to us; then we delete your data.',
  },
})
