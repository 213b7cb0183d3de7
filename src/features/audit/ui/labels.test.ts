import { expect, test } from 'vitest'
import { whatWords, whoWords } from './labels.ts'

const entry = {
  actor: 'admin:abc',
  actorEmail: 'admin@example.test',
  action: 'reservation.changed',
  entity: 'reservation',
  entityId: 12,
  label: null,
  refund: null,
  fields: ['notes', 'emergencyContactPhone', 'customerName'],
}

test.each([
  [entry, 'admin@example.test'],
  [{ ...entry, actorEmail: null }, 'An admin'],
  [{ ...entry, actor: 'guest', actorEmail: null }, 'A guest'],
  [{ ...entry, actor: 'provider', actorEmail: null }, 'The payment provider'],
  [{ ...entry, actor: 'job:holds', actorEmail: null }, 'The site'],
])('who did it (%#) reads %s', (given, words) => {
  expect(whoWords(given)).toBe(words)
})

test.each([
  [entry, 'Reservation #12 changed: notes, emergency contact phone, full name'],
  [{ ...entry, action: 'event.created', entity: 'event', fields: [] }, 'Event #12 created'],
  [
    { ...entry, action: 'invoice.paid', entity: 'invoice', label: 'Leather lesson', fields: ['due'] },
    'Invoice #12 (Leather lesson) marked as paid by hand: due day',
  ],
  [
    { ...entry, action: 'invoice.part_paid', entity: 'invoice', label: 'Deposit', fields: [] },
    'Invoice #12 (Deposit) paid in part by hand',
  ],
  [
    { ...entry, action: 'invoice.updated', entity: 'invoice', fields: ['amount', 'datePaid'] },
    'Invoice #12 updated: amount, date paid',
  ],
  [
    { ...entry, action: 'mail.requested', entity: 'email', fields: ['invoice-remind'] },
    'Email #12 requested: payment reminder',
  ],
  [{ ...entry, action: 'refund.requested', entity: 'refund', fields: [] }, 'Refund #12 requested'],
  [
    { ...entry, action: 'refund.requested', entity: 'payment', fields: [] },
    'Refund of payment #12 requested',
  ],
  [
    { ...entry, action: 'refund.owed', entity: 'payment', fields: [] },
    'Refund of payment #12 owed, to be given by hand',
  ],
  [
    { ...entry, action: 'refund.givenByHand', entity: 'payment', fields: [] },
    'Refund of payment #12 given by hand',
  ],
  [
    { ...entry, action: 'host_link.made', entity: 'host_link', fields: ['medicalConditions'] },
    'Host link #12 made for the kitchen sheet: medical conditions',
  ],
  [{ ...entry, action: 'host_link.revoked', entity: 'host_link', fields: [] }, 'Host link #12 revoked'],
  [
    { ...entry, action: 'calendar_event.updated', entity: 'calendar_event', fields: ['end', 'title'] },
    'Calendar event #12 updated: end, title',
  ],
  [
    { ...entry, action: 'calendar_feed.made', entity: 'calendar_feed', fields: [] },
    'Calendar feed #12 made: phones may subscribe to the family calendar',
  ],
  [
    { ...entry, action: 'calendar_feed.revoked', entity: 'calendar_feed', fields: [] },
    'Calendar feed #12 ended',
  ],
  [{ ...entry, action: 'event.cancelled', entity: 'event', fields: [] }, 'Event #12 canceled'],
])('what was done (%#) reads %s', (given, words) => {
  expect(whatWords(given)).toBe(words)
})

test.each([
  [
    'refund.requested',
    { invoiceId: 7, reason: 'late arrival' },
    'Refunded $80.01 of invoice #7 (Deposit): late arrival',
  ],
  [
    'refund.owed',
    { invoiceId: 7, reason: null },
    'Refunded $80.01 of invoice #7 (Deposit), to be given by hand',
  ],
  ['refund.succeeded', { invoiceId: 7, reason: null }, 'Refund of $80.01 of invoice #7 (Deposit) succeeded'],
  [
    'refund.refused',
    { invoiceId: null, reason: null },
    'Refund of $80.01 of payment #12 refused by the provider',
  ],
])('a refund (%s) is told with its sum and why', (action, refund, words) => {
  const told = { ...entry, action, entity: 'payment', label: 'Deposit', fields: [] }
  expect(whatWords({ ...told, refund: { amount: 8_001, ...refund } })).toBe(words)
})
