import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { auditEntries } from '#platform/database/schema/audit.ts'
import { emails, news } from '#platform/database/schema/emails.ts'
import { payments } from '#platform/database/schema/payments.ts'
import { recordAudit } from '#platform/audit.ts'
import { createGuest } from '#test/support/booking/guest.ts'
import { signInAdmin } from '#test/support/booking/admin.ts'
import { getMail, resendMail } from '#domain/mail/emails/contract.ts'
import { purgeDue, purgeReservation } from '#domain/guests/privacy/purge.ts'
import type { TestBrowser } from '#test/support/browser.ts'
import { makeEvent } from '#test/support/factories.ts'
import { openTestApp } from '#test/support/open-test-app.ts'
import { getNewsSettings, listNews, saveNewsSettings, seeNews } from './contract.ts'
import { enqueueNewsJob } from './jobs.ts'
import { FIRST_SETTINGS, type NewsSettings } from './rules.ts'

let admin: TestBrowser
const app = await openTestApp({ now: new Date('2027-05-06T18:00:00Z'), keepTime: true, news: true })
const guest = createGuest(app)
await app.runJobs()

const db = () => app.services.db

/** Advances the clock by two minutes and runs all jobs that are due. */
async function pass() {
  app.clock.advance({ minutes: 2 })
  await app.runJobs()
}

const set = async (settings: Partial<NewsSettings>) =>
  admin.call(saveNewsSettings, { body: { ...FIRST_SETTINGS, ...settings } })

let adminEmail: string
let eventId: number
beforeEach(async () => {
  adminEmail = `${randomUUID()}@ranch.example`
  eventId = (await makeEvent(db(), { name: 'Leather and Light', adminEmail })).id
  await pass()
  // The admin's session expired during the days that the tests skipped, so the admin signs in again.
  admin = await app.signIn({ admin: true })
  await set({})
})

/** Signs up a guest, who pays the deposit by card. */
async function signUp(customerName = 'Ruth Vance') {
  const made = await guest.hold(eventId, { customerName, email: `${randomUUID()}@example.test` })
  await guest.pay(made.clientSecret)
  return made
}

const told = async () => {
  const mails = (await app.mailbox?.list()) ?? []
  return mails.filter(({ to }) => to.includes(adminEmail)).map(({ subject, text }) => ({ subject, text }))
}

const list = async (browser = admin) => {
  const found = await browser.call(listNews)
  if (!found.ok) throw new Error(found.code)
  return found.data
}
const texts = async (browser = admin) => (await list(browser)).items.map(({ text }) => text)

test("e-mails the event's admin one notification of a sign-up and its payment, without health data (R34.5, R34.7)", async () => {
  await signUp()
  await pass()
  await pass()
  const [mail, ...others] = await told()
  expect(others).toEqual([])
  expect(mail?.subject).toBe('Sign-up')
  expect(mail?.text).toContain('Ruth Vance signed up for Leather and Light and paid $450.00.')
  expect(mail?.text).toMatch(/\/reservation\/\d+/)
  expect(mail?.text).not.toContain('Peanuts')
})

test('combines notifications in one e-mail, without kinds that are off and without what admins did (R34.5)', async () => {
  await set({ kinds: ['sign-up'] })
  const admin = await signInAdmin(app)
  await admin.signUp({ eventId, customerName: 'By Hand' })
  await signUp('Ana One')
  await signUp('Ben Two')
  await db().transaction((tx) =>
    recordAudit(tx, app.services.sealer, [
      {
        actor: 'guest',
        action: 'reservation.cancelled',
        entity: 'reservation',
        entityId: 1,
        eventId,
        at: app.services.now(),
      },
    ]),
  )
  await pass()
  const [mail, ...others] = await told()
  expect(others).toEqual([])
  expect(mail?.subject).toBe('Sign-up (2)')
  expect(mail?.text).toContain('Ana One signed up')
  expect(mail?.text).toContain('Ben Two signed up')
  expect(mail?.text).not.toMatch(/By Hand|no longer coming/)
})

const disputes = async () => {
  for (let time = 0; time < 2; time += 1) {
    await app.sandbox?.deliverDue()
    await pass()
  }
  return (await told()).filter(({ subject }) => subject === 'Dispute').map(({ text }) => text)
}

