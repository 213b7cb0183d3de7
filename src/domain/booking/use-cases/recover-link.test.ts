import { eq, sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { reservations } from '#platform/database/schema/booking.ts'
import { events } from '#platform/database/schema/events.ts'
import { outbox } from '#platform/database/schema/outbox.ts'
import { createSealer } from '#platform/aes-sealer.ts'
import { buildTestApp } from '#test/support/app.ts'
import { statementsOf } from '#test/support/measures.ts'
import { makeEvent, makeReservation } from '#test/support/factories.ts'
import { openTestApp } from '#test/support/open-test-app.ts'
import { writeDecoyEmailJob } from '#domain/mail/emails/deliver.ts'
import { WRITE_DECOY_EMAIL } from '#platform/email-queue.ts'
import { purge } from '#test/support/booking/stay.ts'
import { lostLink } from '../contract/guest.ts'
import { EMAIL_LOST_LINKS } from './ask-for-links.ts'

const app = await openTestApp({ now: new Date('2027-05-06T18:00:00Z') })
beforeEach(() => app.clock.advance({ minutes: 60 }))

const MESSAGE = 'If we know that address, an email is on its way.'
let count = 0
/** The job that handles a request for links starts within this time. Its delay is random. */
const BY_THEN = { seconds: 20 }
const newAddress = () => `lost-${(count += 1)}@example.test`
const ask = (email: string) => app.browser().call(lostLink, { body: { email } })

async function stay(
  email: string,
  changes: { status?: 'confirmed' | 'pending' | 'cancelled' | 'expired' } = {},
) {
  const { db, sealer } = app.services
  const { id, name } = await makeEvent(db)
  const guest = { customerName: 'Robin Doe', email, status: changes.status ?? 'confirmed' }
  return { ...(await makeReservation({ db, sealer }, id, guest)), eventName: name }
}

/** Runs all due jobs, then returns the e-mails to this address. */
async function mailsTo(email: string) {
  // The first run of the jobs writes the e-mail, and the second run sends it.
  app.clock.advance(BY_THEN)
  await app.jobs.runDue()
  await app.jobs.runDue()
  const all = (await app.mailbox?.list()) ?? []
  return all.filter((mail) => JSON.stringify(mail.to).includes(email))
}

test('e-mails a visitor one list of the private links to all active stays of the address', async () => {
  const email = newAddress()
  const [first, held] = [await stay(email), await stay(email, { status: 'pending' })]
  const others = [await stay(email, { status: 'cancelled' }), await stay(email, { status: 'expired' })]
  const over = await stay(email)
  await app.services.db
    .update(events)
    .set({ startDateDate: '2027-05-01', endDateDate: '2027-05-05' })
    .where(eq(events.id, over.eventId))
  const stranger = await stay(newAddress())

  expect(await ask(` ${email.toUpperCase()} `)).toEqual({
    ok: true,
    data: { success: true, message: MESSAGE },
  })
  const mails = await mailsTo(email)
  expect(mails).toHaveLength(1)
  for (const { eventName } of [first, held]) expect(mails[0]?.text).toContain(eventName)
  for (const { uuid } of [first, held]) expect(mails[0]?.text).toContain(`/complete-reservation/${uuid}`)
  for (const { uuid } of [...others, over, stranger]) expect(mails[0]?.text).not.toContain(uuid)
})

test('gives the same reply and writes the same job row for an unknown address, but e-mails no links to it (R8.6)', async () => {
  const known = newAddress()
  const { id } = await stay(known)
  const replies = [await ask(known), await ask('nobody@example.test')]
  expect(replies[1]).toEqual(replies[0])
  const rows = (
    await app.services.db.select().from(outbox).where(eq(outbox.kind, EMAIL_LOST_LINKS.kind))
  ).slice(-2)
  expect(rows.map(({ payload }) => payload)).toEqual([{ reservationId: id }, { reservationId: 0 }])
  expect(JSON.stringify(rows)).not.toMatch(/example|@/)
  expect(await mailsTo('nobody@example.test')).toEqual([])
})

/** Runs `work` and returns how many SQL statements it runs and how many job rows it writes. */
async function costOf(work: () => Promise<unknown>) {
  const { db } = app.services
  const before = await db.$count(outbox)
  const { length: statements } = await statementsOf(db, work)
  return { statements, rows: (await db.$count(outbox)) - before }
}

test('starts the job that sends the private links after a random delay, for known and unknown addresses', async () => {
  const known = newAddress()
  await stay(known)
  await app.services.db.delete(outbox)
  for (let times = 0; times < 10; times += 1) for (const email of [known, newAddress()]) await ask(email)
  const asked = app.services.now().getTime()
  const waits = (await app.services.db.select().from(outbox)).map(({ runAt }) => runAt.getTime() - asked)
  expect(waits).toHaveLength(20)
  for (const wait of waits) {
    expect(wait).toBeGreaterThanOrEqual(1_000)
    expect(wait).toBeLessThanOrEqual(20_000)
  }
  expect(new Set(waits).size).toBeGreaterThan(10)
  expect(await app.jobs.runDue()).toBe(0)
})

test('does the same amount of work for known and unknown addresses when a visitor requests private links (R8.6)', async () => {
  const known = newAddress()
  await stay(known)
  await ask(newAddress())
  app.clock.advance(BY_THEN)
  await app.runJobs()
  const costs = []
  for (const email of [known, newAddress()]) {
    app.clock.advance({ minutes: 16 })
    await app.runJobs()
    const asking = await costOf(() => ask(email))
    app.clock.advance(BY_THEN)
    const looking = await costOf(() => app.jobs.runDue())
    const mailing = await costOf(() => app.jobs.runDue())
    costs.push({ asking, looking, mailing })
  }
  const [of, ofNobody] = costs
  expect(ofNobody?.asking).toEqual(of?.asking)
  for (const step of ['looking', 'mailing'] as const) {
    const [ours, nobodys] = [of?.[step], ofNobody?.[step]]
    expect(nobodys?.rows).toBe(ours?.rows)
    // Allows three more statements. For a real e-mail, the e-mail sandbox writes some rows, which a real mail
    // server would not.
    expect(Math.abs((nobodys?.statements ?? 0) - (ours?.statements ?? 99))).toBeLessThanOrEqual(3)
  }
  expect(of?.looking.rows).toBe(1)
  expect(of?.mailing.statements).toBeGreaterThan(5)
})

test('writes a complete decoy e-mail for an unknown address, and never sends it', async () => {
  await stay(newAddress())
  const sealed: string[] = []
  const sent: unknown[] = []
  const job = writeDecoyEmailJob({
    ...app.services,
    sealer: {
      ...app.services.sealer,
      seal(...given) {
        sealed.push(given[1])
        return app.services.sealer.seal(...given)
      },
    },
    transport: { send: async (mail) => (sent.push(mail), { outcome: 'accepted' }) },
  })
  expect(await job.run({}, { attempt: 1 })).toBe('done')
  expect(sealed).toEqual([expect.stringContaining('<title>Your private link, as you asked</title>')])
  expect(sent).toEqual([])
})

test('e-mails private links to a mailbox at most once in 15 minutes, with the same reply each time', async () => {
  const email = newAddress()
  await stay(email)
  for (let times = 0; times < 4; times += 1) {
    expect(await ask(email)).toMatchObject({ ok: true, data: { message: MESSAGE } })
    app.clock.advance(BY_THEN)
    await app.jobs.runDue()
    app.clock.advance({ minutes: 4 })
  }
  expect(await mailsTo(email)).toHaveLength(1)
  await ask(email)
  expect(await mailsTo(email)).toHaveLength(2)
  await Promise.all([ask(email), ask(email), ask(email)])
  app.clock.advance({ minutes: 16 })
  expect(await mailsTo(email)).toHaveLength(3)
})

test('sends no private links to the address of a purged guest', async () => {
  const email = newAddress()
  const { id } = await stay(email)
  await purge(app, id)
  expect(await ask(email)).toMatchObject({ ok: true, data: { message: MESSAGE } })
  expect(await mailsTo(email)).toEqual([])
})

test('omits stays canceled before the e-mail with links is sent, and sends none if the guest is purged before', async () => {
  const email = newAddress()
  const [kept, gone] = [await stay(email), await stay(email)]
  await ask(email)
  await app.services.db.update(reservations).set({ status: 'cancelled' }).where(eq(reservations.id, gone.id))
  const [mail] = await mailsTo(email)
  expect(mail?.text).toContain(kept.uuid)
  expect(mail?.text).not.toContain(gone.uuid)

  const late = newAddress()
  const { id } = await stay(late)
  await ask(late)
  await purge(app, id)
  expect(await mailsTo(late)).toEqual([])
})

test('finds the private links of a stay whose address was encrypted under an older key', async () => {
  const [oldKey, newKey] = [7, 8].map((byte) => `k${byte}:${Buffer.alloc(32, byte).toString('base64')}`)
  const site = await buildTestApp({ now: app.clock.now(), settings: { dataKeys: `${newKey},${oldKey}` } })
  const { db } = site.services
  const { id } = await makeEvent(db)
  const guest = { customerName: 'Robin Doe', email: 'older@example.test', status: 'confirmed' } as const
  const { uuid } = await makeReservation({ db, sealer: createSealer(oldKey ?? '') }, id, guest)
  await site.browser().call(lostLink, { body: { email: guest.email } })
  site.clock.advance(BY_THEN)
  await site.jobs.runDue()
  await site.jobs.runDue()
  expect((await site.mailbox?.list())?.[0]?.text).toContain(uuid)
  await site.close()
})

test('deletes the job rows of requests for private links after a day', async () => {
  for (const minutes of [0, 25 * 60]) {
    app.clock.advance({ minutes })
    await ask('nobody@example.test')
    await mailsTo('nobody@example.test')
  }
  const { rows } = (await app.services.db.execute(
    sql`select count(*)::int as count from outbox where kind in (${EMAIL_LOST_LINKS.kind}, ${WRITE_DECOY_EMAIL.kind}) and payload->>'emailId' is null`,
  )) as unknown as { rows: { count: number }[] }
  // Only the newest row of each of the two job kinds is left.
  expect(rows[0]?.count).toBe(2)
})

test('refuses a request for private links with a malformed address, with a message at its field', async () => {
  expect(await ask('nowhere')).toMatchObject({
    ok: false,
    code: 'invalid',
    fields: { email: expect.any(String) },
  })
})
