/**
 * Tests that nobody can use free actions of the site to flood another person with e-mails. The site sends few
 * such e-mails, and none with a text that the sender typed.
 */
import type { HttpBindings } from '@hono/node-server'
import { randomUUID } from 'node:crypto'
import { eq, inArray } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { cancelOwnStay } from '#domain/booking/contract/cancellation.ts'
import { lostLink } from '#domain/booking/contract/guest.ts'
import { createGuest } from '#test/support/booking/guest.ts'
import { confirmByMail, linksTo } from '#test/support/booking/mailbox.ts'
import { signInAdmin } from '#test/support/booking/admin.ts'
import { sendInitialSignup } from '#domain/mail/emails/contract.ts'
import { eraseReservation } from '#domain/guests/privacy/contract.ts'
import { auditEntries } from '#platform/database/schema/audit.ts'
import { reservations } from '#platform/database/schema/booking.ts'
import { emails, recipientCounts } from '#platform/database/schema/emails.ts'
import { createTestBrowser } from '#test/support/browser.ts'
import { makeEvent } from '#test/support/factories.ts'
import { openTestApp } from '#test/support/open-test-app.ts'

const app = await openTestApp({
  now: new Date('2027-05-06T18:00:00Z'),
  keepTime: true,
  settings: { rateLimits: true },
})

let callers = 0
/** Creates a caller with a new network address, unless the test gives one. */
function newCaller(address = `198.51.100.${(callers += 1)}`) {
  const incoming = { socket: { remoteAddress: address } } as unknown as HttpBindings['incoming']
  const send = (request: Request) => app.http.fetch(request, { incoming })
  return createGuest(app, createTestBrowser(app.services.settings.publicUrl, send))
}
type Caller = ReturnType<typeof newCaller>

let victims = 0
const newVictim = () => `victim-${(victims += 1)}@victim.example`
const freeEvent = (changes = {}) => makeEvent(app.services.db, { cost: 0, spots: 200, ...changes })

async function signUp(caller: Caller, eventId: number, changes: object = {}) {
  const made = await caller.order({ eventId, amount: 0, ...changes })
  if (!made.ok) throw new Error(`${made.status} ${made.code}`)
  return made.data
}
const cancel = async ({ browser }: Caller, uuid: string) =>
  browser.call(cancelOwnStay, { body: { uuid, refund: 0 } })

const isTo = ({ to }: { to: unknown }, email: string) => JSON.stringify(to).toLowerCase().includes(email)
async function subjectsTo(email: string) {
  await app.runJobs()
  const all = (await app.mailbox?.list()) ?? []
  return all.filter((mail) => isTo(mail, email)).map(({ subject }) => subject)
}
const stayOf = async (uuid: string) => {
  const [row] = await app.services.db.select().from(reservations).where(eq(reservations.uuid, uuid))
  if (!row) throw new Error('no such stay')
  return row
}
const standingOf = async (eventId: number) => {
  const rows = await app.services.db.select().from(reservations).where(eq(reservations.eventId, eventId))
  return rows.filter(({ status }) => status === 'confirmed').length
}
const skippedOf = async (reservationId: number) => {
  const rows = await app.services.db
    .select()
    .from(auditEntries)
    .where(eq(auditEntries.reservationId, reservationId))
  return rows.filter(({ action }) => action === 'mail.skipped').map(({ fields }) => fields)
}

test('sends a mailbox at most three e-mails per kind a day for sign-ups or cancellations, and audits the rest (R9.9)', async () => {
  const { id } = await freeEvent()
  const [caller, email] = [newCaller(), newVictim()]
  let last = ''
  for (let times = 0; times < 12; times += 1) {
    const { uuid, holdExpiresAt } = await signUp(caller, id, { email })
    expect(holdExpiresAt).toBeNull()
    expect(await caller.look(uuid)).toMatchObject({ status: 'confirmed', email })
    await app.runJobs()
    expect(await cancel(caller, uuid)).toMatchObject({ ok: true })
    expect(await caller.look(uuid)).toMatchObject({ status: 'cancelled' })
    await app.runJobs()
    last = uuid
  }
  expect(await subjectsTo(email)).toHaveLength(6)
  expect(await skippedOf((await stayOf(last)).id)).toEqual([['invoice-success'], ['cancellation']])
})

