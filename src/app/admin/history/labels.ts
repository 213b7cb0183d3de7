/** Turns changes in the audit log into sentences. Has no side effects. */
import { EVENT_FIELDS } from '#app/admin/event-form/labels.ts'
import { emailLabel } from '#shared/email-types.ts'
import { GUEST_FIELDS } from '#shared/guest-details.ts'
import { adminReservationPath, eventGuestsPath } from '#shared/links.ts'
import { formatMoney } from '#shared/money.ts'
import { capitalized } from '#shared/text.ts'
import type { AuditEntryShown } from '#domain/staff/audit/contract.ts'

export type HistoryScope = 'site' | 'event' | 'reservation'

/** A piece of a sentence. It is a link if it has `href`. */
interface SentencePart {
  text: string
  href?: string
}

/** The names of fields for admins, if a field's name in the code would confuse them. */
const FIELD_LABELS: Record<string, string> = {
  customerName: 'full name',
  adminEmail: 'admin email',
  hostEmail: 'host’s email',
  hostCell: 'host’s cell',
  urlName: 'web address',
  pdfLink: 'PDF',
  alt: 'description',
  startDateDate: 'start date',
  endDateDate: 'end date',
  startDate: 'start in words',
  endDate: 'end in words',
  totalDue: 'total due',
  due: 'due date',
  eventId: 'retreat',
  validFrom: 'first day',
  validUntil: 'last day',
  appliesTo: 'what it is on',
}

/**
 * The sentence for each action. A slot in braces is replaced by its value. The slot and all words in its
 * braces are removed if the value is unknown, or if the page is about that value.
 */
