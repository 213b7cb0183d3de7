import { describe, expect, test } from 'vitest'
import { factsOf, problemOf, write } from '#test/support/mail/reservation-rows.ts'

const TOLD = {
  reservationId: 17,
  day: '2027-02-19',
  time: '15:00',
  by: 'car',
  leftPavementAt: null,
  hereAt: null,
  hereBy: null,
} as const
const type = 'arrival-overdue'
/** 4:30 p.m. at the ranch, when a guest who said 3 p.m. is overdue. */
const now = new Date('2027-02-19T23:30:00Z')

describe('the e-mail about an overdue guest (R36.3)', () => {
  test('states the expected time, the phone and the emergency contact, and gives the host no link into the site', () => {
    const asked = { facts: factsOf({ arrival: TOLD }), now }
    const { subject, text } = write({ type, ...asked })
    expect(subject).toBe('Guest overdue: Leather and Light (reservation 17)')
    for (const words of [
      'Ada Lovelace',
      'They planned to arrive by Fri, Feb 19, 3:00 PM. That was more than 90 minutes ago.',
      'Planned arrival: Fri, Feb 19, 3:00 PM, by car',
      '505-555-0142',
      'Annabella Byron',
      '505-555-0143',
      '/reservation/17',
    ])
      expect(text).toContain(words)
    expect(write({ type: 'arrival-overdue-host', ...asked }).text).not.toContain('https://ranch.example')
  })

  test('states when the guest left the pavement', () => {
    const arrival = { ...TOLD, leftPavementAt: new Date('2027-02-19T20:00:00Z') }
    expect(write({ type, facts: factsOf({ arrival }), now }).text).toContain(
      'left the pavement (Fri, Feb 19, 1:00 PM)',
    )
  })

  test.each([
    [
      '505-555-0142',
      '505-555-0143',
      'call them. If they don’t answer, call their emergency contact. If neither',
    ],
    ['505-555-0142', null, 'call them. We have no number for their emergency contact. If the guest'],
    [null, '505-555-0143', 'call their emergency contact. We have no number for the guest. If the contact'],
    [null, null, 'We have no phone number to call. Please drive'],
  ])('asks to call only known numbers: %s, %s', (phone, emergencyContactPhone, words) => {
    const contact = { phone, emergencyContactName: 'Annabella Byron', emergencyContactPhone }
    expect(write({ type, facts: factsOf({ arrival: TOLD }), now, contact }).text).toContain(words)
  })

  test('is dropped once the guest has arrived, gave a later time or no longer comes', () => {
    const dropped = (changes: Parameters<typeof factsOf>[0]) =>
      problemOf({ type, facts: factsOf({ arrival: TOLD, ...changes }), now })
    expect(dropped({})).toBeNull()
    expect(dropped({ arrival: { ...TOLD, hereAt: now, hereBy: 'host' } })).toBe('not_overdue')
    expect(dropped({ arrival: { ...TOLD, leftPavementAt: now } })).toBe('not_overdue')
    expect(dropped({ arrival: null })).toBe('not_overdue')
    expect(dropped({ status: 'cancelled' })).toBe('not_confirmed')
    expect(dropped({ event: { cancelledAt: now } })).toBe('event_cancelled')
  })
})
