import { eq } from 'drizzle-orm'
import { describe, expect, test, vi } from 'vitest'
import { reservations } from '#platform/database/schema/booking.ts'
import { waitlistEntries } from '#platform/database/schema/waitlist.ts'
import { createGuest } from '#test/support/booking/guest.ts'
import { signInAdmin } from '#test/support/booking/admin.ts'
import { joinWaitlist } from '#test/support/booking/waitlist.ts'
import type { TestBrowser } from '#test/support/browser.ts'
import { isCacheable } from '#shared/endpoint.ts'
import { makeEvent, takeSpots } from '#test/support/factories.ts'
import { openTestApp } from '#test/support/open-test-app.ts'
import { type AdminEvent, getEvent } from '../booking/contract/event.ts'

const app = await openTestApp({ now: new Date('2027-05-06T18:00:00Z') })
const admin = await signInAdmin(app)

const look = (browser: TestBrowser, eventUrlName: string) =>
  browser.call(getEvent, { query: { eventUrlName } })

async function whole(eventUrlName: string): Promise<AdminEvent> {
  const found = await look(admin.browser, eventUrlName)
  if (!found.ok || !('reservations' in found.data)) throw new Error('not as an admin sees it')
  return found.data
}

/** Creates an event with guests of every status and one waitlist entry. */
async function livelyEvent() {
  const event = await makeEvent(app.services.db, { spots: 3, showWaitlist: true, password: 'Yucca' })
  const guest = createGuest(app, admin.browser)
  const held = await guest.hold(event.id)
  await guest.pay(held.clientSecret)
  await app.runJobs()
  const signedUp = await admin.signUp({ eventId: event.id, shouldSendEmail: true })
  await admin.change({ id: signedUp.reservationId, notes: 'Early riser' })
  await takeSpots(app.services, event.id, { spots: 1, status: 'cancelled' })
  await takeSpots(app.services, event.id, { spots: 1 })
  const waitlistData = { customerName: 'Wendy Waits', email: 'wendy@example.test', eventId: event.id }
  await joinWaitlist(app, waitlistData, admin.browser)
  return { event, held, signedUp }
}

describe('an event as an admin sees it', () => {
  test('shows guests, payments and the waitlist', async () => {
    const { event, held, signedUp } = await livelyEvent()
    const found = await whole(event.urlName)
    expect(found).toMatchObject({
      id: event.id,
      locked: false,
      private: true,
      password: 'Yucca',
      hostCell: '505-555-0100',
      adminEmail: 'howdy@twelvemile.example',
      version: 1,
      reservedSpots: 3,
      isFull: true,
      deposit: 45_000,
      waitlists: [
        { customerName: 'Wendy Waits', email: 'wendy@example.test', createdAt: '2027-05-06T18:00:00.000Z' },
      ],
    })
    expect(found.reservations).toMatchObject([
      {
        uuid: held.uuid,
        status: 'confirmed',
        customerName: 'Robin Doe',
        foodAllergies: 'Peanuts',
        totalPaid: 45_000,
        fullyPaid: false,
        additionalInformationProvided: true,
        directionsViewedAt: null,
        notes: null,
        sentEmails: [{ emailType: 'invoice-success', status: 'sent' }],
        invoices: [
          { due: '2027-06-01', paid: false, clientSecret: null },
          { due: '2027-05-06', paid: true, clientSecret: null, paymentMethod: 'card' },
        ],
        event: { id: event.id },
      },
      {
        uuid: signedUp.uuid,
        customerName: 'Pat Doe',
        notes: 'Early riser',
        additionalInformationProvided: false,
        sentEmails: [{ emailType: 'signup-success-simple', status: 'queued' }],
        invoices: [{ clientSecret: null }, { clientSecret: null }],
        version: 2,
      },
      { status: 'cancelled' },
      { status: 'confirmed' },
    ])
  })

  test('shows each reservation exactly as the call for a single reservation does, but for what an ended stay keeps', async () => {
    const { event } = await livelyEvent()
    const { reservations: all } = await whole(event.urlName)
    expect(all).toHaveLength(4)
    for (const one of all) {
      const { ended: _, ...single } = await admin.look(one.id)
      expect(single).toEqual(one)
    }
  })

  test('shows purged guests without a name', async () => {
    const event = await makeEvent(app.services.db)
    const { reservationId } = await admin.signUp({ eventId: event.id })
    const { db } = app.services
    const purgedAt = app.clock.now()
    const empty = { customerName: null, email: null, emailHash: null, purgedAt }
    await db.update(reservations).set(empty).where(eq(reservations.id, reservationId))
    const uuid = '7d2f0a54-6f0b-4d5c-9b0e-2f6b1f3c5a11'
    await db.insert(waitlistEntries).values({ uuid, eventId: event.id, purgedAt })
    expect(await whole(event.urlName)).toMatchObject({
      reservations: [{ customerName: '', email: '', totalDue: 90_000, invoices: [{}, {}] }],
      waitlists: [{ customerName: '', email: '' }],
    })
  })

  test('takes the same number of SQL statements for a full and for an empty event', async () => {
    const statements = async (urlName: string) => {
      const select = vi.spyOn(app.services.db, 'select')
      await whole(urlName)
      const { length } = select.mock.calls
      select.mockRestore()
      return length
    }
    const [few, many] = [await makeEvent(app.services.db), await makeEvent(app.services.db)]
    await takeSpots(app.services, few.id, { spots: 1 })
    await takeSpots(app.services, many.id, { spots: 60 })
    expect(await statements(many.urlName)).toBe(await statements(few.urlName))
    expect((await whole(many.urlName)).reservations).toHaveLength(60)
  })
})

describe('an event as anyone but an admin sees it', () => {
  const SECRETS = /Robin|Pat Doe|Wendy|Early|Peanuts|505-555-0100|howdy@|"version"|reservations"|waitlists/

  test('shows no guests, waitlist, notes, password or host’s cell number, whether the event is locked or not', async () => {
    const { event, held } = await livelyEvent()
    await app.services.db.update(reservations).set({ directionsViewedAt: app.clock.now() })
    const open = await makeEvent(app.services.db, { spots: 1 })
    await admin.signUp({ eventId: open.id, customerName: 'Robin Roe' })
    for (const browser of [app.browser(), await app.signIn({ admin: false })]) {
      for (const urlName of [event.urlName, open.urlName]) {
        const response = await browser.fetch(`/api/auth/event/get?eventUrlName=${urlName}`)
        const text = await response.text()
        expect(text).not.toMatch(SECRETS)
        expect(text).not.toContain(held.uuid)
      }
    }
  })
})

test("lets the page cache keep the public reply about an event, but never the admin's reply", async () => {
  const event = await makeEvent(app.services.db)
  const found = await look(app.browser(), event.urlName)
  expect(found.ok && isCacheable(getEvent, found.data)).toBe(true)
  expect(isCacheable(getEvent, await whole(event.urlName))).toBe(false)
})