const SENTENCES: Record<string, string> = {
  'event.created': 'Event{ event} created',
  'event.updated': 'Event{ event} changed{: fields}',
  'event.drafted': 'Event{ event} saved as a draft',
  'event.scheduled': 'Event{ event} set to be published{ on label}',
  'event.published': 'Event{ event} published',
  'event.previewLinkMade': 'Preview link{ of event} created',
  'event.previewLinkEnded': 'Preview link{ of event} ended',
  'event.datesEmailed': 'New dates{ of event} emailed to the guests',
  'event.datesToldByHand': 'Guests notified of the new dates{ of event} without an email',
  'event.cancelled': 'Event{ event} canceled',
  'event.deleted': 'Event{ event} deleted',
  'photo.created': 'Photo added{ to event}',
  'photo.updated': 'Photo{ of event} changed{: fields}',
  'photo.deleted': 'Photo{ of event} deleted',
  'photos.ordered': 'Photos{ of event} reordered',
  'upload.created': 'Picture uploaded',
  'document.created': 'PDF uploaded',
  'host_link.made': 'Kitchen sheet link{ for event} created{, with fields}',
  'host_link.revoked': 'Kitchen sheet link{ for event} revoked',

  'reservation.held': 'Sign-up{ of guest}{ for event} started',
  'reservation.created': 'Reservation{ of guest}{ for event} added',
  'reservation.confirmed': 'Reservation{ of guest}{ for event} confirmed',
  'reservation.changed': 'Reservation{ of guest}{ for event} changed{: fields}',
  'reservation.linkRenewed': 'New private link{ of guest}{ for event}',
  'reservation.details-given': 'Details{ of guest}{ for event} filled in{: fields}',
  'reservation.details-changed': 'Reservation{ of guest}{ for event} changed{: fields}',
  'reservation.expired': 'Sign-up{ of guest}{ for event} expired unpaid',
  'reservation.refunded': 'Reservation{ of guest}{ for event} refunded: it was paid too late',
  'reservation.cancelled': 'Reservation{ of guest}{ for event} canceled',
  'reservation.movedAway': 'Reservation{ of guest} moved to another retreat{ from event}',
  'reservation.moved': 'Reservation{ of guest} moved from another retreat{ to event}',
  'reservation.choicesChanged': 'Choices{ of guest}{ for event} changed',
  'reservation.companionAdded': 'Companion added to the reservation{ of guest}{ for event}',
  'reservation.splitOff': 'Reservation{ of guest}{ for event} split off: they pay for themselves',
  'reservation.payerChanged': 'Payer of the party{ of guest}{ for event} changed',
  'reservation.reinstated': 'Cancellation{ of guest}{ for event} undone',
  'reservation.deleted': 'Reservation{ of guest}{ for event} deleted',
  'reservation.erasureAsked': 'Deletion of the data{ of guest}{ for event} requested',
  'arrival.told': 'Arrival time{ of guest}{ for event} given',
  'arrival.pressed': 'Arrival{ of guest}{ for event} recorded',
  'arrival.overdue': 'Host and admin notified that a guest{ of event} is overdue',
  'room.assigned': 'Room{ “label”} set{ for guest}{ at event}',
  'room.freed': 'Room{ “label”} freed{ of guest}{ at event}',
  'code.created': 'Code{ “label”} added',
  'code.updated': 'Code{ “label”} changed{: fields}',
  'code.ended': 'Code{ “label”} ended',
  'code.reopened': 'Code{ “label”} can be used again',
  'code.deleted': 'Code{ “label”} deleted',
  'room.created': 'Room{ “label”} added',
  'room.updated': 'Room{ “label”} changed{: fields}',
  'room.deleted': 'Room{ “label”} deleted',
  'rooms.ordered': 'Rooms reordered',
  'statement.exported': 'Bank statement downloaded{: fields}',
  'statement.closed': 'Months closed for good{: fields}',
  'statement.adjusted': 'Adjustment posted{ for guest}{: fields}',
  'statement.accounts_named': 'Accounts of the bank statement changed',
  'year.exported': 'Year report downloaded{: fields}',
  'checks.exported': 'List of checks downloaded{: fields}',
  'deposit_slip.created': 'Deposit slip{ label} recorded',
  'deposit_slip.undone': 'Deposit slip{ label} undone',
  'tax.created': 'Tax{ “label”} added',
  'tax.updated': 'Tax{ “label”} changed{: fields}',
  'tax.deleted': 'Tax{ “label”} deleted',
  'rooms.shown': 'Rooms{ of event} shown to guests',
  'rooms.hidden': 'Rooms{ of event} hidden from guests',
  'reservation.purged': 'Data of a guest{ of event} deleted',

  'invoice.created': 'Invoice{ “label”}{ of sum}{ for guest}{, event} added',
  'invoice.updated': 'Invoice{ “label”}{ of sum}{ for guest}{, event} changed{: fields}',
  'invoice.paid': 'Invoice{ “label”}{ of sum}{ for guest}{, event} recorded as paid{; changed: fields}',
  'invoice.part_paid':
    'Invoice{ “label”}{ of sum}{ for guest}{, event} recorded as paid in part{; changed: fields}',
  'invoice.unpaid': 'Invoice{ “label”}{ of sum}{ for guest}{, event} marked as unpaid{; changed: fields}',
  'invoice.deleted': 'Invoice{ “label”}{ of sum}{ for guest}{, event} deleted',

  'payment.recorded': 'Payment{ of sum}{ from guest}{ for event}{ (label)}',
  'payment.updated': 'Payment{ of sum}{ from guest}{ for event}{ (label)} updated by Stripe',
  'refund.requested': 'Refund{ of sum}{ to guest}{ for event}{ (label)} requested{: reason}',
  'refund.owed': 'Refund{ of sum}{ to guest}{ for event}{ (label)} due by hand{: reason}',
  'refund.succeeded': 'Refund{ of sum}{ to guest}{ for event}{ (label)}{: reason}',
  'refund.refused': 'Refund{ of sum}{ to guest}{ for event}{ (label)} refused by Stripe{: reason}',
  'refund.failed': 'Refund{ of sum}{ to guest}{ for event}{ (label)} failed{: reason}',
  'refund.withdrawn': 'Refund{ of sum}{ to guest}{ for event}{ (label)} no longer due: cancellation undone',
  'refund.givenByHand': 'Refund{ of sum}{ to guest}{ for event}{ (label)} made by hand{: reason}',

  'balance.refunded': 'Open balance{ of sum}{ of guest}{ for event} refunded by hand',
  'balance.kept': 'Open balance{ of sum}{ of guest}{ for event} kept as income',

  'payment.flagged': 'A bank suspects fraud in a payment{ of guest}{ for event}',
  'card.kept': 'Card{ of guest}{ for event} saved for the remainder',
  'card.withdrawn': 'Saved card{ of guest}{ for event} removed',
  'card.dropped': 'Saved card{ of guest}{ for event} deleted: nothing is left to charge',
  'card.disputed': 'Saved card{ of guest}{ for event} deleted: a bank disputes a payment or suspects fraud',
  'card.charge_announced': 'Charge{ of sum}{ to guest}{ for event} announced',
  'card.declined': 'Charge{ of sum}{ to guest}{ for event} declined',

  'replacement.offered': 'Link to pass on the spot{ of guest}{ for event} created',
  'replacement.offered_to_line': 'Spot{ of guest}{ for event} offered to the waitlist',
  'replacement.taken_back': 'Spot{ of guest}{ for event} no longer passed on',

  'person.invited': 'Invited{ label}',
  'person.roleChanged': 'Role changed:{ label}',
  'person.removed': 'Removed{ label}',

  'waitlist.added': '{person} added to the waitlist{ for event}',
  'waitlist.confirmed': '{person} joined the waitlist{ for event}',
  'waitlist.offered': 'Spot{ for event} offered to {person}',
  'waitlist.declined': 'Spot{ for event} declined by {person}',
  'waitlist.withdrawn': 'Offer to {person}{ for event} withdrawn',
  'waitlist.recalled': 'Offer to {person}{ for event} ended: the guest kept the spot',
  'waitlist.left': '{person} left the waitlist{ for event}',
  'waitlist.moved': '{person} moved on the waitlist{ for event}',
  'waitlist.resized': 'Spots that {person} waits for{ for event} changed',
  'waitlist.skipped': '{person} skipped on the waitlist{ for event}',
  'waitlist.put-back': '{person} put back on the waitlist{ for event}',
  'waitlist.removed': '{person} removed from the waitlist{ for event}',
  'waitlist.stopped': 'Waitlist offers{ for event} turned off',
  'waitlist.started': 'Waitlist offers{ for event} turned on',
  'waitlist.forgotten': 'Unconfirmed waitlist entries{ for event} deleted',
  'waitlist.purged': 'Waitlist data{ for event} deleted',

  'mail.requested': 'Email{ “email”}{ to guest}{ for event} sent by hand',
  'mail.failed': 'Email{ “email”}{ to guest}{ for event} could not be sent',
  'mail.skipped':
    'Email{ “email”}{ to guest}{ for event} not sent: this address had already received three of this kind that day',

  'message.sent': 'Message{ to guest}{ for event} sent',

  'calendar_event.created': 'Calendar event{ “title”} added',
  'calendar_event.updated': 'Calendar event{ “title”} changed{: fields}',
  'calendar_event.deleted': 'Calendar event{ “title”} deleted',
  'calendar_feed.made': 'Calendar link created',
  'calendar_feed.revoked': 'Calendar link removed',
  'backup.requested': 'Backup requested',
}

