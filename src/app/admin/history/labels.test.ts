import { expect, test } from 'vitest'
import type { AuditEntryShown } from '#domain/staff/audit/contract.ts'
import { actorLabel, type HistoryScope, auditSentence } from './labels.ts'

const entry: AuditEntryShown = {
  id: 1,
  at: '2027-05-06T18:00:00Z',
  actor: 'admin:abc',
  actorEmail: 'admin@example.test',
  action: 'reservation.changed',
  entity: 'reservation',
  entityId: 12,
  label: null,
  amount: null,
  guest: { reservationId: 12, name: 'Ruth Vance' },
  person: null,
  title: null,
  eventId: 7,
  eventName: 'Leather & Light',
  eventUrlName: 'leather-and-light',
  fields: [],
  refund: null,
}

const told = (given: Partial<AuditEntryShown>, scope: HistoryScope = 'site') =>
  auditSentence({ ...entry, ...given }, scope)
    .map(({ text }) => text)
    .join('')

test.each<[Partial<AuditEntryShown>, string]>([
  [{}, 'admin@example.test'],
  [{ actorEmail: null }, 'An admin'],
  [{ actor: 'guest', actorEmail: null }, 'A guest'],
  [{ actor: 'provider', actorEmail: null }, 'Stripe'],
  [{ actor: 'job:holds', actorEmail: null }, 'The site'],
])('names who or what made the change in row %# of the test data: %s', (given, label) => {
  expect(actorLabel({ ...entry, ...given })).toBe(label)
})

const deposit = { entity: 'invoice', label: 'Deposit', amount: 45_000 }
const refund = { entity: 'payment', label: 'Deposit', amount: 40_000 }
const ofEvent = { entity: 'event', guest: null }