test('notifies admins once about a dispute, even if Stripe later updates the disputed payment (R9.10)', async () => {
  await app.sandbox?.control.set({ feeAfterMs: 30 * 60_000 })
  const { paymentIntent } = await signUp()
  await pass()
  const disputed = await app.sandbox?.control.dispute(paymentIntent, { amount: 15_000 })
  expect(await disputes()).toEqual([expect.stringContaining('The bank of Ruth Vance disputes $150.00')])
  app.clock.advance({ minutes: 31 })
  expect(await disputes()).toHaveLength(1)
  expect(
    (await db().select().from(payments).where(eq(payments.intentId, paymentIntent)))[0]?.fee,
  ).not.toBeNull()
  await app.sandbox?.control.dispute(paymentIntent, { amount: 10_000 })
  expect((await disputes())[0]).toContain('disputes $100.00')
  if (typeof disputed !== 'object') throw new Error('no dispute was raised')
  await app.sandbox?.control.moveDispute(disputed.id, 'won')
  expect(await disputes()).toHaveLength(2)
  await app.sandbox?.control.dispute(paymentIntent, { amount: 15_000 })
  expect(await disputes()).toHaveLength(3)
  await app.sandbox?.control.reset()
})

test('notifies admins once that a bank suspects fraud, and says what to do', async () => {
  const { paymentIntent } = await signUp()
  await pass()
  const before = (await disputes()).length
  await app.sandbox?.control.warnOfFraud(paymentIntent)
  const told = await disputes()
  expect(told).toHaveLength(before + 1)
  expect(told.at(-1) ?? told[0]).toContain('refund the payment if they did not make it')
  expect(await disputes()).toHaveLength(before + 1)
})

test('lets an admin send a notification e-mail again, whether it was sent or failed', async () => {
  await signUp()
  await pass()
  const [mail] = (
    await db().select().from(emails).where(eq(emails.emailType, 'news')).orderBy(emails.id)
  ).slice(-1)
  const { id } = mail!
  const again = await admin.call(resendMail, { body: { id } })
  const next = again.ok ? again.data.mailId : 0
  await app.runJobs()
  expect(await admin.call(getMail, { query: { id: next } })).toMatchObject({
    data: { status: 'sent', mail: { subject: 'Sign-up' } },
  })
  expect(await admin.call(resendMail, { body: { id: next } })).toMatchObject({ ok: true })
  await app.runJobs()
  await db().update(emails).set({ status: 'failed', sentAt: null }).where(eq(emails.id, id))
  expect(await admin.call(resendMail, { body: { id } })).toMatchObject({ ok: true, data: { mailId: id } })
  await app.runJobs()
  expect((await told()).map(({ subject }) => subject)).toEqual(Array.from({ length: 4 }, () => 'Sign-up'))
})

describe('the notification e-mails to admins', () => {
  test('are sent once a day if set so, and never about what happened while they were switched off (R34.5)', async () => {
    await set({ pace: 'daily' })
    app.clock.advance({ hours: 24 })
    await app.runJobs()
    await signUp('Day One')
    await pass()
    await signUp('Day Two')
    await pass()
    expect(await told()).toEqual([])
    app.clock.advance({ hours: 24 })
    await app.runJobs()
    expect((await told()).map(({ subject }) => subject)).toEqual(['Sign-up (2)'])
    admin = await app.signIn({ admin: true })
    await set({ pace: 'never' })
    await signUp('Not Told')
    await pass()
    await set({ pace: 'now' })
    await pass()
    expect(await told()).toHaveLength(1)
    const found = await admin.call(getNewsSettings)
    expect(found).toMatchObject({ ok: true, data: { pace: 'now' } })
  })
})

test('loses no notification and sends none twice when the job is killed after it enqueued the e-mail', async () => {
  app.clock.advance({ minutes: 2 })
  const { uuid } = await signUp()
  // The site records the payment when the guest's page is opened.
  await guest.look(uuid)
  const { db } = app.services
  const killedBeforeCommit = Object.create(db) as typeof db
  killedBeforeCommit.transaction = (work) =>
    db.transaction(async (tx) => {
      await work(tx)
      throw new Error('killed')
    })
  const killed = enqueueNewsJob({ ...app.services, db: killedBeforeCommit })
  await expect(killed.run({}, { attempt: 1 })).rejects.toThrow('killed')
  await Promise.all([app.runJobs(), enqueueNewsJob(app.services).run({}, { attempt: 1 })])
  await pass()
  expect(await told()).toHaveLength(1)
})

