/**
 * Creates a sample of every type of e-mail, for tests and previews. If a type is missing, the file does not
 * compile.
 */
import { createElement } from 'react'
import { type Entry, newsOf } from '#domain/mail/notifications/rules.ts'
import { EmailPage } from '#domain/mail/layout/page.tsx'
import type {
  EntryEmail,
  InvitationEmail,
  MessageEmail,
  NewsEmail,
  ReservationEmail,
} from '#domain/mail/emails/definition.ts'
import { definitionOf, EMAILS } from '#domain/mail/emails/registry.ts'
import { moneyRows, type StayMoney } from '#domain/booking/domain/money-rows.ts'
import { scheduleOf } from '#domain/booking/domain/refund-policy.ts'
import { type OpenInvoice, totalOf } from '#domain/mail/emails/facts/invoices.ts'
import type { RefundTotals } from '#domain/mail/emails/facts/refunds.ts'
import { emailText } from '#domain/mail/emails/write.ts'
import * as ui from '#domain/mail/layout/render.tsx'
import type { Cents } from '#shared/money.ts'
import { allRefunded, moneyOf, NOTHING_REFUNDED, type Refunded } from '#shared/reservation-money.ts'

type FactsOf<Definition> = Definition extends
  | ReservationEmail<infer Facts>
  | EntryEmail<infer Facts>
  | MessageEmail<infer Facts>
  | NewsEmail<infer Facts>
  | InvitationEmail<infer Facts>
  ? Facts
  : never

/** The type of an e-mail, together with the data that an e-mail of this type needs. */
type Sample<Type extends keyof typeof EMAILS> = { type: Type } & FactsOf<(typeof EMAILS)[Type]>

export type EmailContent = { [Type in keyof typeof EMAILS]: Sample<Type> }[keyof typeof EMAILS]

const textOf = (mail: EmailContent) => emailText<unknown>(definitionOf(mail.type), mail)

export const renderEmail = async (mail: EmailContent) => ui.renderEmail(textOf(mail))

const event = {
  name: 'Leather and Light',
  host: 'June Alder',
  startDateDate: '2027-02-19',
  endDateDate: '2027-02-23',
}

const site = 'https://ranch.example'
const uuid = '6f1f0c5e-7a0b-4a7e-9f43-0f0f9a3f0b11'
const attendee = 'a3c1e2d4-1111-4222-8333-944455566677'
const beasPage = `${site}/complete-reservation/b16c00d5-7a0b-4a7e-9f43-0f0f9a3f0b11`

const toAda = { guest: 'Ada', event }

const links = {
  reservation: `${site}/complete-reservation/${uuid}`,
  directions: `${site}/directions?attendee=${attendee}`,
  packingList: `${site}/packing-list`,
  terms: `${site}/terms-of-stay`,
}

/** What Ada gets back of this amount if she cancels. */
const refunds = (paid: number) => scheduleOf({ dueNow: paid, total: paid }, { ...event, today: '2026-11-21' })

interface Totals {
  totalDue: Cents
  totalPaid: Cents
  open: OpenInvoice[]
  refunded?: Partial<Refunded>
}

/** Returns the facts about a stay's money. `stay` explains the price. */
export function totals({ refunded, ...facts }: Totals, stay: Partial<StayMoney> = {}) {
  const { totalDue, totalPaid, open } = facts
  const back = { ...NOTHING_REFUNDED, ...refunded }
  const price = totalDue + back.goodwill
  const sums = { standing: true, price, extras: 0, refunded: back, withdrawn: 0, unpaidLater: 0 }
  const money = moneyOf({ ...sums, received: totalPaid + allRefunded(back), unpaid: totalOf(open) })
  const of = { id: 17, status: 'confirmed', options: [], party: null, ...stay }
  const rows = moneyRows({ ...of, totalDue, totalPaid, money }, 'guest')
  const { stillToPay, credit, overInvoiced } = money
  return { ...facts, stillToPay, beyond: credit + overInvoiced, rows }
}

