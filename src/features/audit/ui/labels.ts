/** Entries of the audit in words. Pure. */
import { formatMoney } from '#shared/money.ts'
import type { AuditEntryShown } from '../contract.ts'

type Entry = Pick<
  AuditEntryShown,
  'actor' | 'actorEmail' | 'action' | 'entity' | 'entityId' | 'label' | 'fields' | 'refund'
>

/** Fields whose names do not read as what they are. */
const FIELD_WORDS: Record<string, string> = {
  customerName: 'full name',
  adminEmail: 'admin email',
  hostCell: 'host’s cell',
  urlName: 'address',
  pdfLink: 'PDF',
  alt: 'description',
  startDateDate: 'start day',
  endDateDate: 'end day',
  totalDue: 'total due',
  due: 'due day',
  // The kinds of mails that are sent by hand.
  'signup-success-simple': 'sign-up mail',
  'welcome-info': 'welcome letter',
  'info-remind': 'reminder of the details',
  'invoice-remind': 'payment reminder',
  'invoice-success': 'confirmation',
  'lost-link': 'private links',
  'deletion-receipt': 'receipt of the deletion',
}

/** Actions whose last word does not say what was done. */
const ACTION_WORDS: Record<string, string> = {
  'event.cancelled': 'canceled',
  'reservation.cancelled': 'canceled',
  'invoice.paid': 'marked as paid by hand',
  'invoice.part_paid': 'paid in part by hand',
  'invoice.unpaid': 'marked as not paid',
  'host_link.made': 'made for the kitchen sheet',
  'reservation.erasureAsked': 'to be deleted, as the guest asked',
  'waitlist.purged': 'waitlist emptied of everything personal',
  'reservation.purged': 'emptied of everything personal',
  'refund.owed': 'owed, to be given by hand',
  'replacement.offered': 'may be passed on by a link',
  'replacement.offered_to_line': 'may be passed on to the next in line',
  'replacement.taken_back': 'is not passed on any more',
  'waitlist.forgotten': 'waitlist: who never confirmed their address is forgotten',
  'waitlist.confirmed': 'confirmed the address: takes a place in line',
  'waitlist.added': 'put in line by hand',
  'waitlist.offered': 'offered a spot',
  'waitlist.recalled': 'waits again: the guest kept the spot that was offered',
  'waitlist.withdrawn': 'passed over, and the offer taken back',
  'waitlist.skipped': 'passed over',
  'waitlist.put-back': 'put back in line',
  'waitlist.moved': 'moved in line',
  'waitlist.stopped': 'offers of spots stopped',
  'waitlist.started': 'offers of spots started',
  'mail.skipped': 'not sent: its mailbox has had three of this kind in a day',
  'refund.refused': 'refused by the provider',
  'calendar_feed.made': 'made: phones may subscribe to the family calendar',
  'calendar_feed.revoked': 'ended',
}

/** `"admin@example.test"`, `"A guest"`, `"The site"`. */
export function whoWords({ actor, actorEmail }: Entry): string {
  if (actorEmail) return actorEmail
  if (actor.startsWith('admin:')) return 'An admin'
  if (actor === 'guest') return 'A guest'
  return actor === 'provider' ? 'The payment provider' : 'The site'
}

/**
 * `"Reservation #12 changed: notes, emergency contact phone"`, `"Invoice #7 (Deposit) marked as paid by hand"`,
 * `"Refunded $80.01 of invoice #7 (Deposit): late arrival"`.
 */
export function whatWords(entry: Entry): string {
  const { action, entity, entityId, label, fields, refund } = entry
  if (refund !== null) return refundWords(entry, refund)
  const done = ACTION_WORDS[action] ?? spaced(action.split('.').at(-1) ?? action)
  // A payment's refunds are told with the payment.
  const what = action.startsWith('refund.') && entity === 'payment' ? 'refund of payment' : spaced(entity)
  const called = label === null ? '' : ` (${label})`
  const whole = `${capital(what)} #${entityId}${called} ${done}`
  return fields.length === 0 ? whole : `${whole}: ${fields.map(fieldWords).join(', ')}`
}

function refundWords({ action, entityId, label }: Entry, refund: NonNullable<Entry['refund']>): string {
  const { amount, invoiceId, reason } = refund
  const called = label === null ? '' : ` (${label})`
  const of = invoiceId === null ? `payment #${entityId}` : `invoice #${invoiceId}${called}`
  const what = `${formatMoney(amount)} of ${of}`
  const why = reason === null ? '' : `: ${reason}`
  if (action === 'refund.requested') return `Refunded ${what}${why}`
  if (action === 'refund.owed') return `Refunded ${what}, to be given by hand${why}`
  return `Refund of ${what} ${ACTION_WORDS[action] ?? spaced(action.split('.').at(-1) ?? action)}${why}`
}

const fieldWords = (name: string) => FIELD_WORDS[name] ?? spaced(name)

/** `emergencyContactPhone` → `emergency contact phone`. */
function spaced(name: string): string {
  return name
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll(/[_-]/g, ' ')
    .toLowerCase()
}

const capital = (words: string) => words.charAt(0).toUpperCase() + words.slice(1)