test('lists on the Today page what happened since each admin’s last visit, without the admin’s own actions (R34.6)', async () => {
  await admin.call(seeNews, { body: { until: (await list()).until } })
  const { since } = await list()
  await signUp()
  await pass()
  app.clock.advance({ minutes: 1 })
  const shown = await list()
  expect(shown.since).toBe(since)
  expect(shown.items[0]?.text).toBe('Ruth Vance signed up for Leather and Light and paid $450.00.')
  await admin.call(seeNews, { body: { until: shown.until } })
  expect(await texts()).toContain('Ruth Vance signed up for Leather and Light and paid $450.00.')
  app.clock.advance({ hours: 2 })
  await db().transaction((tx) =>
    recordAudit(tx, app.services.sealer, [
      {
        actor: 'admin:the-admin',
        action: 'reservation.cancelled',
        entity: 'reservation',
        entityId: 1,
        eventId,
        at: app.services.now(),
      },
    ]),
  )
  await db().transaction((tx) =>
    recordAudit(tx, app.services.sealer, [
      {
        actor: 'admin:another',
        action: 'reservation.cancelled',
        entity: 'reservation',
        entityId: 1,
        eventId,
        at: app.services.now(),
      },
    ]),
  )
  app.clock.advance({ minutes: 1 })
  expect(await texts()).toHaveLength(1)
})

test('names no purged guest in notifications, and drops a queued notification e-mail about one (R34.7)', async () => {
  const { uuid } = await signUp('Gone Soon')
  await pass()
  const mails = await db().select().from(emails).where(eq(emails.emailType, 'news')).orderBy(emails.id)
  const mail = mails.at(-1)
  // The site stores no text of a notification e-mail. It writes the text from current data each time.
  expect(mail?.content).toBeNull()
  const look = async () => admin.call(getMail, { query: { id: mail!.id } })
  expect(JSON.stringify(await look())).toContain('Gone Soon')
  const { id } = await guestRow(uuid)
  const privacy = {
    ...app.services,
    copies: {
      capturedMails: async () => (await app.mailbox?.messageIds()) ?? [],
      forgetMails: async (ids: string[]) => app.mailbox?.forget(ids),
    },
  }
  await purgeReservation(privacy, id)
  await purgeDue(privacy)
  expect(JSON.stringify(await look())).not.toContain('Gone Soon')
  expect((await texts()).join()).not.toContain('Gone Soon')
  expect(await told()).toEqual([])
})

async function guestRow(uuid: string) {
  const admin = await signInAdmin(app)
  const entries = await db().select().from(auditEntries).where(eq(auditEntries.eventId, eventId))
  const entry = entries.find(({ action }) => action === 'reservation.confirmed')
  const found = await admin.look(entry?.reservationId ?? 0)
  expect(found.uuid).toBe(uuid)
  return found
}

test('shows notifications only to admins, and e-mails each audit entry in at most one notification e-mail', async () => {
  for (const browser of [app.browser(), await app.signIn({ admin: false })])
    expect((await browser.call(listNews)).ok).toBe(false)
  const rows = await db().select().from(news)
  expect(new Set(rows.map(({ auditEntryId }) => auditEntryId)).size).toBe(rows.length)
})

test('lists the newest ten notifications on the Today page, and says how many more there are (R34.6)', async () => {
  await admin.call(seeNews, { body: { until: (await list()).until } })
  app.clock.advance({ hours: 2 })
  const cancelled = { action: 'reservation.cancelled', entity: 'reservation', entityId: 1 }
  const entry = { ...cancelled, actor: 'admin:another', eventId, at: app.services.now() }
  const entries = Array.from({ length: 12 }, () => entry)
  await db().transaction((tx) => recordAudit(tx, app.services.sealer, entries))
  app.clock.advance({ minutes: 1 })
  const { items, more } = await list()
  expect(items).toHaveLength(10)
  expect(more).toBe(2)
})