const rest = { label: 'Remainder', amount: 45_000, due: '2027-01-20', dueNow: false }

export const deposit: Sample<'invoice-success'> = {
  type: 'invoice-success',
  ...toAda,
  detailsMissing: false,
  choices: [],
  share: 90_000,
  companions: [],
  occasion: 'signed-up',
  discount: null,
  price: 'priced',
  paid: { label: 'Deposit', amount: 45_000, on: '2026-11-21' },
  ...totals({ totalDue: 90_000, totalPaid: 45_000, open: [rest] }),
  refunds: refunds(45_000),
  links,
}

const allPaid = totals({ totalDue: 90_000, totalPaid: 90_000, open: [] })

export const paidInFull: Sample<'invoice-success'> = {
  ...deposit,
  paid: { label: 'The whole stay', amount: 90_000, on: '2026-11-21' },
  ...allPaid,
  refunds: { ...refunds(90_000), feesKnown: true },
}

export const paidTheRest: Sample<'invoice-success'> = {
  ...deposit,
  occasion: 'paid-later',
  paid: { label: 'Remainder', amount: 45_000, on: '2026-11-21' },
  ...allPaid,
  refunds: refunds(90_000),
}

const costsNothing = totals({ totalDue: 0, totalPaid: 0, open: [] })

export const free: Sample<'invoice-success'> = {
  ...deposit,
  guest: null,
  event: { ...event, name: 'Open Ranch Day', host: null, endDateDate: event.startDateDate },
  price: 'free',
  paid: null,
  ...costsNothing,
}

const depositDue = { label: 'Deposit', amount: 45_000, due: '2026-11-21', dueNow: true }

export const signedUpByAdmin: Sample<'signup-success-simple'> = {
  type: 'signup-success-simple',
  ...toAda,
  detailsMissing: true,
  choices: [],
  share: 90_000,
  companions: [],
  payer: null,
  refunds: refunds(0),
  ...totals({ totalDue: 90_000, totalPaid: 0, open: [depositDue, rest] }),
  links,
}

/** The welcome-info e-mail to a guest who has given all final details and owes nothing. */
export const welcome: Sample<'welcome-info'> = {
  type: 'welcome-info',
  ...toAda,
  detailsMissing: false,
  choices: [],
  share: 90_000,
  companions: [],
  ...allPaid,
  daysLeft: 7,
  hostCell: '505-555-0112',
  arrival: null,
  arrive: 'Fri, Feb 19, 2027, from 3 PM',
  leave: 'Tue, Feb 23, 2027, by 11 AM',
  links,
}

/** The welcome-info e-mail to a guest whose final details are incomplete. */
export const welcomeAndAsk: Sample<'welcome-info'> = {
  ...welcome,
  detailsMissing: true,
  choices: [],
  ...totals({ totalDue: 90_000, totalPaid: 45_000, open: [{ ...rest, dueNow: true }] }),
  arrival: `${links.reservation}#your-arrival`,
}

export const datesMoved: Sample<'dates-moved'> = {
  type: 'dates-moved',
  ...toAda,
  detailsMissing: false,
  choices: [],
  share: 90_000,
  companions: [],
  ...totals({ totalDue: 90_000, totalPaid: 45_000, open: [rest] }),
  arrive: welcome.arrive,
  leave: welcome.leave,
  links,
}

export const stayMoved: Sample<'stay-moved'> = {
  ...datesMoved,
  type: 'stay-moved',
  credit: 0,
  from: {
    name: 'Silver and Dust',
    host: null,
    startDateDate: '2027-01-15',
    endDateDate: '2027-01-19',
    hasOptions: true,
  },
}

export const stayMovedInCredit: Sample<'stay-moved'> = {
  ...stayMoved,
  ...totals({ totalDue: 40_000, totalPaid: 45_000, open: [] }),
  credit: 5_000,
}