test('still counts e-mails to an address after its data was deleted, and sends it at most three deletion receipts', async () => {
  const { id } = await freeEvent()
  const [caller, email] = [newCaller(), newVictim()]
  const stays: number[] = []
  for (let times = 0; times < 5; times += 1) {
    const { uuid } = await signUp(caller, id, { email })
    stays.push((await stayOf(uuid)).id)
    await app.runJobs()
    await cancel(caller, uuid)
    await app.runJobs()
    const erased = await caller.browser.call(eraseReservation, { body: { uuid, confirm: true } })
    expect(erased).toMatchObject({ ok: true })
    await app.runJobs()
    await app.runJobs()
    expect(await stayOf(uuid)).toMatchObject({ customerName: null, email: null })
  }
  const mails = await app.services.db.select().from(emails).where(inArray(emails.reservationId, stays))
  const sent = mails.filter(({ status }) => status === 'sent').map(({ emailType }) => emailType)
  expect(sent.filter((type) => type === 'invoice-success')).toHaveLength(3)
  expect(sent.filter((type) => type === 'cancellation')).toHaveLength(3)
  expect(sent.filter((type) => type === 'deletion-receipt')).toHaveLength(3)
})

test('counts the e-mails to one address together for all callers, events and spellings', async () => {
  const email = newVictim()
  for (const spelling of [email, email.toUpperCase(), ` ${email} `, email, email]) {
    const { id } = await freeEvent({ cost: -1 })
    await signUp(newCaller(), id, { email: spelling })
  }
  expect(await subjectsTo(email)).toHaveLength(3)
})

test('sends one mailbox only three e-mails for simultaneous sign-ups at many events', async () => {
  const email = newVictim()
  const ids = await Promise.all(Array.from({ length: 8 }, async () => (await freeEvent()).id))
  await Promise.all(ids.map((id) => signUp(newCaller(), id, { email })))
  expect(await subjectsTo(email)).toHaveLength(3)
})

test('e-mails an address again after a day, and deletes the count of e-mails to it', async () => {
  const { id } = await freeEvent()
  const [caller, email] = [newCaller(), newVictim()]
  const names = ['Ada Doe', 'Bea Doe', 'Cas Doe', 'Dan Doe', 'Eva Doe']
  for (const customerName of names.slice(0, 4)) await signUp(caller, id, { email, customerName })
  expect(await subjectsTo(email)).toHaveLength(3)
  expect(JSON.stringify(await app.services.db.select().from(recipientCounts))).not.toMatch(/victim|@/)
  app.clock.advance({ hours: 24, minutes: 1 })
  await app.runJobs()
  expect(await app.services.db.select().from(recipientCounts)).toEqual([])
  await signUp(caller, id, { email, customerName: names[4] })
  expect(await subjectsTo(email)).toHaveLength(4)
})

test('e-mails lost links to a mailbox at most three times a day, even if the guest books and cancels in between', async () => {
  const { id } = await freeEvent()
  const email = newVictim()
  for (let times = 0; times < 6; times += 1) {
    const caller = newCaller()
    const { uuid } = await signUp(caller, id, { email })
    expect(await caller.browser.call(lostLink, { body: { email } })).toMatchObject({ ok: true })
    app.clock.advance({ seconds: 20 })
    await app.runJobs()
    await app.runJobs()
    await cancel(caller, uuid)
    app.clock.advance({ minutes: 16 })
  }
  const links = (await subjectsTo(email)).filter((subject) => subject.startsWith('Your private link'))
  expect(links).toHaveLength(3)
})