/** Returns the words for the actor, such as `"admin@example.test"`, `"A guest"` or `"The site"`. */
export function actorLabel({ actor, actorEmail }: Pick<AuditEntryShown, 'actor' | 'actorEmail'>): string {
  if (actorEmail) return actorEmail
  if (actor.startsWith('admin:')) return 'An admin'
  if (actor === 'guest') return 'A guest'
  if (actor === 'host') return 'The host'
  return actor === 'provider' ? 'Stripe' : 'The site'
}

/**
 * Returns the pieces of a sentence such as `"Refund of $400.00 to Ruth Vance for Leather & Light"`. The guest
 * and the event are links.
 */
export function auditSentence(entry: AuditEntryShown, scope: HistoryScope): SentencePart[] {
  const fillings = slotFillings(entry, scope)
  const parts: SentencePart[] = []
  let end = 0
  const add = (part: SentencePart) => {
    const last = parts.at(-1)
    if (last && last.href === undefined && part.href === undefined) last.text += part.text
    else if (part.text !== '') parts.push(part)
  }
  const sentence =
    SENTENCES[entry.action] ?? `${capitalized(spaced(entry.action))}{ of guest}{ for event}{: fields}`
  for (const match of sentence.matchAll(SLOT)) {
    const [whole, before = '', name = '', after = ''] = match
    add({ text: sentence.slice(end, match.index) })
    end = match.index + whole.length
    const filling = fillings[name as Slot]
    if (filling === null) continue
    add({ text: before })
    add(filling)
    add({ text: after })
  }
  add({ text: sentence.slice(end) })
  const [first] = parts
  if (first) first.text = capitalized(first.text)
  return parts
}