export const stayReinstated: Sample<'stay-reinstated'> = {
  ...datesMoved,
  type: 'stay-reinstated',
  cardForgotten: false,
}

export const choicesChanged: Sample<'choices-changed'> = {
  ...signedUpByAdmin,
  type: 'choices-changed',
  choices: ['A room of your own ($200.00)', 'Leather kit ($40.00)'],
  byGuest: true,
  ...totals(
    { totalDue: 114_000, totalPaid: 0, open: [depositDue, { ...rest, amount: 69_000 }] },
    {
      options: [
        { name: 'A room of your own', price: 20_000 },
        { name: 'Leather kit', price: 4_000 },
      ],
    },
  ),
}

export const companionInvited: Sample<'companion-invited'> = {
  ...datesMoved,
  type: 'companion-invited',
  detailsMissing: true,
  open: [],
  choices: ['A bed in a shared room'],
  payer: 'Charles Babbage',
  price: 'priced',
}

export const companionCancelled: Sample<'companion-cancelled'> = {
  type: 'companion-cancelled',
  ...toAda,
  companion: 'Charles Babbage',
  paid: 45_000,
  awaitsFee: false,
  byTerms: true,
  back: { underWay: 33_750, held: 0, owed: 0 },
  links,
}

const paysFor = (id: number, customerName: string, price: Cents) => ({ id, customerName, price, kept: null })

export const paysNow: Sample<'pays-now'> = {
  ...signedUpByAdmin,
  type: 'pays-now',
  companions: [{ name: 'Bea Byron', share: 90_000, choices: [], handOn: null }],
  ...totals(
    { totalDue: 180_000, totalPaid: 90_000, open: [depositDue, rest] },
    {
      party: {
        payer: true,
        members: [paysFor(17, 'Ada Lovelace', 90_000), paysFor(18, 'Bea Byron', 90_000)],
      },
    },
  ),
}

/** The confirmation to Ada, who pays for two companions. One of them has no e-mail address. */
export const partyOfThree: Sample<'invoice-success'> = {
  ...deposit,
  choices: ['A room of your own ($200.00)'],
  share: 110_000,
  companions: [
    { name: 'Bea Byron', share: 90_000, choices: ['A bed in a shared room'], handOn: beasPage },
    { name: 'Charles Babbage', share: 94_000, choices: [], handOn: null },
  ],
  paid: { label: 'Deposit', amount: 147_000, on: '2026-11-21' },
  refunds: refunds(147_000),
  ...totals(
    {
      totalDue: 294_000,
      totalPaid: 147_000,
      open: [
        {
          ...rest,
          amount: 147_000,
          lines: [
            { name: 'you', amount: 55_000 },
            { name: 'Bea Byron', amount: 45_000 },
            { name: 'Charles Babbage', amount: 47_000 },
          ],
        },
      ],
    },
    {
      options: [{ name: 'A room of your own', price: 20_000 }],
      party: {
        payer: true,
        members: [
          paysFor(17, 'Ada Lovelace', 110_000),
          paysFor(18, 'Bea Byron', 90_000),
          paysFor(19, 'Charles Babbage', 94_000),
        ],
      },
    },
  ),
}

export const infoRemind: Sample<'info-remind'> = {
  type: 'info-remind',
  ...toAda,
  ownMissing: true,
  companions: [],
  daysLeft: 14,
  links,
  arrival: `${links.reservation}#your-arrival`,
}

export const invoiceDueSoon: Sample<'invoice-remind'> = {
  type: 'invoice-remind',
  ...toAda,
  choices: [],
  invoice: { ...rest, lines: [], daysLeft: 7 },
  byCard: null,
  others: [],
  ...totals({ totalDue: 90_000, totalPaid: 45_000, open: [rest] }),
  links,
}

const extraInvoices = [
  { label: 'Leather lesson', amount: 8_550, due: '2027-02-10', dueNow: false },
  { label: 'Extra charge', amount: 1_200, due: null, dueNow: false },
]

