import { existsSync } from 'node:fs'
import { and, asc, eq, inArray, isNotNull, isNull } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { listCodes } from '#domain/booking/codes/contract/admin.ts'
import { listMessages } from '#domain/mail/messages/contract.ts'
import { listNews } from '#domain/mail/notifications/contract.ts'
import { getMail } from '#domain/mail/emails/contract.ts'
import { listEvents } from '#domain/events/contract/events.ts'
import { type AdminEvent, getEvent } from '#domain/booking/contract/event.ts'
import { auditEntries } from '#platform/database/schema/audit.ts'
import { arrivals } from '#platform/database/schema/arrivals.ts'
import { invoices, paymentIntents, reservations } from '#platform/database/schema/booking.ts'
import { outbox } from '#platform/database/schema/outbox.ts'
import { payments, refunds } from '#platform/database/schema/payments.ts'
import type { Sealer } from '#platform/sealing.ts'
import type { Services } from '#platform/services.ts'
import { calendarEvents } from '#platform/database/schema/calendar.ts'
import { emails } from '#platform/database/schema/emails.ts'
import { eventPhotos, events } from '#platform/database/schema/events.ts'
import { waitlistEntries } from '#platform/database/schema/waitlist.ts'
import { addDays, daysBetween, ranchDay } from '#shared/days.ts'
import { buildTestApp, type TestApp } from '#test/support/app.ts'
import { openTestApp } from '#test/support/open-test-app.ts'
import { makeEvent } from '#test/support/factories.ts'
import { fillSampleData } from './fill.ts'

const NOW = new Date('2027-02-10T19:00:00Z')
const TODAY = ranchDay(NOW)

const app = await openTestApp({ now: NOW })
const admin = await app.signIn({ admin: true })

const fill = (of: TestApp, changes: Partial<Services> = {}) =>
  fillSampleData({ ...of.services, ...changes }, { fileStore: of.fileStore, termsHash: 'f'.repeat(64) })

expect(await fill(app)).toBe(true)

async function look(eventUrlName: string): Promise<AdminEvent> {
  const result = await admin.call(getEvent, { query: { eventUrlName } })
  if (!result.ok || !('reservations' in result.data)) throw new Error(`${eventUrlName} is not open`)
  return result.data
}

describe('the sample events (R22.6)', () => {
  test.each([
    ['leather-and-light', 90, 90_000, 11, 0],
    ['new-moon-star-week', 120, 125_000, 11, 8],
    ['founders-quiet-week', 60, 140_000, 11, 11],
    ['cattle-drive-weekend', 45, 65_000, 11, 11],
    ['desert-cooking', 20, 48_000, 6, 5],
    ['open-ranch-day', 30, 0, 40, 9],
    ['reunion', 75, 30_000, 24, 6],
    ['field-guide', 150, -100, 11, 0],
  ])(
    'include %s: starts in %i days, costs %i cents, has %i spots, %i of them taken',
    async (urlName, ahead, cost, spots, reservedSpots) => {
      const event = await look(urlName)
      expect(event).toMatchObject({ cost, spots, reservedSpots, hasHappened: false })
      expect(daysBetween(TODAY, event.startDateDate)).toBe(ahead)
      expect(event.longDescription).toContain('\n\n')
    },
  )

  test('include one for each special case: options, lodging, a waitlist, a document, and a past event', async () => {
    const leather = await look('leather-and-light')
    expect(daysBetween(leather.startDateDate, leather.endDateDate)).toBe(4)
    expect(leather.includes?.split(';').length).toBeGreaterThan(2)
    expect(leather.costAddendum?.split(';').length).toBeGreaterThan(1)
    expect(leather.photos.length).toBeGreaterThan(2)
    expect(leather).toMatchObject({ priceFrom: 90_000, priceVaries: false, options: [{}, {}] })
    expect(await look('dry-stone-days')).toMatchObject({
      priceFrom: 78_000,
      priceVaries: true,
      options: [{ name: 'Shared room' }, { name: 'A room of your own', left: 3 }, { kind: 'extra' }],
    })
    expect(await look('founders-quiet-week')).toMatchObject({ isFull: true, showWaitlist: true })
    expect(await look('cattle-drive-weekend')).toMatchObject({ isFull: true, showWaitlist: false })
    expect(await look('desert-cooking')).toMatchObject({ dueNow: 48_000 })
    expect(await look('field-guide')).toMatchObject({
      pdfLink: '/documents/field-guide.pdf',
      showWaitlist: true,
    })
    expect(await look('spring-branding')).toMatchObject({
      endDateDate: addDays(TODAY, -5),
      hasHappened: true,
    })
    expect(await look('winter-silence')).toMatchObject({
      endDateDate: addDays(TODAY, -60),
      hasHappened: true,
    })
  })

  test('are all listed except the private one, which opens with "Yucca"', async () => {
    const list = await app.browser().call(listEvents, { query: {} })
    const seen = list.ok ? list.data.events.map((event) => event.urlName) : []
    expect(seen).toHaveLength(10)
    expect(seen).not.toContain('reunion')
    const all = await app.services.db.select().from(events)
    expect(all.find((event) => event.urlName === 'reunion')?.password).toBe('Yucca')
  })

  test('show only the site’s own pictures and documents', async () => {
    const all = await app.services.db.select().from(events)
    const shown = await app.services.db.select().from(eventPhotos)
    const links = [
      ...all.flatMap((event) => [event.mainImage, event.secondImage, event.pdfLink]),
      ...shown.map((photo) => photo.url),
    ].filter((link) => link !== null)
    const missing = links.filter(
      (link) => !existsSync(new URL(`../../../public${keptForm(link)}`, import.meta.url)),
    )
    expect(missing).toEqual([])
  })
})