test.each<[Partial<AuditEntryShown>, string]>([
  [
    { fields: ['notes', 'emergencyContactPhone', 'customerName'] },
    'Reservation of Ruth Vance for Leather & Light changed: full name, emergency contact phone, notes',
  ],
  [{ action: 'reservation.confirmed' }, 'Reservation of Ruth Vance for Leather & Light confirmed'],
  [
    { action: 'reservation.cancelled', guest: { reservationId: 12, name: null } },
    'Reservation of a deleted guest for Leather & Light canceled',
  ],
  [
    { action: 'reservation.moved' },
    'Reservation of Ruth Vance moved from another retreat to Leather & Light',
  ],
  [
    { action: 'reservation.deleted', guest: { reservationId: null, name: null }, eventName: null },
    'Reservation of a deleted guest for a deleted event deleted',
  ],
  [{ action: 'event.created', ...ofEvent }, 'Event Leather & Light created'],
  [
    { action: 'event.updated', ...ofEvent, fields: ['cost', 'startDateDate'] },
    'Event Leather & Light changed: start date, cost',
  ],
  [
    {
      action: 'event.updated',
      ...ofEvent,
      fields: ['endDate', 'endDateDate', 'startDate', 'startDateDate', 'options'],
    },
    'Event Leather & Light changed: start date, end date, options',
  ],
  [
    { action: 'event.updated', ...ofEvent, fields: ['endDate', 'spots'] },
    'Event Leather & Light changed: end in words, spots',
  ],
  [{ action: 'event.deleted', ...ofEvent, eventUrlName: null }, 'Event Leather & Light deleted'],
  [
    { action: 'photo.updated', entity: 'photo', guest: null, fields: ['alt'] },
    'Photo of Leather & Light changed: description',
  ],
  [
    { action: 'invoice.created', ...deposit },
    'Invoice “Deposit” of $450.00 for Ruth Vance, Leather & Light added',
  ],
  [
    { action: 'invoice.paid', ...deposit, fields: ['due'] },
    'Invoice “Deposit” of $450.00 for Ruth Vance, Leather & Light recorded as paid; changed: due date',
  ],
  [{ action: 'invoice.deleted', entity: 'invoice' }, 'Invoice for Ruth Vance, Leather & Light deleted'],
  [
    { action: 'payment.recorded', entity: 'payment', amount: 45_000, label: 'Deposit' },
    'Payment of $450.00 from Ruth Vance for Leather & Light (Deposit)',
  ],
  [
    { action: 'refund.succeeded', ...refund, label: null },
    'Refund of $400.00 to Ruth Vance for Leather & Light',
  ],
  [
    {
      action: 'refund.requested',
      ...refund,
      refund: { amount: 40_000, invoiceId: 7, reason: 'late arrival' },
    },
    'Refund of $400.00 to Ruth Vance for Leather & Light (Deposit) requested: late arrival',
  ],
  [
    { action: 'refund.owed', ...refund },
    'Refund of $400.00 to Ruth Vance for Leather & Light (Deposit) due by hand',
  ],
  [
    { action: 'waitlist.offered', entity: 'waitlist', guest: null, person: 'Ann Lee' },
    'Spot for Leather & Light offered to Ann Lee',
  ],
  [
    { action: 'waitlist.moved', entity: 'waitlist', guest: null },
    'Someone moved on the waitlist for Leather & Light',
  ],
  [
    { action: 'mail.requested', entity: 'email', fields: ['invoice-remind'] },
    'Email “Payment reminder” to Ruth Vance for Leather & Light sent by hand',
  ],
  [
    { action: 'room.assigned', label: 'Juniper, queen bed' },
    'Room “Juniper, queen bed” set for Ruth Vance at Leather & Light',
  ],
  [
    { action: 'host_link.made', entity: 'host_link', guest: null, fields: ['medicalConditions'] },
    'Kitchen sheet link for Leather & Light created, with medical conditions',
  ],
  [
    {
      action: 'calendar_event.updated',
      entity: 'calendar_event',
      guest: null,
      eventId: null,
      title: 'Branding',
      fields: ['end'],
    },
    'Calendar event “Branding” changed: end',
  ],
  [
    { action: 'calendar_feed.made', entity: 'calendar_feed', guest: null, eventId: null },
    'Calendar link created',
  ],
  [{ action: 'reservation.choicesChanged' }, 'Choices of Ruth Vance for Leather & Light changed'],
  // The audit log's sentences lack this action, so the label is the action's name in separate words.
  [
    { action: 'roomKey.handedOut', fields: ['roomNumber'] },
    'Room key handed out of Ruth Vance for Leather & Light: room number',
  ],
])('describes the change in row %# of the test data as: %s', (given, sentence) => {
  expect(told(given)).toBe(sentence)
})

test("leaves the event or guest out of a change's sentence on the page of that event or guest", () => {
  const given = { action: 'refund.succeeded', ...refund }
  expect(told(given, 'event')).toBe('Refund of $400.00 to Ruth Vance (Deposit)')
  expect(told(given, 'reservation')).toBe('Refund of $400.00 (Deposit)')
  expect(told({ action: 'reservation.movedAway' }, 'event')).toBe(
    'Reservation of Ruth Vance moved to another retreat',
  )
  expect(told({ action: 'reservation.movedAway' }, 'reservation')).toBe(
    'Reservation moved to another retreat from Leather & Light',
  )
  expect(told({ action: 'event.updated', fields: ['cost'] }, 'event')).toBe('Event changed: cost')
})

const links = (given: Partial<AuditEntryShown>) =>
  auditSentence({ ...entry, ...given }, 'site').flatMap(({ text, href }) =>
    href === undefined ? [] : [[text, href]],
  )

test('links a change to its guest and its event if they have a page', () => {
  expect(links({ action: 'reservation.confirmed' })).toEqual([
    ['Ruth Vance', '/reservation/12'],
    ['Leather & Light', '/event/leather-and-light/guests'],
  ])
  expect(links({ guest: { reservationId: null, name: null }, eventUrlName: null })).toEqual([])
})
