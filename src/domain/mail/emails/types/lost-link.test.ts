import { describe, expect, it } from 'vitest'
import type { CurrentReservation } from '../definition.ts'
import { factsOf, problemOf, UUID, write } from '#test/support/mail/reservation-rows.ts'

const type = 'lost-link'
const event = {
  name: 'Leather and Light',
  host: null,
  startDateDate: '2027-02-19',
  endDateDate: '2027-02-23',
}
const ada: CurrentReservation = { uuid: UUID, customerName: 'Ada Lovelace', nickname: null, event }
const other = { ...ada, uuid: '7a1f0c5e-7a0b-4a7e-9f43-0f0f9a3f0b22', event: { ...event, name: 'Open Day' } }
const page = (uuid: string) => `https://ranch.example/complete-reservation/${uuid}`

it('sends one private link, with advice for a person who did not ask for it', () => {
  const { subject, text } = write({ type, facts: factsOf(), stays: [ada] })
  expect(subject).toBe('Your private link, as you asked')
  expect(text).toContain('Howdy Ada,')
  expect(text).toContain(`Open your page:\n${page(UUID)}`)
  expect(text).toContain('keep it to yourself')
  expect(text).toContain('Didn’t ask for this?')
})

it("lists several stays in one e-mail, with guests' names only if the stays belong to several people", () => {
  const { subject, text } = write({ type, facts: factsOf(), stays: [ada, other] })
  expect(subject).toBe('Your private links, as you asked')
  for (const words of ['Leather and Light', 'Open Day', page(UUID), page(other.uuid)])
    expect(text).toContain(words)
  expect(text).not.toContain('Guest:')

  const shared = write({ type, facts: factsOf(), stays: [ada, { ...other, customerName: 'Charles B' }] })
  expect(shared.text).toContain('Howdy,')
  expect(shared.text).toContain('Guest: Charles')
})

describe('the lost-link e-mail', () => {
  it.each(['cancelled', 'expired', 'refunded'] as const)(
    'is dropped for a reservation that is %s',
    (status) => {
      expect(problemOf({ type, facts: factsOf({ status }) })).toBe('not_standing')
    },
  )

  it('is sent until the event’s last day, even for a hold', () => {
    expect(problemOf({ type, facts: factsOf(), today: '2027-02-24' })).toBe('over')
    expect(problemOf({ type, facts: factsOf({ status: 'pending' }), today: '2027-02-23' })).toBeNull()
  })
})
