/** What each mail says, as facts: made by `compose.ts` from the rows, turned into words by `letters/`. */
import type { Day } from '../../shared/days.ts'
import type { Cents } from '../../shared/money.ts'
import type { venue } from '../../shared/venue.ts'

export type Venue = typeof venue

export interface MailEvent {
  name: string
  host: string | null
  startDateDate: Day
  endDateDate: Day
}

/** An invoice that is still open. */
export interface OpenInvoice {
  amount: Cents
  due: Day | null
  /** The due day is here or past. */
  dueNow: boolean
}

/** Signed up, or paid the rest later (SPEC section 4: "self sign-up success, or fully paid"). */
export interface ConfirmationContent {
  type: 'invoice-success'
  venue: Venue
  /** Fit to be written out (`greetingName`); null: greet without a name. */
  guest: string | null
  event: MailEvent
  occasion: 'signed-up' | 'paid-later'
  /** `none`: nothing is due and nothing is said of money, as where the event is not priced here (CONTRACT section 5). */
  price: 'priced' | 'free' | 'none'
  paid: { amount: Cents; on: Day } | null
  /** Everything paid so far, less what was given back. */
  totalPaid: Cents
  totalDue: Cents
  open: OpenInvoice[]
  links: StayLinks
}

export interface StayLinks {
  reservation: string
  directions: string
  packingList: string
  terms: string
}

/** An admin has signed the guest up (SPEC section 4). */
export interface AdminSignUpContent {
  type: 'signup-success-simple'
  venue: Venue
  guest: string | null
  event: MailEvent
  /** The final-details form has been sent. */
  detailsTold: boolean
  totalPaid: Cents
  totalDue: Cents
  open: OpenInvoice[]
  links: StayLinks
}

/** What the money came too late for: a spot whose hold had ended, or a stay that was cancelled meanwhile. */
export type LateStay = 'hold-ended' | 'cancelled'

/** To the guest: paid after the hold had ended, and no spot is free. */
export interface LateRefundContent {
  type: 'late-refund'
  venue: Venue
  guest: string | null
  event: MailEvent
  amount: Cents
  refunded: boolean
  stay: LateStay
  waitlist: boolean
  links: { event: string; events: string }
}

/** The same, to the event's admin. */
export interface LateRefundAdminContent {
  type: 'late-refund-admin'
  venue: Venue
  event: MailEvent
  reservationId: number
  guestName: string
  amount: Cents
  refund: 'requested' | 'succeeded' | 'failed'
  stay: LateStay
  links: { reservation: string }
}

export type EmailContent =
  ConfirmationContent | AdminSignUpContent | LateRefundContent | LateRefundAdminContent

/** The mail as it is sent. The subject holds no guest's text. */
export interface RenderedEmail {
  subject: string
  html: string
  text: string
}

export type RenderEmail = (mail: EmailContent) => Promise<RenderedEmail>