/** Returns the address of a picture's AVIF file, which `scripts/prepare/pictures.mjs` copies to `public/`. */
const keptForm = (link: string) => link.replace(/\.webp$/, '.avif')

describe('payments and invoices in the sample data', () => {
  test('include no card payments, and only payments that equal their invoice', async () => {
    const paid = await app.services.db.select().from(payments)
    const asked = new Map((await app.services.db.select().from(invoices)).map((row) => [row.id, row]))
    expect(paid.length).toBeGreaterThan(50)
    expect(paid.filter((payment) => payment.method === 'card')).toEqual([])
    for (const payment of paid) {
      expect(payment.amount).toBe(asked.get(payment.invoiceId ?? 0)?.amount)
      expect(payment.paidAt.getTime()).toBeLessThan(NOW.getTime())
    }
  })

  test('include invoices that add up to the price, and extra charges with a name', async () => {
    const all = await app.services.db.select().from(invoices)
    const asked = all.filter(({ extra }) => !extra)
    const extras = all.filter(({ extra }) => extra)
    expect(extras.map(({ description }) => description).toSorted()).toEqual([
      'Leather apron',
      'Leather lesson',
    ])
    const given = await app.services.db
      .select({ refund: refunds, payment: payments })
      .from(refunds)
      .innerJoin(payments, eq(payments.id, refunds.paymentId))
    for (const reservation of await app.services.db.select().from(reservations)) {
      const sum = asked
        .filter((invoice) => invoice.reservationId === reservation.id)
        .reduce((total, invoice) => total + invoice.amount, 0)
      const gone = given
        .filter(({ payment }) => payment.reservationId === reservation.id)
        .reduce((total, { refund }) => total + refund.amount, 0)
      expect(sum - gone).toBe(reservation.price)
      expect(reservation.createdAt.getTime()).toBeLessThan(NOW.getTime())
    }
  })

  test('include one unpaid invoice that is due, of a guest of Desert Cooking who got a reminder', async () => {
    const paid = new Set((await app.services.db.select().from(payments)).map((row) => row.invoiceId))
    const overdue = (await app.services.db.select().from(invoices)).filter(
      (invoice) => invoice.due !== null && invoice.due <= TODAY && !paid.has(invoice.id),
    )
    expect(overdue.map((invoice) => [invoice.amount, invoice.sentAt !== null])).toEqual([[24_000, true]])
  })
})

test('the sample data has a couple, and a party of four in which one guest canceled and one has no address (R39)', async () => {
  const { reservations: drovers } = await look('cattle-drive-weekend')
  const [payer, ...others] = drovers.filter(({ party }) => party !== null)
  expect(payer).toMatchObject({ totalDue: 203_125, totalPaid: 105_625, party: { payer: true } })
  expect(others.map(({ status, email, totalDue }) => [status, email !== '', totalDue])).toEqual([
    ['confirmed', true, 0],
    ['confirmed', false, 0],
    ['cancelled', true, 0],
  ])
  for (const { amount, lines } of payer?.invoices ?? [])
    expect(lines.reduce((sum, line) => sum + line.amount, 0)).toBe(amount)
  const { reservations: stars } = await look('new-moon-star-week')
  expect(stars.filter(({ party }) => party !== null)).toMatchObject([{ totalDue: 250_000 }, { totalDue: 0 }])
  const books = await app.services.db.select().from(reservations).where(isNotNull(reservations.partyId))
  for (const { id, price, partyId } of books) {
    const shares = books.filter((row) => row.partyId === id).reduce((sum, { share }) => sum + (share ?? 0), 0)
    expect(price).toBe(id === partyId ? shares : 0)
  }
})

