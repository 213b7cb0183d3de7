/**
 * The interface of an e-mail type. Each file in `types/` implements it: whether there is still a reason to send the
 * e-mail, its facts (the data for its text), its subject, and the component that renders it.
 */
import type { ReactNode } from 'react'
import type { NewsItem } from '#domain/mail/notifications/rules.ts'
import type { StayMoney } from '#domain/booking/domain/money-rows.ts'
import type { RefundSchedule } from '#domain/booking/domain/refund-policy.ts'
import type { Day } from '#shared/days.ts'
import type { GuestContact } from '#shared/guest-details.ts'
import type { Role } from '#shared/roles.ts'
import type { ReservationMoney } from '#shared/reservation-money.ts'
import type { EntryRows, EventRow, ReservationRows } from './store/rows.ts'
import type { StayOfAddress } from '#domain/booking/store/stays-of-address.ts'

/**
 * The reply to an admin whose e-mail is not sent. `message` replaces the endpoint's default message for the failure
 * `code`.
 */
export interface Refusal {
  code: 'not_found' | 'purged' | 'not_confirmed' | 'cannot_send'
  message?: string
}

export const because = (why: string): Refusal => ({
  code: 'cannot_send',
  message: `Nothing was sent: ${why}.`,
})

/** Why there is no longer a reason to send an e-mail, and the reply that an admin gets in that case. */
export const REFUSALS = {
  reservation_gone: { code: 'not_found' },
  purged: { code: 'purged' },
  not_confirmed: { code: 'not_confirmed' },
  event_cancelled: because('the event is canceled'),
  too_late: because('the event has begun'),
  details_given: because('the final details are complete'),
  invoice_gone: { code: 'not_found', message: 'This invoice no longer exists.' },
  already_paid: because('this invoice is already paid'),
  not_paid: because('that payment was deleted'),
  paid_back: because('that payment was refunded'),
  not_cancelled: because('this reservation is not canceled'),
  not_refunded: because('there is no refund'),
  not_standing: because('this reservation is no longer active'),
  no_address: because('there is no email address'),
  over: because('the event is over'),
  offer_over: because('the offer is over'),
  entry_gone: { code: 'not_found', message: 'This entry is no longer on the waitlist.' },
  not_overdue: because('the guest is not overdue'),
  no_companion: because('nobody else pays for this guest'),
  not_held: because('the spots are no longer held, or confirmed already'),
  to_be_paid: because('there is something to pay for the spots, so they are not confirmed by email'),
  not_payer: because('this guest does not pay for a party'),
  no_charge: because('the guest has no saved card for this'),
  in_line: because('the place on the waitlist is confirmed already'),
  not_in_line: because('they are no longer on the waitlist'),
  other_event: because('the guest has moved to another retreat'),
  text_gone: because('its text has been deleted'),
  person_gone: because('this person is no longer on the list of people'),
} satisfies Record<string, Refusal>

export type DropReason = keyof typeof REFUSALS

/**
 * The facts that decide whether there is still a reason to send an e-mail about a reservation. Each attempt to send
 * reads them again.
 */
export interface ReservationCause {
  rows: ReservationRows
  /** The invoice that the e-mail is about. Null if the e-mail is about no invoice, or if the invoice was deleted. */
  invoiceId: number | null
  today: Day
  now: Date
}

/** The guest's decrypted fields that e-mails use. */
export interface Guest {
  customerName: string
  nickname: string | null
  email: string
}

export interface PartyMember extends Omit<
  ReservationRows['party'][number],
  'customerName' | 'nickname' | 'email'
> {
  /**
   * The guest's name. Null if the text does not look like a name, because it is then not safe to write in an e-mail.
   */
  name: string | null
}

export interface CurrentReservation extends Pick<Guest, 'customerName' | 'nickname'> {
  uuid: string
  event: StayOfAddress['event']
}

/** The facts from which the site writes an e-mail about a reservation. */
export interface ReservationSource extends ReservationCause {
  money: ReservationMoney
  guest: Guest
  contact: GuestContact
  /** The token of the link that only the owner of the guest's mailbox gets (R46.3). */
  mailboxToken: string
  /** The guests of the party, the payer first. Empty for a guest in no party. */
  party: PartyMember[]
  /**
   * The current reservations with the same e-mail address, the earliest first. Empty unless the e-mail type sets
   * `listsStays`.
   */
  stays: CurrentReservation[]
  /**
   * What the Terms refund if the guest cancels, with all guests whom the guest pays for. Null unless the e-mail type
   * sets `showsRefunds`.
   */
  refunds: RefundSchedule | null
  /** The money of the stay, for `moneyRows`. Null unless the e-mail type sets `showsMoney`. */
  stay: StayMoney | null
  publicUrl: string
}

