/** Tests e-mails on the whole site over HTTP, from the sign-up to the e-mail sandbox. */
import { eq } from 'drizzle-orm'
import { beforeEach, expect, it } from 'vitest'
import { reservations } from '#platform/database/schema/booking.ts'
import { makeEvent, takeSpots } from '#test/support/factories.ts'
import type { MailSummary } from '#dev/mailbox/store.ts'
import { createGuest, type Guest } from '#test/support/booking/guest.ts'
import { openTestApp } from '#test/support/open-test-app.ts'

let guest: Guest

const app = await openTestApp({ now: new Date('2027-01-10T18:00:00Z') })
beforeEach(() => {
  guest = createGuest(app)
})

const mails = async () => (await (await app.request('/dev/mail.json')).json()) as MailSummary[]

async function tokenOf(uuid: string) {
  const [row] = await app.services.db.select().from(reservations).where(eq(reservations.uuid, uuid))
  return row?.attendeeToken
}

it('confirms a paid deposit with one e-mail, which `/dev/mail` shows', async () => {
  const event = await makeEvent(app.services.db)
  const { uuid, clientSecret } = await guest.hold(event.id)
  await app.runJobs()
  expect(await mails()).toEqual([])
  expect(await guest.pay(clientSecret)).toBe('succeeded')
  await app.runJobs()
  await app.runJobs()

  const [mail, ...others] = await mails()
  expect(others).toEqual([])
  expect(mail).toMatchObject({ to: 'robin@example.test', subject: `You’re in: ${event.name}` })
  expect(mail?.attachments).toEqual([{ filename: `${event.urlName}.ics`, contentType: 'text/calendar' }])
  for (const part of [mail?.text, mail?.html]) {
    expect(part).toContain('$450.00')
    expect(part).toContain('Remainder, due by Tue, Jun 1, 2027')
    expect(part).toContain(`http://localhost:3000/complete-reservation/${uuid}`)
    expect(part).toContain(`http://localhost:3000/directions?attendee=${await tokenOf(uuid)}`)
  }

  const page = await app.request(`/dev/mail/${mail?.id}`)
  expect(page.headers.get('x-frame-options')).toBe('DENY')
  const frame = await app.request(`/dev/mail/${mail?.id}/html`)
  expect(frame.headers.get('x-frame-options')).toBe('SAMEORIGIN')
  expect(frame.headers.get('content-security-policy')).toMatch(/^sandbox /)
  expect((await app.request('/dev/mail')).status).toBe(200)
})

it('confirms a sign-up for a free event without mentioning money', async () => {
  const event = await makeEvent(app.services.db, { cost: 0, name: 'Open Day' })
  const made = await guest.order({ eventId: event.id, amount: 0 })
  expect(made.ok).toBe(true)
  await app.runJobs()
  const [mail] = await mails()
  expect(mail?.subject).toBe('You’re in: Open Day')
  expect(mail?.text).toContain('nothing to pay')
  expect(mail?.text).not.toContain('$')
})

it('e-mails guest and admin about a payment that came too late', async () => {
  const { services, clock } = app
  const event = await makeEvent(services.db, { spots: 1, adminEmail: 'hosts@twelvemile.example' })
  const { reservationId, clientSecret } = await guest.hold(event.id)
  // Simulates a late payment. The hold has expired and another guest has the spot, but then the bank charges the
  // first guest's card.
  await services.db
    .update(reservations)
    .set({ status: 'expired', holdExpiresAt: null })
    .where(eq(reservations.id, reservationId))
  await takeSpots(services, event.id, { spots: 1 })
  clock.advance({ minutes: 20 })
  expect(await guest.pay(clientSecret)).toBe('succeeded')
  await app.runJobs()

  const late = (await mails()).filter(({ subject }) => subject.includes(event.name))
  expect(late.map(({ to }) => to).sort()).toEqual(['hosts@twelvemile.example', 'robin@example.test'])
  expect(late.every(({ text }) => text.includes('$450.00'))).toBe(true)
  expect(late.find(({ to }) => to.startsWith('hosts'))?.text).toContain('Guest: Robin Doe')
})