export const invoicePastDue: Sample<'invoice-remind'> = {
  ...invoiceDueSoon,
  invoice: { ...invoiceDueSoon.invoice, daysLeft: -3 },
  others: extraInvoices,
  ...totals({ totalDue: 99_750, totalPaid: 45_000, open: [rest, ...extraInvoices] }),
}

const nothingBack: RefundTotals = { underWay: 0, held: 0, done: 0, owed: 0, given: 0, refused: 0 }

/** Returns the rows of a canceled stay's money. */
function endedRows(paid: Cents, given: Partial<NonNullable<StayMoney['ended']>>) {
  const none = { refunded: 0, toRefundByHand: 0, toRefundToCards: 0, fees: 0, undecided: false }
  const money = moneyOf({ ...NO_SUMS, received: paid })
  const ended = { ...none, paid, kept: 0, ...given }
  const of = { id: 17, status: 'cancelled', totalDue: paid, totalPaid: paid, options: [], party: null }
  return moneyRows({ ...of, money, ended }, 'guest')
}

const NO_SUMS = {
  standing: false,
  price: 0,
  extras: 0,
  refunded: NOTHING_REFUNDED,
  withdrawn: 0,
  unpaid: 0,
  unpaidLater: 0,
}

/**
 * The e-mail about a cancellation 45 days before the start. It refunds 75 % of 90,000 cents, minus Stripe's
 * fees of 2,670 cents.
 */
export const cancelledByGuest: Sample<'cancellation'> = {
  type: 'cancellation',
  ...toAda,
  how: 'guest',
  paidBy: null,
  daysBefore: 45,
  replaced: false,
  paid: 90_000,
  terms: { percent: 75, share: 67_500, fees: 2_670 },
  awaitsFee: false,
  awaitsTaker: false,
  sum: 64_830,
  rows: endedRows(90_000, { toRefundToCards: 64_830, fees: 2_670 }),
  back: { ...nothingBack, underWay: 64_830 },
  wasOpen: false,
  links: { events: `${site}/events`, terms: links.terms },
}

/** The e-mail about a cancellation twelve days before the start, without a refund. */
export const cancelledLate: Sample<'cancellation'> = {
  ...cancelledByGuest,
  daysBefore: 12,
  paid: 45_000,
  terms: { percent: 0, share: 0, fees: 0 },
  sum: 0,
  rows: endedRows(45_000, {}),
  back: nothingBack,
  wasOpen: true,
}

/** The e-mail about an event that the venue canceled. Card and cash payments are refunded in full. */
export const retreatCancelled: Sample<'cancellation'> = {
  ...cancelledByGuest,
  how: 'event',
  terms: { percent: 100, share: 90_000, fees: 0 },
  sum: 90_000,
  rows: endedRows(90_000, { toRefundToCards: 45_000, toRefundByHand: 45_000 }),
  back: { ...nothingBack, underWay: 45_000, owed: 45_000 },
}

export const refunded: Sample<'refund'> = {
  type: 'refund',
  ...toAda,
  companions: [],
  refunds: [{ amount: 12_000, on: '2026-12-01' }],
  back: { ...nothingBack, underWay: 12_000 },
  lowered: 12_000,
  overpaid: 0,
  payer: null,
  othersPaidAll: false,
  stay: totals({ totalDue: 78_000, totalPaid: 33_000, open: [rest], refunded: { goodwill: 12_000 } }),
  cancelled: false,
  links,
}

export const lateRefund: Sample<'late-refund'> = {
  type: 'late-refund',
  ...toAda,
  back: { ...nothingBack, underWay: 45_000 },
  stay: 'hold-ended',
  waitlist: true,
  links: { event: `${site}/event/leather-and-light`, events: `${site}/events` },
}

