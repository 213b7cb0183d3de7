/**
 * The definition of a type of e-mail, one for each file of `types/`: when such an e-mail is still wanted (and why not), the facts
 * that it holds, and its words. The words are blocks, of which HTML and plain text are both made (`ui/render.tsx`), so that the two cannot drift apart.
 */
import type { NewsItem } from '#features/news/rules.ts'
import type { Day } from '#shared/days.ts'
import type { GuestContact } from '#shared/guest-details.ts'
import type { TextPart } from '#shared/links.ts'
import type { EntryRows, EventRow, StayOfAddress, StayRows } from './store/stays.ts'

/** The reply to an admin whose e-mail is not sent. `message`: other words than the declared ones. */
export interface Refusal {
  code: 'not_found' | 'purged' | 'not_confirmed' | 'cannot_send'
  message?: string
}

export const because = (why: string): Refusal => ({
  code: 'cannot_send',
  message: `Nothing was sent: ${why}.`,
})

/** The reasons why an e-mail is not wanted any more, since its cause is gone, each as an admin who asks for it is told. */
export const REFUSALS = {
  reservation_gone: { code: 'not_found' },
  purged: { code: 'purged' },
  not_confirmed: { code: 'not_confirmed' },
  event_cancelled: because('the event is canceled'),
  too_late: because('the event has begun'),
  details_given: because('the final details are complete'),
  invoice_gone: { code: 'not_found', message: 'This invoice is gone.' },
  already_paid: because('this invoice is already paid'),
  not_paid: because('that payment is gone'),
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
  no_charge: because('no card of the guest is charged for this'),
  in_line: because('the place on the waitlist is confirmed already'),
  not_in_line: because('they are no longer on the waitlist'),
  other_event: because('the guest has moved to another retreat'),
  text_gone: because('its text has been deleted'),
} satisfies Record<string, Refusal>

export type DropReason = keyof typeof REFUSALS

/** The facts that decide whether an e-mail about a reservation is still wanted; read anew at every try. */
export interface StayCause {
  rows: StayRows
  /** The invoice that the e-mail is about; null when it is about none, or that one was deleted. */
  invoiceId: number | null
  today: Day
  now: Date
}

/** The guest's fields that e-mails use, opened. */
export interface Guest {
  customerName: string
  nickname: string | null
  email: string
}

export interface PartyMember extends Omit<StayRows['party'][number], 'customerName' | 'nickname' | 'email'> {
  /** Fit to be written out; null: it is not plainly a name. */
  name: string | null
}

export interface Stay extends Pick<Guest, 'customerName' | 'nickname'> {
  uuid: string
  event: StayOfAddress['event']
}

/** The facts that an e-mail about a reservation is written from. */
export interface StaySource extends StayCause {
  guest: Guest
  contact: GuestContact
  /** The token of the link that only the guest's mailbox gets (R46.3). */
  mailboxToken: string
  /** The payer first; none: the guest came alone. */
  party: PartyMember[]
  /** The address's stays that stand and are not over, the first to come first; only for a type that `listsStays`. */
  stays: Stay[]
  publicUrl: string
}

/** An e-mail about a reservation. All is pure. */
export interface StayEmail<Facts> {
  about: 'reservation'
  /** Null: send it. Of a reservation that is there, and is not purged unless the type is `toAdmin`. */
  dropReason(cause: StayCause): DropReason | null
  /** Only of one that is still wanted; throws when what it tells of is not there. */
  facts(source: StaySource): Facts
  words(facts: Facts): WrittenEmail
  attachesDates?(facts: Facts): boolean
  /** It goes to the event's admin, also after the purge: it names nobody then. */
  toAdmin?: boolean
  /** It goes to the payer of the guest's party, who is `guest` then. */
  toPayer?: boolean
  /** Which of the event's own addresses it goes to while the guest is known; missing: to the guest. */
  toHouse?: 'adminEmail' | 'hostEmail'
  listsStays?: boolean
}

/** Defines one; its `words` take what its `facts` give. */
export const stayEmail = <Facts>(type: Omit<StayEmail<Facts>, 'about'>): StayEmail<Facts> => ({
  about: 'reservation',
  ...type,
})

export interface EntryCause {
  rows: EntryRows
  today: Day
}

/** The facts that an e-mail to somebody on the waitlist is written from, who has no reservation. */
export interface EntrySource extends EntryCause {
  guest: Guest
  publicUrl: string
}

export interface EntryEmail<Facts> {
  about: 'waitlist-entry'
  /** Of an entry that is there and is not purged. */
  dropReason(cause: EntryCause): DropReason | null
  facts(source: EntrySource): Facts
  words(facts: Facts): WrittenEmail
}

/** The message that an admin wrote to guests, or to people in line, of one event. */
export interface MessageFacts {
  /** Fit to be written out (`greetingName`); null: greet without a name. */
  guest: string | null
  event: Pick<EventRow, 'name' | 'host' | 'startDateDate' | 'endDateDate'>
  subject: string
  body: string
  /** The way to the guest's own page; null for who has no reservation. */
  stay: string | null
}

/** An e-mail of an admin's own words, to a guest or to somebody in line. */
export interface MessageEmail<Facts = MessageFacts> {
  about: 'message'
  /** Of a recipient who is there and is not purged. */
  dropReason(cause: StayCause | EntryCause): DropReason | null
  words(facts: Facts): WrittenEmail
}

export interface NewsFacts {
  /** Oldest first. */
  items: NewsItem[]
  publicUrl: string
}

/** An e-mail of news; it is wanted while somebody whom it names is there. */
export interface NewsEmail<Facts = NewsFacts> {
  about: 'news'
  words(facts: Facts): WrittenEmail
}

/** The words of an e-mail. All texts are plain: markup in them shows as it is. */
export interface WrittenEmail {
  /** Holds no guest's text. */
  subject: string
  /** The line that mail programs show beside the subject. */
  preheader: string
  heading: { kicker: string; title: string; detail: string }
  greeting: string
  blocks: Block[]
  /** Small print; the venue's own line follows it. */
  footer: Paragraph[]
  /** It goes to the ranch itself, who is not told to ask itself. */
  toUs?: boolean
}

export type Block =
  | ({ kind: 'text' } & Paragraph)
  | { kind: 'typed'; lines: TextPart[][] }
  | { kind: 'money'; rows: MoneyRow[] }
  | { kind: 'facts'; rows: Fact[] }
  | { kind: 'button'; label: string; href: string; note: string | null }
  | { kind: 'steps'; title: string; steps: Step[] }
  | { kind: 'promise'; title: string; text: string }

/** `href`: where the value leads, such as a telephone. */
export interface Fact {
  label: string
  value: string
  href: string | null
}

/** `amount` is formatted; the total stands out. */
export interface MoneyRow {
  label: string
  amount: string
  tone: 'plain' | 'total'
}

export interface Step {
  title: string
  text: string
  link: Link | null
}

/** A link stands at the end of its paragraph, as part of the sentence. */
export interface Paragraph {
  text: string
  link: Link | null
}

export interface Link {
  label: string
  href: string
}

export interface RenderedEmail {
  subject: string
  html: string
  text: string
}

export type RenderEmail = (email: WrittenEmail) => Promise<RenderedEmail>
