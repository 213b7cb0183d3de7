/**
 * The interface of an e-mail type, each in a file in `types/`: whether there is still a reason to send it, its facts,
 * its subject, and the component that renders it.
 */
import type { ReactNode } from 'react'
import type { NewsItem } from '#domain/mail/notifications/rules.ts'
import type { Day } from '#shared/days.ts'
import type { GuestContact } from '#shared/guest-details.ts'
import type { EntryRows, EventRow, ReservationRows } from './store/rows.ts'
import type { StayOfAddress } from '#domain/booking/store/stays-of-address.ts'

/** The reply to an admin whose e-mail is not sent. `message` replaces the endpoint's own message. */
export interface Refusal {
  code: 'not_found' | 'purged' | 'not_confirmed' | 'cannot_send'
  message?: string
}

export const because = (why: string): Refusal => ({
  code: 'cannot_send',
  message: `Nothing was sent: ${why}.`,
})

/** Why there is no longer a reason to send an e-mail, with the reply that an admin gets. */
export const REFUSALS = {
  reservation_gone: { code: 'not_found' },
  purged: { code: 'purged' },
  not_confirmed: { code: 'not_confirmed' },
  event_cancelled: because('the event is canceled'),
  too_late: because('the event has begun'),
  details_given: because('the final details are complete'),
  invoice_gone: { code: 'not_found', message: 'This invoice is gone.' },
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
} satisfies Record<string, Refusal>

export type DropReason = keyof typeof REFUSALS

/**
 * The facts that decide whether there is still a reason to send an e-mail about a reservation. Each attempt
 * reads them again.
 */
export interface ReservationCause {
  rows: ReservationRows
  /** The invoice that the e-mail is about. Null if there is none or the invoice was deleted. */
  invoiceId: number | null
  today: Day
  now: Date
}

/** The guest's fields that e-mails use, decrypted. */
export interface Guest {
  customerName: string
  nickname: string | null
  email: string
}

export interface PartyMember extends Omit<
  ReservationRows['party'][number],
  'customerName' | 'nickname' | 'email'
> {
  /** The guest's name, or null if it does not look like a name and so is not safe to write in an e-mail. */
  name: string | null
}

export interface CurrentReservation extends Pick<Guest, 'customerName' | 'nickname'> {
  uuid: string
  event: StayOfAddress['event']
}

/** The facts from which an e-mail about a reservation is written. */
export interface ReservationSource extends ReservationCause {
  guest: Guest
  contact: GuestContact
  /** Token in the link that only the guest's mailbox receives (R46.3). */
  mailboxToken: string
  /** The guests of the party, the payer first. Empty for a guest in no party. */
  party: PartyMember[]
  /**
   * The current reservations of the same e-mail address, the earliest first. Filled only for a type of e-mail with
   * `listsStays`.
   */
  stays: CurrentReservation[]
  publicUrl: string
}

export interface EmailText<Facts> {
  /** Must contain no text that a guest wrote, because subjects are kept after the purge. */
  subject(facts: Facts): string
  /** The text that mail programs show next to the subject. */
  preview(facts: Facts): string
  /** The React component that renders the e-mail inside of its page. */
  Content(facts: Facts): ReactNode
}

/** The definition of an e-mail about a reservation. All functions are pure. */
export interface ReservationEmail<Facts> extends EmailText<Facts> {
  about: 'reservation'
  /**
   * Returns why the e-mail is dropped, or null if it should be sent. Called only for an existing reservation. The
   * reservation is not purged, unless `toAdmin` is set.
   */
  dropReason(cause: ReservationCause): DropReason | null
  /** Returns the facts of an e-mail that should be sent. Throws if a fact is missing. */
  facts(source: ReservationSource): Facts
  attachesDates?(facts: Facts): boolean
  /**
   * True for an e-mail to the event's admin. Such an e-mail is sent even after the guest's data was deleted,
   * but without names.
   */
  toAdmin?: boolean
  /** True for an e-mail to the party's payer. `guest` is then the payer. */
  toPayer?: boolean
  /**
   * The event's address that gets the e-mail, until the guest's data is deleted. Missing for an e-mail to the
   * guest.
   */
  toEventAddress?: 'adminEmail' | 'hostEmail'
  listsStays?: boolean
}

/** Defines an e-mail type. The compiler checks that the functions of its text take what `facts` returns. */
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

/** The facts from which an e-mail to a waitlist entry is written. */
export interface EntrySource extends EntryCause {
  guest: Guest
  publicUrl: string
}

export interface EntryEmail<Facts> extends EmailText<Facts> {
  about: 'waitlist-entry'
  /**
   * Returns why the e-mail is dropped, or null to send it. Called only for an entry that exists and is not
   * purged.
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
   * Returns why the message is dropped, or null to send it. Called only for a recipient who exists and is not
   * purged.
   */
  dropReason(cause: ReservationCause | EntryCause): DropReason | null
}

export interface NewsFacts {
  items: NewsItem[]
  publicUrl: string
}

/** The definition of a notification e-mail. There is a reason to send it as long as one guest in it is not purged. */
export interface NewsEmail<Facts = NewsFacts> extends EmailText<Facts> {
  about: 'news'
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