export const lateRefundAdmin: Sample<'late-refund-admin'> = {
  type: 'late-refund-admin',
  event,
  reservationId: 17,
  guestName: 'Ada Lovelace',
  amount: 45_000,
  refund: 'requested',
  stay: 'hold-ended',
  links: { reservation: `${site}/reservation/17` },
}

const charge = { label: 'Remainder', amount: 45_000, on: '2027-01-20', card: 'Visa 4242' }

export const cardChargeSoon: Sample<'card-charge-soon'> = {
  type: 'card-charge-soon',
  ...toAda,
  charge: { ...charge, lines: [] },
  daysLeft: 3,
  expired: null,
  isOver: false,
  links,
}

export const cardDeclined: Sample<'card-declined'> = {
  type: 'card-declined',
  ...toAda,
  charge: { ...charge, lines: [] },
  declined: 45_000,
  needsGuest: false,
  next: '2027-01-22',
  links,
}

export const cardNeedsGuest: Sample<'card-declined'> = { ...cardDeclined, needsGuest: true, next: null }

export const cardChargeFailedAdmin: Sample<'card-charge-failed-admin'> = {
  type: 'card-charge-failed-admin',
  event,
  reservationId: 17,
  guestName: 'Ada Lovelace',
  charge,
  why: 'declined',
  links: { reservation: `${site}/reservation/17` },
}

export const waitlistOffer: Sample<'waitlist-offer'> = {
  type: 'waitlist-offer',
  ...toAda,
  size: 1,
  until: { day: '2026-11-22', time: '11:00 AM' },
  open: [{ amount: 45_000, due: '2026-11-21', dueNow: true }, rest],
  lodging: null,
  links: { offer: `${site}/offer/${uuid}`, place: `${site}/waitlist/${uuid}`, terms: links.terms },
}

export const lostLink: Sample<'lost-link'> = {
  type: 'lost-link',
  guest: 'Ada',
  stays: [{ event, guest: null, link: links.reservation }],
}

export const lostLinks: Sample<'lost-link'> = {
  ...lostLink,
  guest: null,
  stays: [
    { event, guest: 'Ada', link: links.reservation },
    { event: { ...event, name: 'Open Ranch Day' }, guest: 'Charles', link: links.reservation },
  ],
}

const newLink: Sample<'new-link'> = { ...paysNow, type: 'new-link', ended: false }

export const deletion: Sample<'deletion-receipt'> = {
  type: 'deletion-receipt',
  ...toAda,
  asked: false,
  over: true,
  keepsMoney: true,
}

export const deletionAsked: Sample<'deletion-receipt'> = { ...deletion, asked: true, keepsMoney: false }

export const written: Sample<'message'> = {
  type: 'message',
  ...toAda,
  subject: 'The road after the rain',
  body: 'The road is muddy.\nPlease come by daylight.\n\nThe map is at https://maps.example/road?x=1, with the ford marked.',
  stay: links.reservation,
}

const confirmSpots: Sample<'confirm-spots'> = {
  type: 'confirm-spots',
  ...toAda,
  spots: 3,
  companions: ['Ben Ortiz', 'Cleo Ortiz'],
  takesOver: false,
  choices: [],
  isFree: true,
  open: [],
  until: 'Sat, Nov 21, 2026, 2:00 PM',
  links: { confirm: `${site}/confirm/${uuid}.k1.abc` },
}

const takesOver: Sample<'confirm-spots'> = {
  ...confirmSpots,
  spots: 1,
  companions: [],
  takesOver: true,
  isFree: false,
  open: [rest],
}

const waitlistConfirm: Sample<'waitlist-confirm'> = {
  type: 'waitlist-confirm',
  ...toAda,
  days: 7,
  number: 3,
  size: 2,
  links: { confirm: `${site}/waitlist/${uuid}` },
}