test('signs up the same name and mailbox once for a free event, replies the same, and e-mails the link again', async () => {
  const { id } = await freeEvent()
  const [guest, stranger, email] = [newCaller(), newCaller(), newVictim()]
  const first = await signUp(guest, id, { email, customerName: 'Ada Lovelace', foodAllergies: 'Quandong' })
  await app.runJobs()
  const again = await signUp(stranger, id, { email: email.toUpperCase(), customerName: ' ada  LOVELACE' })
  expect(Object.keys(again).toSorted()).toEqual(Object.keys(first).toSorted())
  expect(again).toMatchObject({ success: true, holdExpiresAt: null })
  expect(again.reservationId).toBeGreaterThan(first.reservationId)
  expect(again.uuid).not.toBe(first.uuid)
  await expect(stranger.look(again.uuid)).rejects.toThrow('not_found')
  expect(await standingOf(id)).toBe(1)
  expect(await guest.look(first.uuid)).toMatchObject({ status: 'confirmed', foodAllergies: 'Quandong' })
  const [links] = (await app.mailbox?.list()) ?? []
  app.clock.advance({ seconds: 20 })
  await app.runJobs()
  const mails = ((await app.mailbox?.list()) ?? []).filter((mail) => isTo(mail, email))
  expect(mails).toHaveLength(2)
  expect(mails[0]?.id).not.toBe(links?.id)
  expect(mails[0]?.text).toContain(first.uuid)

  for (let times = 0; times < 20; times += 1)
    await signUp(newCaller(), id, { email, customerName: 'Ada Lovelace' })
  expect(await subjectsTo(email)).toHaveLength(2)
  expect(await standingOf(id)).toBe(1)

  // Another guest may share the e-mail address, and must still get a spot.
  const other = await signUp(guest, id, { email, customerName: 'Charles Babbage' })
  expect(await guest.look(other.uuid)).toMatchObject({ status: 'confirmed', customerName: 'Charles Babbage' })
  expect(await standingOf(id)).toBe(2)
})

test('accepts simultaneous sign-ups of the same guest only once', async () => {
  const { id } = await freeEvent()
  const email = newVictim()
  const callers = Array.from({ length: 6 }, () => newCaller())
  const made = await Promise.all(callers.map((caller) => signUp(caller, id, { email })))
  expect(new Set(made.map(({ uuid }) => uuid)).size).toBe(6)
  expect(await standingOf(id)).toBe(1)
  expect((await subjectsTo(email)).length).toBeLessThanOrEqual(2)
})

test('signs up twenty people at one network address at the same time, and then makes only that address wait', async () => {
  const { id } = await freeEvent()
  const address = '198.51.101.1'
  const order = async (from: string) => newCaller(from).order({ eventId: id, amount: 0, email: newVictim() })
  const group = await Promise.all(Array.from({ length: 20 }, () => order(address)))
  expect(group.filter(({ ok }) => !ok)).toEqual([])
  let refused = await order(address)
  for (let times = 0; refused.ok && times < 40; times += 1) refused = await order(address)
  expect(await standingOf(id)).toBe(30)
  expect(refused).toMatchObject({
    ok: false,
    status: 429,
    code: 'rate_limited',
    message: expect.stringMatching(/signed up from your connection.+ten minutes and press/s) as string,
  })
  expect(await order('198.51.101.2')).toMatchObject({ ok: true })
  app.clock.advance({ minutes: 10 })
  expect(await order(address)).toMatchObject({ ok: true })
})