const SLOTS = ['event', 'guest', 'person', 'sum', 'label', 'fields', 'reason', 'email', 'title'] as const
type Slot = (typeof SLOTS)[number]

/**
 * Matches a slot such as `{ of guest}`: the words before the slot's name, the name, and a closing quote or
 * parenthesis.
 */
const SLOT = new RegExp(`\\{([^{}]*?)(${SLOTS.join('|')})([”)]?)\\}`, 'g')

function slotFillings(entry: AuditEntryShown, scope: HistoryScope): Record<Slot, SentencePart | null> {
  const { action, fields, label, amount, refund, title, person } = entry
  const isEmail = action.startsWith('mail.')
  const isMove = action.startsWith('reservation.moved')
  const isWaitlist = action.startsWith('waitlist.')
  return {
    // A move involves two events, so even the page of the moved guest's reservation must name the other
    // event.
    event: scope === 'site' || (scope === 'reservation' && isMove) ? eventPart(entry) : null,
    guest: scope === 'reservation' ? null : guestPart(entry),
    person: isWaitlist ? { text: person || 'someone' } : null,
    sum: amount === null ? null : { text: formatMoney(amount) },
    label: label === null ? null : { text: label },
    fields:
      isEmail || action === 'message.sent' || fields.length === 0 ? null : { text: fieldsInWords(fields) },
    reason: refund?.reason ? { text: refund.reason } : null,
    email: isEmail && fields[0] !== undefined ? { text: emailLabel(fields[0]) } : null,
    title: title === null ? null : { text: title },
  }
}

function eventPart({ eventId, eventName, eventUrlName }: AuditEntryShown): SentencePart | null {
  if (eventId === null) return null
  if (eventName === null) return { text: 'a deleted event' }
  return eventUrlName === null
    ? { text: eventName }
    : { text: eventName, href: eventGuestsPath(eventUrlName) }
}

function guestPart({ guest }: AuditEntryShown): SentencePart | null {
  if (guest === null) return null
  const { reservationId, name } = guest
  if (reservationId === null) return { text: 'a deleted guest' }
  return { text: name || 'a deleted guest', href: adminReservationPath(reservationId) }
}

/** The fields of the forms of an event and of a guest, in the order in which an admin reads them. */
const READING_ORDER: readonly string[] = [...EVENT_FIELDS, ...GUEST_FIELDS]

/** The event form rewrites a date in words with its date. Then the History page names only the date. */
const DATE_OF: Record<string, string> = { startDate: 'startDateDate', endDate: 'endDateDate' }

function fieldsInWords(names: readonly string[]): string {
  const ordered = READING_ORDER.filter((name) => names.includes(name))
  const others = names.filter((name) => !READING_ORDER.includes(name))
  const named = [...ordered, ...others].filter((name) => !names.includes(DATE_OF[name] ?? ''))
  return [...new Set(named.map(fieldLabel))].join(', ')
}

const fieldLabel = (name: string) => FIELD_LABELS[name] ?? spaced(name)

function spaced(name: string): string {
  return name
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll(/[._-]/g, ' ')
    .toLowerCase()
}
