/** What each mail says, as facts: made by `compose.ts` from the rows, turned into words by `letters/`. */
import type { Day } from '#shared/days.ts'
import type { Cents } from '#shared/money.ts'
import type { venue } from '#shared/venue.ts'

export type Venue = typeof venue

export interface MailEvent {
  name: string
  host: string | null
  startDateDate: Day
  endDateDate: Day
}

/** The facts that every e-mail to a guest holds. */
export interface ToGuest {
  venue: Venue
  /** Fit to be written out (`greetingName`); null: greet without a name. */
  guest: string | null
  event: MailEvent
}

/** An invoice that is still open. */
export interface OpenInvoice {
  /** The invoice's name: one line. */
  label: string
  amount: Cents
  due: Day | null
  /** The due day is here or past. */
  dueNow: boolean
}

export interface StayLinks {
  reservation: string
  directions: string
  packingList: string
  terms: string
}

/** A stay that is to come, and what is still open for it. */
export interface ComingStay extends ToGuest {
  /** The final details are not complete. */
  detailsMissing: boolean
  /** By due day, those without one last. */
  open: OpenInvoice[]
  links: StayLinks
}

/** Signed up, or paid the rest later (R9.3). */
export interface ConfirmationContent extends ComingStay {
  type: 'invoice-success'
  occasion: 'signed-up' | 'paid-later'
  /** `none`: nothing is due and nothing is said of money, as where the event is not priced here (R9.8). */
  price: 'priced' | 'free' | 'none'
  paid: { label: string; amount: Cents; on: Day } | null
  /** Everything paid so far, less what was given back. */
  totalPaid: Cents
  totalDue: Cents
}

/** An admin has signed the guest up (R9.3). */
export interface AdminSignUpContent extends ComingStay {
  type: 'signup-success-simple'
  totalPaid: Cents
  totalDue: Cents
}

/** All for the journey, and what is still open; asks for the details itself when they are missing. */
export interface WelcomeContent extends ComingStay {
  type: 'welcome-info'
  /** Ranch days until the start: 0 on it. */
  daysLeft: number
  hostCell: string
  /** The dates in the owner's own words, with the hours. */
  arrive: string
  leave: string
}

/** The event has moved to other days, which are the event's own here. */
export interface DatesMovedContent extends ComingStay {
  type: 'dates-moved'
  /** The dates in the owner's own words, with the hours. */
  arrive: string
  leave: string
}

/** Asks for the final details. */
export interface InfoRemindContent extends ToGuest {
  type: 'info-remind'
  daysLeft: number
  links: StayLinks
}

/** About one unpaid invoice. */
export interface InvoiceRemindContent extends ToGuest {
  type: 'invoice-remind'
  /** `daysLeft`: ranch days until it is due, below 0 when that is past; null without a due day. */
  invoice: { label: string; amount: Cents; due: Day | null; daysLeft: number | null }
  /** The other open invoices. */
  others: OpenInvoice[]
  links: StayLinks
}

/** Money that goes back, in cents, by where it is. */
export interface MoneyBack {
  /** Asked of the card company, and given back by it. */
  underWay: Cents
  done: Cents
  /** Did not come by card: still to be given, and given. */
  owed: Cents
  given: Cents
  /** Refused by the card company, and not given in another way since. */
  refused: Cents
}

/** Who cancelled: the guest, or the retreat, either this stay alone or the whole event. */
export type CancelledHow = 'guest' | 'stay' | 'event'

/** The stay is cancelled. */
export interface CancellationContent extends ToGuest {
  type: 'cancellation'
  how: CancelledHow
  /** Ranch days before the start. */
  daysBefore: number
  /** A replacement takes the spot, where the terms ask for that. */
  replaced: boolean
  paid: Cents
  /** How the Terms of Stay make the sum; null where they are not what it was decided by. */
  terms: { percent: number; share: Cents; fees: Cents } | null
  /** The sum waits for the card company's fee, which it has not told yet. */
  awaitsFee: boolean
  /** Cents that were decided to go back. */
  sum: Cents
  back: MoneyBack
  /** Something was still to be paid. */
  wasOpen: boolean
  links: { events: string; terms: string }
}

/** A refund of a part of what was paid; the stay is as it was. */
export interface RefundContent extends ToGuest {
  type: 'refund'
  /** Oldest first. */
  refunds: { amount: Cents; on: Day }[]
  back: MoneyBack
  /** The stay's totals afterwards; null: it does not stand. */
  stay: { totalDue: Cents; stillToPay: Cents } | null
  links: StayLinks
}

/** What the money came too late for: a spot whose hold had ended, or a stay or event that was cancelled meanwhile. */
export type LateStay = 'hold-ended' | 'stay-cancelled' | 'event-cancelled'

/** To the guest: paid after the hold had ended, and no spot is free. */
export interface LateRefundContent extends ToGuest {
  type: 'late-refund'
  back: MoneyBack
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
  /** Null after the purge: nobody is left to be named, or to be told. */
  guestName: string | null
  amount: Cents
  refund: 'requested' | 'succeeded' | 'failed'
  stay: LateStay
  links: { reservation: string }
}

/** The private links of an address, asked for anew by whoever reads its mail. */
export interface LostLinkContent {
  type: 'lost-link'
  venue: Venue
  /** Null: without a name, as where the stays are of several people. */
  guest: string | null
  /** The first to come first; never none. `guest`: whose it is, where that must be told. */
  stays: { event: MailEvent; guest: string | null; link: string }[]
}

/** The last mail to an address: what is deleted, what is kept, and why. */
export interface DeletionContent extends ToGuest {
  type: 'deletion-receipt'
  /** The retreat is over, or the guest asked for it. */
  why: 'over' | 'asked'
  /** There are payments, which stay in the books. */
  keepsMoney: boolean
}

/** A spot is held for the next in line. */
export interface WaitlistOfferContent extends ToGuest {
  type: 'waitlist-offer'
  /** Until when: a day at the ranch, and the time on its clock. */
  until: { day: Day; time: string }
  /** What taking it costs now, and what is due later; none of zero. */
  open: OpenInvoice[]
  links: { offer: string; terms: string }
}

/** Asks whoever reads an address's mail to confirm the place in line that was asked for with it. */
export interface WaitlistConfirmContent extends ToGuest {
  type: 'waitlist-confirm'
  /** After so many days without the button everything is forgotten. */
  days: number
  links: { confirm: string }
}

export type EmailContent =
  | ConfirmationContent
  | AdminSignUpContent
  | WelcomeContent
  | DatesMovedContent
  | InfoRemindContent
  | InvoiceRemindContent
  | CancellationContent
  | RefundContent
  | LateRefundContent
  | LateRefundAdminContent
  | DeletionContent
  | WaitlistOfferContent
  | WaitlistConfirmContent
  | LostLinkContent

/** The mail as it is sent. The subject holds no guest's text. */
export interface RenderedEmail {
  subject: string
  html: string
  text: string
}

export type RenderEmail = (mail: EmailContent) => Promise<RenderedEmail>