test("e-mails an unconfirmed party's payer three times a day at most, without typed text, and no companion (R46.1)", async () => {
  const [payer, friend] = [newVictim(), newVictim()]
  const companions = [
    { customerName: 'Sam Doe', email: friend },
    { customerName: 'You won, call 505 555 0199' },
  ]
  const replies: number[] = []
  for (let times = 0; times < 5; times += 1) {
    const { id: eventId } = await freeEvent()
    const caller = newCaller()
    const order = { eventId, amount: 0, email: payer, customerName: 'Prize at prize.example', companions }
    const made = await caller.order(order)
    replies.push(made.ok ? 201 : made.status)
    await app.runJobs()
    if (made.ok) {
      const all = { uuid: made.data.uuid, refund: 0, party: 'all' as const }
      expect(await caller.browser.call(cancelOwnStay, { body: all })).toMatchObject({ ok: false })
    } else expect(made.message).toMatch(/No spot is held/)
    expect(await standingOf(eventId)).toBe(0)
  }
  expect(replies).toEqual([201, 201, 201, 429, 429])
  expect(await subjectsTo(friend)).toEqual([])
  const subjects = await subjectsTo(payer)
  expect(subjects.map((subject) => subject.split(':')[0])).toEqual(Array(3).fill('Confirm your spots'))
  const mails = ((await app.mailbox?.list()) ?? []).filter((mail) => isTo(mail, payer))
  expect(mails.map(({ text }) => text).join()).not.toMatch(/prize|505 555|won(?!’t)/i)
})

test("refuses to correct a payer's address to one that was e-mailed 3 times that day, and keeps the old link (R46.3)", async () => {
  const [payer, full] = [newVictim(), newVictim()]
  const companions = [{ customerName: 'Sam Doe' }]
  for (let times = 0; times < 3; times += 1) {
    const { id: eventId } = await freeEvent()
    expect(await newCaller().order({ eventId, amount: 0, email: full, companions })).toMatchObject({
      ok: true,
    })
  }
  const { id: eventId } = await freeEvent()
  const caller = newCaller()
  const form = { eventId, amount: 0, attempt: randomUUID(), companions }
  const made = await caller.order({ ...form, email: payer })
  if (!made.ok) throw new Error(made.code)
  const { uuid } = made.data
  for (const press of [1, 2]) {
    const corrected = await caller.order({ ...form, email: full, uuid })
    expect([press, corrected]).toMatchObject([press, { ok: false, status: 429 }])
  }
  expect(await linksTo(app, full)).toHaveLength(3)
  expect(await confirmByMail(app, payer)).toMatchObject({ data: { state: 'confirmed', stay: uuid } })
})

test("e-mails only the last address if a guest corrects the party's address before the e-mail is sent", async () => {
  const [{ id: eventId }, last] = [await freeEvent(), newVictim()]
  const caller = newCaller()
  const form = { eventId, amount: 0, attempt: randomUUID(), companions: [{ customerName: 'Sam Doe' }] }
  let { uuid } = await signUp(caller, eventId, { ...form, email: newVictim() })
  for (const email of [newVictim(), newVictim(), last]) {
    const corrected = await caller.order({ ...form, email, uuid })
    if (!corrected.ok) throw new Error(corrected.code)
    ;({ uuid } = corrected.data)
  }
  expect(await linksTo(app, last)).toHaveLength(1)
  expect(await confirmByMail(app, last)).toMatchObject({ data: { state: 'confirmed', stay: uuid } })
})

test('counts every guest of a party against the limit of sign-ups (R46.5)', async () => {
  const address = '198.51.102.1'
  const typed = Array.from({ length: 18 }, () => Array.from({ length: 6 }, newVictim))
  const replies: string[] = []
  const ids: number[] = []
  for (const [payer = '', ...others] of typed) {
    const { id: eventId } = await freeEvent()
    ids.push(eventId)
    const companions = others.map((email, index) => ({ customerName: `Friend ${'abcde'[index]}`, email }))
    const made = await newCaller(address).order({ eventId, amount: 0, email: payer, companions })
    replies.push(made.ok ? 'held' : `${made.status} ${made.message}`)
  }
  expect(replies.slice(0, 5)).toEqual(Array(5).fill('held'))
  expect(new Set(replies.slice(5).map((reply) => reply.slice(0, 3)))).toEqual(new Set(['429']))
  await app.runJobs()
  const rows = await app.services.db.select().from(reservations).where(inArray(reservations.eventId, ids))
  expect(rows).toHaveLength(30)
  const mails = (await app.mailbox?.list()) ?? []
  expect(typed.flat().filter((email) => mails.some((mail) => isTo(mail, email)))).toHaveLength(5)
})

