/** One mail of each variant, for the tests. */
import { venue } from '#shared/venue.ts'
import type {
  AdminSignUpContent,
  CancellationContent,
  ConfirmationContent,
  DatesMovedContent,
  DeletionContent,
  EmailContent,
  InfoRemindContent,
  InvoiceRemindContent,
  LateRefundAdminContent,
  LateRefundContent,
  LostLinkContent,
  MoneyBack,
  RefundContent,
  WaitlistOfferContent,
  WelcomeContent,
} from '#features/emails/content.ts'

const event = {
  name: 'Leather and Light',
  host: 'June Alder',
  startDateDate: '2027-02-19',
  endDateDate: '2027-02-23',
}

const site = 'https://ranch.example'
const uuid = '6f1f0c5e-7a0b-4a7e-9f43-0f0f9a3f0b11'
const attendee = 'a3c1e2d4-1111-4222-8333-944455566677'

const toAda = { venue, guest: 'Ada', event }

const links = {
  reservation: `${site}/complete-reservation/${uuid}`,
  directions: `${site}/directions?attendee=${attendee}`,
  packingList: `${site}/packing-list`,
  terms: `${site}/terms-of-stay`,
}

const rest = { label: 'Remainder', amount: 45_000, due: '2027-01-20', dueNow: false }

export const deposit: ConfirmationContent = {
  type: 'invoice-success',
  ...toAda,
  detailsMissing: false,
  occasion: 'signed-up',
  price: 'priced',
  paid: { label: 'Deposit', amount: 45_000, on: '2026-11-21' },
  totalPaid: 45_000,
  totalDue: 90_000,
  open: [rest],
  links,
}

export const paidInFull: ConfirmationContent = {
  ...deposit,
  paid: { label: 'The whole stay', amount: 90_000, on: '2026-11-21' },
  totalPaid: 90_000,
  open: [],
}

export const paidTheRest: ConfirmationContent = {
  ...deposit,
  occasion: 'paid-later',
  paid: { label: 'Remainder', amount: 45_000, on: '2026-11-21' },
  totalPaid: 90_000,
  open: [],
}

export const free: ConfirmationContent = {
  ...deposit,
  guest: null,
  event: { ...event, name: 'Open Ranch Day', host: null, endDateDate: event.startDateDate },
  price: 'free',
  paid: null,
  totalPaid: 0,
  totalDue: 0,
  open: [],
}

export const signedUpByAdmin: AdminSignUpContent = {
  type: 'signup-success-simple',
  ...toAda,
  detailsMissing: true,
  totalPaid: 0,
  totalDue: 90_000,
  open: [{ label: 'Deposit', amount: 45_000, due: '2026-11-21', dueNow: true }, rest],
  links,
}

/** All is told and paid. */
export const welcome: WelcomeContent = {
  type: 'welcome-info',
  ...toAda,
  detailsMissing: false,
  open: [],
  daysLeft: 7,
  hostCell: '505-555-0112',
  arrive: 'Fri, Feb 19, 2027, from 3 PM',
  leave: 'Tue, Feb 23, 2027, by 11 AM',
  links,
}

/** Nothing is: the ask for the details is in this mail. */
export const welcomeAndAsk: WelcomeContent = {
  ...welcome,
  detailsMissing: true,
  open: [{ ...rest, dueNow: true }],
}

export const datesMoved: DatesMovedContent = {
  type: 'dates-moved',
  ...toAda,
  detailsMissing: false,
  open: [rest],
  arrive: welcome.arrive,
  leave: welcome.leave,
  links,
}

export const infoRemind: InfoRemindContent = { type: 'info-remind', ...toAda, daysLeft: 14, links }

export const invoiceDueSoon: InvoiceRemindContent = {
  type: 'invoice-remind',
  ...toAda,
  invoice: { label: 'Remainder', amount: 45_000, due: '2027-01-20', daysLeft: 7 },
  others: [],
  links,
}