const arrivalOverdue: Sample<'arrival-overdue'> = {
  type: 'arrival-overdue',
  event,
  reservationId: 17,
  guestName: 'Ada Lovelace',
  told: null,
  leftPavement: 'Fri, Feb 19, 5:10 PM',
  expected: 'Fri, Feb 19, 5:55 PM',
  phone: '505-555-0142',
  emergencyContactName: 'Ben Byron',
  emergencyContactPhone: null,
  link: lateRefundAdmin.links.reservation,
}

const newsEntry = (id: number, entry: Pick<Entry, 'action' | 'guest'> & Partial<Entry>): Entry => ({
  id,
  at: new Date(Date.UTC(2026, 10, 21, 18, id)),
  entityId: 16 + id,
  reservationId: 16 + id,
  isThere: true,
  event: event.name,
  details: null,
  fields: [],
  offered: false,
  invoice: null,
  ...entry,
})

const signedUp = newsEntry(1, { action: 'reservation.confirmed', guest: 'Ada Lovelace' })

/** What the notifications are about: one guest signs up and pays, one signs up without paying, one cancels. */
const newsEntries: Entry[] = [
  signedUp,
  { ...signedUp, id: 4, action: 'payment.recorded', details: { amount: 45_000 } },
  newsEntry(2, { action: 'reservation.confirmed', guest: 'Charles Babbage', event: 'Silver and Dust' }),
  newsEntry(3, { action: 'reservation.cancelled', guest: null, isThere: false }),
]

const invitation = {
  type: 'staff-invitation',
  email: 'ada@ranch.example',
  publicUrl: site,
} as const

const byCard = { card: 'Visa 4242', on: '2027-01-20', daysLeft: 7 }
const withBea = partyOfThree.companions.slice(0, 1)