test('holds only one unconfirmed party per event for one internet connection (R2.9)', async () => {
  const { id: eventId } = await freeEvent()
  const caller = newCaller()
  const companions = Array.from({ length: 5 }, (_, nth) => ({ customerName: `Friend ${'abcde'[nth]}` }))
  expect(await caller.order({ eventId, amount: 0, email: newVictim(), companions })).toMatchObject({
    ok: true,
  })
  expect(await caller.order({ eventId, amount: 0, email: newVictim(), companions })).toMatchObject({
    code: 'too_many_holds',
  })
  // The refused party does not count. So the caller can sign up more parties at other events.
  for (let times = 0; times < 4; times += 1) {
    const other = await freeEvent()
    expect(
      await caller.order({ eventId: other.id, amount: 0, email: newVictim(), companions }),
    ).toMatchObject({
      ok: true,
    })
  }
})

test('sends e-mails about payments, and e-mails from admins, even to a mailbox that has reached its limit', async () => {
  const [caller, email] = [newCaller(), newVictim()]
  const { id: free } = await freeEvent()
  for (let times = 0; times < 4; times += 1) {
    const { uuid } = await signUp(caller, free, { email })
    await app.runJobs()
    await cancel(caller, uuid)
    await app.runJobs()
  }
  expect(await subjectsTo(email)).toHaveLength(6)
  const { id } = await makeEvent(app.services.db)
  const { uuid, clientSecret } = await caller.hold(id, { email })
  await caller.pay(clientSecret)
  await app.runJobs()
  expect(await subjectsTo(email)).toHaveLength(7)
  const { browser } = await signInAdmin(app)
  const { id: reservationId } = await stayOf(uuid)
  for (let times = 0; times < 4; times += 1)
    expect(await browser.call(sendInitialSignup, { body: { reservationId } })).toMatchObject({ ok: true })
  expect(await subjectsTo(email)).toHaveLength(11)
  await caller.feesTold()
  await app.runJobs()
  const plan = await caller.browser.fetch(`/api/reservation/cancellation?uuid=${uuid}`)
  const { refund } = (await plan.json()) as { refund: number }
  expect(refund).toBeGreaterThan(0)
  const done = await caller.browser.call(cancelOwnStay, { body: { uuid, refund } })
  expect(done).toMatchObject({ ok: true })
  expect(await subjectsTo(email)).toHaveLength(12)
})

test('writes a name that a stranger typed neither into the headers nor into the text of an e-mail', async () => {
  const { id } = await freeEvent()
  const [caller, email] = [newCaller(), newVictim()]
  const bait = `You won a prize call 505 555 0199 or see prize.example ${'now '.repeat(30)}`
    .slice(0, 200)
    .trim()
  const { uuid } = await signUp(caller, id, { email, customerName: bait, nickname: bait.slice(0, 100) })
  await app.runJobs()
  const mail = (await app.mailbox?.list())?.find((one) => isTo(one, email))
  const source = await (await app.request(`/dev/mail/${mail?.id}/source`)).text()
  expect(/^To: (.+)$/m.exec(source)?.[1]?.trim()).toBe(email)
  expect(`${mail?.subject} ${mail?.text} ${mail?.html}`).not.toMatch(/prize|505 555|won(?!’t)/i)
  // The site stores the name as the guest typed it. It only keeps such a name out of e-mails.
  expect(await caller.look(uuid)).toMatchObject({ customerName: bait })
})