test('the sample purges the guests of Winter Silence but keeps their payments', async () => {
  const { id } = await look('winter-silence')
  const forgotten = (await app.services.db.select().from(reservations)).filter((row) => row.eventId === id)
  expect(forgotten).toHaveLength(7)
  for (const row of forgotten) {
    expect(row).toMatchObject({ customerName: null, email: null, emailHash: null, phone: null, notes: null })
    expect(row.purgedAt).not.toBeNull()
  }
  const ids = forgotten.map((row) => row.id)
  expect(await app.services.db.$count(payments, inArray(payments.reservationId, ids))).toBeGreaterThan(7)
})

test('the sample has sent e-mails, one that bounced, waitlist entries, and a calendar with two old entries', async () => {
  const mails = await app.services.db.select().from(emails)
  const sent = mails.filter((mail) => mail.status === 'sent')
  const others = mails.filter((mail) => mail.status !== 'sent')
  expect(others.map((mail) => [mail.emailType, mail.status])).toEqual([['info-remind', 'failed']])
  expect(new Set(sent.map((mail) => mail.emailType))).toEqual(
    new Set([
      'invoice-success',
      'signup-success-simple',
      'welcome-info',
      'invoice-remind',
      'message',
      'stay-moved',
      'stay-reinstated',
      'companion-invited',
      'companion-cancelled',
      'cancellation',
      'deletion-receipt',
      'waitlist-confirm',
      'staff-invitation',
    ]),
  )
  expect(
    (await app.services.db.select().from(waitlistEntries)).filter(({ size }) => size === 2),
  ).toHaveLength(1)
  const line = await app.services.db.select().from(waitlistEntries)
  expect(line.map(({ state, byHand }) => `${state}${byHand ? ' by hand' : ''}`).toSorted()).toEqual([
    'unconfirmed',
    'waiting',
    'waiting',
    'waiting',
    'waiting by hand',
  ])
  const calendar = await app.services.db.select().from(calendarEvents)
  expect(calendar).toHaveLength(12)
  expect(calendar.filter((entry) => daysBetween(entry.end, TODAY) > 90)).toHaveLength(2)
})

test("the sample has arrivals, a message, a free stay without e-mail, admins' changes and notifications (R22.7)", async () => {
  const [over, next] = [await look('spring-branding'), await look('desert-cooking')]
  const told = new Map(
    (await app.services.db.select().from(arrivals)).map(({ reservationId, ...facts }) => [
      reservationId,
      facts,
    ]),
  )
  const of = ({ reservations: stays }: AdminEvent) => stays.flatMap(({ id }) => told.get(id) ?? [])
  expect(of(over).map(({ hereAt }) => hereAt && ranchDay(hereAt))).toEqual(
    Array.from({ length: 7 }, () => over.startDateDate),
  )
  expect(of(next)).toMatchObject(Array.from({ length: 3 }, () => ({ day: next.startDateDate, hereAt: null })))
  const messages = await admin.call(listMessages, { query: { eventId: next.id } })
  expect(messages).toMatchObject({
    data: { messages: [{ text: { subject: 'A knife of your own' }, progress: { sent: 5, failed: [] } }] },
  })
  const { id: starWeek, reservations: stars } = await look('new-moon-star-week')
  expect(stars.filter(({ totalDue, email }) => totalDue === 0 && email === '')).toHaveLength(1)
  const audit = await app.services.db.select().from(auditEntries).orderBy(asc(auditEntries.id))
  // The audit log is sorted by id, so the times must rise with the ids. No reservation's confirmation comes after
  // its cancellation.
  expect(audit).toEqual(audit.toSorted((one, other) => one.at.getTime() - other.at.getTime()))
  for (const { reservationId, at } of audit.filter(({ action }) => action === 'reservation.cancelled'))
    for (const { action, ...entry } of audit.filter((one) => one.reservationId === reservationId))
      if (action === 'reservation.confirmed') expect(entry.at.getTime()).toBeLessThan(at.getTime())
  const actions = audit.filter(({ actor }) => actor === 'admin:sample').map(({ action }) => action)
  expect(actions).toEqual(
    expect.arrayContaining([
      'code.created',
      'message.sent',
      'refund.givenByHand',
      'reservation.movedAway',
      'reservation.moved',
      'reservation.cancelled',
      'reservation.reinstated',
      'room.assigned',
      'waitlist.added',
    ]),
  )
  expect(audit.find(({ action }) => action === 'reservation.moved')?.eventId).toBe(starWeek)
  const news = await admin.call(listNews)
  const texts = news.ok ? news.data.items.map(({ text }) => text).join('\n') : ''
  expect(texts).toMatch(/ signed up for New Moon Star Week\.$/m)
  expect(texts).toContain('The email “Info reminder” to ')
})