const variants = {
  'invoice-success': {
    deposit,
    partyOfThree,
    paidInFull,
    paidTheRest,
    paidPart: {
      ...paidTheRest,
      ...totals({
        totalDue: 90_000,
        totalPaid: 60_000,
        open: [{ ...rest, label: 'Extra charge', due: null }],
      }),
      refunds: refunds(60_000),
    },
    paidByCode: {
      ...deposit,
      discount: { code: 'FRIENDS', amount: 10_000 },
      ...totals(
        { totalDue: 90_000, totalPaid: 45_000, open: [{ ...rest, byCard }] },
        { discount: { code: 'FRIENDS', amount: 10_000 } },
      ),
    },
    refundedSince: {
      ...deposit,
      ...totals({ totalDue: 90_000, totalPaid: 35_000, open: [], refunded: { late: 10_000 } }),
      refunds: refunds(35_000),
    },
    free,
    hiddenPrice: { ...free, price: 'none' },
  },
  'signup-success-simple': {
    signedUpByAdmin,
    nothingToPay: { ...signedUpByAdmin, ...costsNothing },
    nothingLeft: { ...signedUpByAdmin, ...costsNothing, detailsMissing: false },
    depositPaid: {
      ...signedUpByAdmin,
      detailsMissing: false,
      ...totals({ totalDue: 90_000, totalPaid: 45_000, open: [rest] }),
      refunds: refunds(45_000),
    },
    paidByPayer: { ...signedUpByAdmin, payer: 'Charles Babbage', ...costsNothing },
  },
  'welcome-info': { welcome, welcomeAndAsk },
  'info-remind': {
    infoRemind,
    companionsToo: { ...infoRemind, companions: withBea, arrival: null },
    companionsOnly: { ...infoRemind, ownMissing: false, companions: withBea },
  },
  'invoice-remind': {
    invoiceDueSoon,
    invoicePastDue,
    dueToday: { ...invoiceDueSoon, invoice: { ...invoiceDueSoon.invoice, daysLeft: 0 } },
    withoutDueDay: { ...invoiceDueSoon, invoice: { ...invoiceDueSoon.invoice, due: null, daysLeft: null } },
    byCard: { ...invoiceDueSoon, byCard },
  },
  'late-refund': {
    lateRefund,
    held: { ...lateRefund, back: { ...nothingBack, held: 45_000 } },
    withoutWaitlist: { ...lateRefund, waitlist: false },
    stayCancelled: { ...lateRefund, stay: 'stay-cancelled', waitlist: false },
    eventCancelled: { ...lateRefund, stay: 'event-cancelled', waitlist: false },
  },
  'late-refund-admin': {
    lateRefundAdmin,
    held: { ...lateRefundAdmin, refund: 'held' },
    failed: { ...lateRefundAdmin, refund: 'failed' },
    done: { ...lateRefundAdmin, refund: 'succeeded', stay: 'stay-cancelled' },
    purged: { ...lateRefundAdmin, guestName: null, stay: 'event-cancelled' },
  },
  cancellation: {
    cancelledByGuest,
    cancelledLate,
    retreatCancelled,
    cancelledByVenue: { ...retreatCancelled, how: 'stay' },
    replaced: {
      ...cancelledByGuest,
      daysBefore: 1,
      replaced: true,
      terms: { percent: 90, share: 81_000, fees: 0 },
      sum: 81_000,
      rows: endedRows(90_000, { toRefundToCards: 81_000 }),
      back: { ...nothingBack, underWay: 81_000 },
    },
    awaitsTaker: {
      ...cancelledLate,
      replaced: true,
      awaitsTaker: true,
      terms: { percent: 90, share: 0, fees: 0 },
    },
    awaitsFee: {
      ...cancelledByGuest,
      terms: { percent: 75, share: 67_500, fees: 0 },
      awaitsFee: true,
      sum: 0,
      rows: endedRows(90_000, { undecided: true }),
      back: nothingBack,
    },
    otherAmount: {
      ...cancelledByGuest,
      terms: null,
      sum: 20_000,
      rows: endedRows(90_000, { refunded: 20_000 }),
      back: { ...nothingBack, given: 20_000 },
    },
    held: { ...cancelledByGuest, back: { ...nothingBack, held: 64_830 } },
    refused: {
      ...cancelledByGuest,
      rows: endedRows(90_000, { refunded: 40_000, toRefundByHand: 24_830, fees: 2_670 }),
      back: { ...nothingBack, done: 40_000, refused: 24_830 },
    },
    nothingPaid: { ...cancelledLate, paid: 0, terms: null },
    paidByOther: { ...cancelledByGuest, paidBy: 'Charles Babbage' },
  },
  refund: {
    refunded,
    severalRefunds: {
      ...refunded,
      refunds: [...refunded.refunds, { amount: 3_000, on: '2026-12-03' }],
      back: { ...nothingBack, done: 12_000, owed: 3_000 },
      lowered: 15_000,
      stay: totals({ totalDue: 75_000, totalPaid: 75_000, open: [], refunded: { goodwill: 15_000 } }),
    },
    overpaid: {
      ...refunded,
      lowered: 0,
      overpaid: 12_000,
      stay: totals({ totalDue: 78_000, totalPaid: 78_000, open: [], refunded: { overpayment: 12_000 } }),
    },
    paidByOther: {
      ...refunded,
      payer: 'Charles Babbage',
      othersPaidAll: true,
      back: { ...nothingBack, underWay: 9_000, owed: 3_000 },
    },
    held: { ...refunded, back: { ...nothingBack, held: 12_000 } },
    noLongerConfirmed: { ...refunded, stay: null, cancelled: true },
  },
  'waitlist-offer': {
    waitlistOffer,
    choosesLodging: { ...waitlistOffer, size: 2, lodging: { varies: true } },
    free: { ...waitlistOffer, open: [] },
  },
  'waitlist-confirm': { waitlistConfirm },
  'lost-link': { lostLink, lostLinks },
  'new-link': {
    newLink,
    linksToPassOn: { ...newLink, companions: withBea },
    cancelled: { ...newLink, companions: [], open: [], ended: true },
  },
  'deletion-receipt': { deletion, deletionAsked, neverCame: { ...deletion, over: false, keepsMoney: false } },
  'dates-moved': { datesMoved, nothingLeft: { ...datesMoved, ...allPaid } },
  message: { written, toWaitlist: { ...written, guest: null, stay: null } },
  news: { news: { type: 'news', publicUrl: site, items: newsOf(newsEntries) } },
  'stay-moved': {
    stayMoved,
    stayMovedInCredit,
    nothingPaid: {
      ...stayMoved,
      ...totals({ totalDue: 90_000, totalPaid: 0, open: [] }),
      from: null,
    },
  },
  'stay-reinstated': {
    stayReinstated,
    cardForgotten: { ...stayReinstated, cardForgotten: true },
    nothingLeft: { ...stayReinstated, ...allPaid },
    nothingPaid: { ...stayReinstated, ...totals({ totalDue: 90_000, totalPaid: 0, open: [rest] }) },
  },
  'choices-changed': {
    choicesChanged,
    nothingChosen: { ...signedUpByAdmin, type: 'choices-changed', byGuest: true },
    byAdmin: { ...choicesChanged, byGuest: false },
  },
  'companion-invited': {
    companionInvited,
    nothingMissing: { ...companionInvited, detailsMissing: false, payer: null, price: 'free' },
  },
  'confirm-spots': {
    confirmSpots,
    takesOver,
    nameless: { ...confirmSpots, spots: 2, companions: [] },
  },
  'companion-cancelled': {
    companionCancelled,
    awaitsFee: { ...companionCancelled, awaitsFee: true, back: { underWay: 0, held: 0, owed: 0 } },
    held: { ...companionCancelled, back: { underWay: 0, held: 33_750, owed: 0 } },
    byHand: {
      ...companionCancelled,
      companion: null,
      byTerms: false,
      back: { underWay: 0, held: 0, owed: 33_750 },
    },
    nothingPaid: { ...companionCancelled, paid: 0, back: { underWay: 0, held: 0, owed: 0 } },
  },
  'pays-now': { paysNow, alone: { ...paysNow, companions: [], ...allPaid } },
  'arrival-overdue': {
    arrivalOverdue,
    neverLeft: {
      ...arrivalOverdue,
      told: 'Fri, Feb 19, 3:00 PM, by car',
      expected: 'Fri, Feb 19, 3:00 PM',
      leftPavement: null,
      phone: null,
    },
  },
  'arrival-overdue-host': {
    arrivalOverdueHost: {
      ...arrivalOverdue,
      type: 'arrival-overdue-host',
      emergencyContactPhone: '505-555-0143',
      link: null,
    },
  },
  'card-charge-soon': {
    cardChargeSoon,
    cardExpires: {
      ...cardChargeSoon,
      daysLeft: 0,
      expired: '2026-12',
      isOver: true,
      charge: { ...cardChargeSoon.charge, card: null },
    },
  },
  'card-declined': { cardDeclined, cardNeedsGuest },
  'card-charge-failed-admin': {
    cardChargeFailedAdmin,
    unknown: { ...cardChargeFailedAdmin, why: 'unknown' },
  },
  'staff-invitation': {
    invitation: { ...invitation, name: 'Ada', role: 'desk' },
    withoutName: { ...invitation, name: null, role: 'kitchen' },
  },
} satisfies { [Type in keyof typeof EMAILS]: Record<string, Sample<Type>> }

interface NamedSample {
  type: keyof typeof EMAILS
  variant: string
  mail: EmailContent
}

export const samples: NamedSample[] = Object.entries(variants).flatMap(([type, named]) =>
  Object.entries<EmailContent>(named).map(([variant, mail]) => ({
    type: type as keyof typeof EMAILS,
    variant,
    mail,
  })),
)

export function samplePage(type: string, variant: string) {
  const sample = samples.find((one) => one.type === type && one.variant === variant)
  if (!sample) throw new Error(`There is no sample ${variant} of ${type}`)
  return createElement(EmailPage, textOf(sample.mail))
}