export interface EmailText<Facts> {
  /** Returns the subject. It must contain no text that a guest wrote, because the purge does not delete subjects. */
  subject(facts: Facts): string
  /** Returns the text that mail programs show next to the subject. */
  preview(facts: Facts): string
  /** The React component that renders the content of the e-mail. */
  Content(facts: Facts): ReactNode
}

/** The definition of an e-mail type about a reservation. All functions are pure. */
export interface ReservationEmail<Facts> extends EmailText<Facts> {
  about: 'reservation'
  /**
   * Returns why the site drops the e-mail, or null to send it. Called only for an existing reservation. The
   * reservation is not purged, unless `toAdmin` is set.
   */
  dropReason(cause: ReservationCause): DropReason | null
  /**
   * Returns the facts from which the e-mail is written. Called only if there is a reason to send it. Throws if a fact
   * is missing.
   */
  facts(source: ReservationSource): Facts
  attachesDates?(facts: Facts): boolean
  /**
   * True for an e-mail to the event's admin. The site sends such an e-mail even after the guest's data was deleted,
   * but then without names.
   */
  toAdmin?: boolean
  /** True for an e-mail to the payer of the party. Then `guest` is the payer. */
  toPayer?: boolean
  /**
   * Which address of the event gets the e-mail. Missing for an e-mail to the guest. The site drops such an e-mail once
   * the guest is purged.
   */
  toEventAddress?: 'adminEmail' | 'hostEmail'
  listsStays?: boolean
  showsRefunds?: boolean
  showsMoney?: boolean
}

/**
 * Defines an e-mail type about a reservation. The compiler checks that subject, preview and content accept what
 * `facts` returns.
 */
export const reservationEmail = <Facts>(
  type: Omit<ReservationEmail<Facts>, 'about'>,
): ReservationEmail<Facts> => ({
  about: 'reservation',
  ...type,
})

export interface EntryCause {
  rows: EntryRows
  today: Day
}

/** The facts from which the site writes an e-mail to a waitlist entry. */
export interface EntrySource extends EntryCause {
  guest: Guest
  publicUrl: string
}

export interface EntryEmail<Facts> extends EmailText<Facts> {
  about: 'waitlist-entry'
  /**
   * Returns why the site drops the e-mail, or null to send it. Called only for a waitlist entry that exists and is
   * not purged.
   */
  dropReason(cause: EntryCause): DropReason | null
  facts(source: EntrySource): Facts
}

export interface MessageFacts {
  /** The name in the greeting (`greetingName`). Null for a greeting without a name. */
  guest: string | null
  event: Pick<EventRow, 'name' | 'host' | 'startDateDate' | 'endDateDate'>
  subject: string
  body: string
  /** The guest's private link. Null for a waitlist entry. */
  stay: string | null
}

export interface MessageEmail<Facts = MessageFacts> extends EmailText<Facts> {
  about: 'message'
  /**
   * Returns why the site drops the message, or null to send it. Called only for a recipient who exists and is not
   * purged.
   */
  dropReason(cause: ReservationCause | EntryCause): DropReason | null
}

export interface NewsFacts {
  items: NewsItem[]
  publicUrl: string
}

/**
 * The definition of a notification e-mail. There is a reason to send it as long as at least one guest in it is not
 * purged.
 */
export interface NewsEmail<Facts = NewsFacts> extends EmailText<Facts> {
  about: 'news'
}

export interface InvitationFacts {
  /** The name that the owner entered. Null if the owner entered none. */
  name: string | null
  /** The address with which the person must sign in. */
  email: string
  role: Role
  publicUrl: string
}

/** The definition of an invitation to staff. There is a reason to send it as long as the person is on the list. */
export interface InvitationEmail<Facts = InvitationFacts> extends EmailText<Facts> {
  about: 'person'
}

export interface WrittenEmail {
  subject: string
  preview: string
  content: ReactNode
}

export interface RenderedEmail {
  subject: string
  html: string
  text: string
}
