/** One mail of each variant, for the tests. */
import { venue } from '../../../../shared/venue.ts'
import type {
  AdminSignUpContent,
  ConfirmationContent,
  EmailContent,
  LateRefundAdminContent,
  LateRefundContent,
} from '../../content.ts'

const event = {
  name: 'Leather and Light',
  host: 'June Alder',
  startDateDate: '2027-02-19',
  endDateDate: '2027-02-23',
}

const site = 'https://ranch.example'
const uuid = '6f1f0c5e-7a0b-4a7e-9f43-0f0f9a3f0b11'
const attendee = 'a3c1e2d4-1111-4222-8333-944455566677'

export const deposit: ConfirmationContent = {
  type: 'invoice-success',
  venue,
  guest: 'Ada',
  event,
  occasion: 'signed-up',
  price: 'priced',
  paid: { amount: 45_000, on: '2026-11-21' },
  totalPaid: 45_000,
  totalDue: 90_000,
  open: [{ amount: 45_000, due: '2027-01-20', dueNow: false }],
  links: {
    reservation: `${site}/complete-reservation/${uuid}`,
    directions: `${site}/directions?attendee=${attendee}`,
    packingList: `${site}/packing-list`,
    terms: `${site}/terms-of-stay`,
  },
}

export const paidInFull: ConfirmationContent = {
  ...deposit,
  paid: { amount: 90_000, on: '2026-11-21' },
  totalPaid: 90_000,
  open: [],
}

export const paidTheRest: ConfirmationContent = {
  ...deposit,
  occasion: 'paid-later',
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
  venue,
  guest: 'Ada',
  event,
  detailsTold: false,
  totalPaid: 0,
  totalDue: 90_000,
  open: [
    { amount: 45_000, due: '2026-11-21', dueNow: true },
    { amount: 45_000, due: '2027-01-20', dueNow: false },
  ],
  links: deposit.links,
}

export const lateRefund: LateRefundContent = {
  type: 'late-refund',
  venue,
  guest: 'Ada',
  event,
  amount: 45_000,
  refunded: false,
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

export const samples = {
  deposit,
  paidInFull,
  paidTheRest,
  free,
  signedUpByAdmin,
  lateRefund,
  lateRefundAdmin,
} satisfies Record<string, EmailContent>