export const invoicePastDue: InvoiceRemindContent = {
  ...invoiceDueSoon,
  invoice: { ...invoiceDueSoon.invoice, daysLeft: -3 },
  others: [
    { label: 'Leather lesson', amount: 8_550, due: '2027-02-10', dueNow: false },
    { label: 'Extra charge', amount: 1_200, due: null, dueNow: false },
  ],
}

const nothingBack: MoneyBack = { underWay: 0, done: 0, owed: 0, given: 0, refused: 0 }

/** 45 days before: 75% of 90,000 cents, minus fees of 2,670. */
export const cancelledByGuest: CancellationContent = {
  type: 'cancellation',
  ...toAda,
  how: 'guest',
  daysBefore: 45,
  replaced: false,
  paid: 90_000,
  terms: { percent: 75, share: 67_500, fees: 2_670 },
  awaitsFee: false,
  sum: 64_830,
  back: { ...nothingBack, underWay: 64_830 },
  wasOpen: false,
  links: { events: `${site}/events`, terms: links.terms },
}

/** Twelve days before: nothing. */
export const cancelledLate: CancellationContent = {
  ...cancelledByGuest,
  daysBefore: 12,
  paid: 45_000,
  terms: { percent: 0, share: 0, fees: 0 },
  sum: 0,
  back: nothingBack,
  wasOpen: true,
}

/** The whole event: card money and cash, all of it. */
export const retreatCancelled: CancellationContent = {
  ...cancelledByGuest,
  how: 'event',
  terms: { percent: 100, share: 90_000, fees: 0 },
  sum: 90_000,
  back: { ...nothingBack, underWay: 45_000, owed: 45_000 },
}

export const refunded: RefundContent = {
  type: 'refund',
  ...toAda,
  refunds: [{ amount: 12_000, on: '2026-12-01' }],
  back: { ...nothingBack, underWay: 12_000 },
  stay: { totalDue: 78_000, stillToPay: 45_000 },
  links,
}

export const lateRefund: LateRefundContent = {
  type: 'late-refund',
  ...toAda,
  back: { ...nothingBack, underWay: 45_000 },
  stay: 'hold-ended',
  waitlist: true,
  links: { event: `${site}/event/leather-and-light`, events: `${site}/events` },
}

export const lateRefundAdmin: LateRefundAdminContent = {
  type: 'late-refund-admin',
  venue,
  event,
  reservationId: 17,
  guestName: 'Ada Lovelace',
  amount: 45_000,
  refund: 'requested',
  stay: 'hold-ended',
  links: { reservation: `${site}/reservation/17` },
}

export const waitlistOffer: WaitlistOfferContent = {
  type: 'waitlist-offer',
  ...toAda,
  until: { day: '2026-11-22', time: '11:00 AM' },
  open: [{ label: 'Deposit', amount: 45_000, due: '2026-11-21', dueNow: true }, rest],
  links: { offer: `${site}/offer/${uuid}`, terms: links.terms },
}

export const lostLink: LostLinkContent = {
  type: 'lost-link',
  venue,
  guest: 'Ada',
  stays: [{ event, guest: null, link: links.reservation }],
}

/** Two people who share an address. */
export const lostLinks: LostLinkContent = {
  ...lostLink,
  guest: null,
  stays: [
    { event, guest: 'Ada', link: links.reservation },
    { event: { ...event, name: 'Open Ranch Day' }, guest: 'Charles', link: links.reservation },
  ],
}

export const deletion: DeletionContent = {
  type: 'deletion-receipt',
  ...toAda,
  why: 'over',
  keepsMoney: true,
}

export const deletionAsked: DeletionContent = { ...deletion, why: 'asked', keepsMoney: false }

export const samples = {
  deposit,
  paidInFull,
  paidTheRest,
  free,
  signedUpByAdmin,
  welcome,
  welcomeAndAsk,
  datesMoved,
  infoRemind,
  invoiceDueSoon,
  invoicePastDue,
  cancelledByGuest,
  cancelledLate,
  retreatCancelled,
  refunded,
  lateRefund,
  lateRefundAdmin,
  waitlistOffer,
  lostLink,
  lostLinks,
  deletion,
  deletionAsked,
} satisfies Record<string, EmailContent>