test('the sample has three kinds of codes, and guests who used one (R22.8)', async () => {
  const listed = await admin.call(listCodes)
  expect(listed.ok && listed.data.toSorted((one, other) => one.id - other.id)).toMatchObject([
    { code: 'EARLY-BIRD', kind: 'percent', event: null, used: 1, given: 12_500 },
    { code: 'LEATHER-FRIENDS', kind: 'amount', event: { name: 'Leather & Light' }, uses: 3, used: 0 },
    { code: 'COME-ANYWAY', kind: 'open', value: 30_000, suggestion: 60_000, used: 1, given: 80_000 },
  ])
  const { reservations: stars } = await look('new-moon-star-week')
  expect(stars.filter(({ discount }) => discount)).toMatchObject([
    { totalDue: 112_500, discount: { code: 'EARLY-BIRD', amount: 12_500 } },
  ])
})

describe('running the steps of the sample (R22.9)', () => {
  test('leaves no job that the site must still do', async () => {
    const unfinished = and(isNull(outbox.doneAt), isNull(outbox.deadAt))
    expect(await app.services.db.select().from(outbox).where(unfinished)).toEqual([])
    const before = await app.services.db.$count(emails)
    await app.runJobs()
    expect(await app.services.db.$count(emails)).toBe(before)
  })

  test('leaves none of the sample’s e-mails in the e-mail sandbox', async () => {
    expect(await (await app.request('/dev/mail.json')).json()).toEqual([])
  })

  test('stores each e-mail as it was sent, except those to guests whose data is purged', async () => {
    const { id } = (await look('spring-branding')).reservations[0] ?? {}
    const welcome = and(eq(emails.reservationId, id ?? 0), eq(emails.emailType, 'welcome-info'))
    const [mail] = await app.services.db.select().from(emails).where(welcome)
    const shown = await admin.call(getMail, { query: { id: mail?.id ?? 0 } })
    expect(shown).toMatchObject({ data: { mail: { html: expect.stringContaining('Branding Days') } } })
    const forgotten = (await look('winter-silence')).reservations.map((stay) => stay.id)
    const kept = await app.services.db
      .select({ content: emails.content })
      .from(emails)
      .where(inArray(emails.reservationId, forgotten))
    expect(kept.length).toBeGreaterThan(7)
    expect(kept.filter(({ content }) => content !== null)).toEqual([])
  })

  test('calls no card provider, even with real keys, and leaves no payment open', async () => {
    const stripe = { kind: 'stripe', secretKey: 'sk_test_1', publishableKey: 'pk_test_1' } as const
    const nowhere = { ...stripe, webhookSecret: 'whsec_1', apiBase: 'http://127.0.0.1:9' }
    const other = await buildTestApp({ now: NOW, settings: { payments: nowhere } })
    expect(await fill(other)).toBe(true)
    const intents = await other.services.db.select().from(paymentIntents)
    expect(intents.map(({ status }) => status)).toEqual(Array.from({ length: 4 }, () => 'canceled'))
    await other.close()
  })

  test('leaves nothing behind if a start is interrupted, and creates the sample at the next start', async () => {
    const other = await buildTestApp({ now: NOW })
    const { db, sealer } = other.services
    let left = 300
    const ending = new Proxy(sealer, {
      get: (of, name: keyof Sealer) => {
        if ((left -= 1) < 0) throw new Error('the machine is switched off')
        return of[name]
      },
    })
    await expect(fill(other, { sealer: ending })).rejects.toThrow('The sample could not be played')
    expect(left).toBeLessThan(0)
    expect(await db.$count(events)).toBe(0)
    expect(await db.$count(reservations)).toBe(0)
    expect(await fill(other)).toBe(true)
    await other.close()
  })
})

test('creates the sample once, and never in a site that has its own events', async () => {
  expect(await fill(app)).toBe(false)
  const named = await app.services.db.select().from(events)
  expect(named).toHaveLength(11)
  const other = await buildTestApp({ now: NOW })
  await makeEvent(other.services.db)
  expect(await fill(other)).toBe(false)
  expect(await other.services.db.select().from(reservations).where(isNull(reservations.purgedAt))).toEqual([])
  await other.close()
})
