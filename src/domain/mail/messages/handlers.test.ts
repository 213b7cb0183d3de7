import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { invoices, reservations } from '#platform/database/schema/booking.ts'
import { emails, guestMessages } from '#platform/database/schema/emails.ts'
import { events } from '#platform/database/schema/events.ts'
import { waitlistEntries } from '#platform/database/schema/waitlist.ts'
import { sealRecord } from '#platform/sealing.ts'
import type { InputOf } from '#shared/endpoint.ts'
import { FINAL_DETAILS } from '#shared/guest-details.ts'
import { auditOf } from '#test/support/audit.ts'
import { getMail, getProgress, resendMail, retryFailed } from '#domain/mail/emails/contract.ts'
import { purgeReservation, purgeDue } from '#domain/guests/privacy/purge.ts'
import { type EventRow, makeEvent, makeReservation } from '#test/support/factories.ts'
import { openTestApp } from '#test/support/open-test-app.ts'
import { listMessages, listRecipients, previewMessage, sendMessage } from './contract.ts'

const NOW = new Date('2027-05-06T18:00:00Z')

let event: EventRow
const app = await openTestApp({ now: NOW })
const admin = await app.signIn({ admin: true })
beforeEach(async () => {
  event = await makeEvent(app.services.db, { name: 'Leather and Light' })
})

const db = () => app.services.db

async function guest(customerName: string, status: 'confirmed' | 'cancelled' | 'pending' = 'confirmed') {
  const email = `${customerName.toLowerCase().replaceAll(' ', '.')}-${randomUUID()}@example.test`
  return { ...(await makeReservation(app.services, event.id, { customerName, email, status })), to: email }
}

/** Creates a confirmed guest who owes nothing and has given all details. */
async function readyGuest(customerName: string) {
  const made = await guest(customerName)
  const told = Object.fromEntries(FINAL_DETAILS.map((name) => [name, 'told']))
  const sealed = sealRecord(app.services.sealer, { table: 'reservations', row: made.uuid }, told)
  await db()
    .update(reservations)
    .set({ ...sealed, safetyConsent: true, consentTermsHash: 'f'.repeat(64), consentAt: NOW })
    .where(eq(reservations.id, made.id))
  return made
}

async function onWaitlist(customerName: string, state: 'waiting' | 'skipped' = 'waiting') {
  const uuid = randomUUID()
  const to = `${uuid}@example.test`
  const person = sealRecord(
    app.services.sealer,
    { table: 'waitlist_entries', row: uuid },
    { customerName, email: to },
  )
  await db()
    .insert(waitlistEntries)
    .values({ uuid, eventId: event.id, ...person, emailHash: uuid, state, confirmedAt: NOW })
  return { to }
}

const owe = ({ id: reservationId }: { id: number }) =>
  db().insert(invoices).values({ reservationId, purpose: 'deposit', amount: 45_000, due: '2027-05-06' })

type Order = InputOf<typeof sendMessage>['body']

const send = async (order: Partial<Order> & { recipients: number }) =>
  admin.call(sendMessage, {
    body: {
      eventId: event.id,
      audience: 'all',
      subject: 'The road after the rain',
      body: 'The road is muddy.\n\nThe map: https://maps.example/road.',
      attempt: randomUUID(),
      ...order,
    },
  })

const received = async () => {
  await app.runJobs()
  return (await app.mailbox?.list()) ?? []
}

const toWhom = async (subject: string) =>
  (await received()).filter((mail) => mail.subject === subject).map(({ to }) => addressOf(to))

const addressOf = (to: string) => to.replace(/^.*<|>$/g, '')

test('sends a message to the guests of each audience, but to no guest who canceled or has only a hold (R34.1)', async () => {
  const ready = await readyGuest('Ruth Ready')
  const missing = await guest('Mia Missing')
  const owing = await readyGuest('Ona Owing')
  await owe(owing)
  await guest('Cal Canceled', 'cancelled')
  await guest('Hal Held', 'pending')
  const waiting = await onWaitlist('Wanda Waiting')
  await onWaitlist('Sky Skipped', 'skipped')
  const found = await admin.call(listRecipients, { query: { eventId: event.id } })
  expect(found.ok && found.data).toEqual({
    guests: [
      { reservationId: missing.id, name: 'Mia Missing', unpaid: false, withoutDetails: true },
      { reservationId: owing.id, name: 'Ona Owing', unpaid: true, withoutDetails: false },
      { reservationId: ready.id, name: 'Ruth Ready', unpaid: false, withoutDetails: false },
    ],
    toCall: [],
    waitlist: 1,
    waitlistToCall: [],
  })
  const orders: [Partial<Order>, { to: string }[]][] = [
    [{ audience: 'all' }, [ready, missing, owing]],
    [{ audience: 'unpaid' }, [owing]],
    [{ audience: 'without-details' }, [missing]],
    [{ audience: 'waitlist' }, [waiting]],
    [{ audience: 'chosen', reservationIds: [ready.id, missing.id] }, [ready, missing]],
  ]
  for (const [order, whom] of orders) {
    const subject = `To ${order.audience} ${event.id}`
    expect(await send({ ...order, subject, recipients: whom.length })).toMatchObject({ ok: true })
    expect((await toWhom(subject)).toSorted()).toEqual(whom.map(({ to }) => to).toSorted())
  }
})

test('names the guests and waitlist entries without an e-mail address, and sends no message to them (R10.16)', async () => {
  const reached = await guest('Ann Reached')
  const phoned = await guest('Pat Phoned')
  await db().update(reservations).set({ email: null, emailHash: null }).where(eq(reservations.id, phoned.id))
  await onWaitlist('Wanda Waiting')
  const { to } = await onWaitlist('Wes Waiting')
  const byPhone = eq(waitlistEntries.emailHash, to.split('@')[0] ?? '')
  await db().update(waitlistEntries).set({ email: null, emailHash: null, byHand: true }).where(byPhone)
  expect(await admin.call(listRecipients, { query: { eventId: event.id } })).toMatchObject({
    data: {
      guests: [{ reservationId: reached.id }],
      toCall: [{ reservationId: phoned.id, name: 'Pat Phoned', unpaid: false, withoutDetails: true }],
      waitlist: 1,
      waitlistToCall: ['Wes Waiting'],
    },
  })
  const subject = `Only one of ${event.id}`
  const chosen = { audience: 'chosen' as const, reservationIds: [reached.id, phoned.id] }
  expect(await send({ ...chosen, subject, recipients: 2 })).toMatchObject({ code: 'recipients_changed' })
  expect(await send({ ...chosen, subject, recipients: 1 })).toMatchObject({ ok: true })
  expect(await toWhom(subject)).toEqual([reached.to])
})

test('sends a message exactly as in its preview: greeting, paragraphs, links and private link (R34.2)', async () => {
  const ada = await guest('Ada Lovelace')
  const order = {
    eventId: event.id,
    audience: 'all',
    subject: 'Look',
    body: 'One.\n\nSee https://maps.example/road.',
  } as const
  const preview = await admin.call(previewMessage, { body: order })
  expect(preview).toMatchObject({ ok: true, data: { to: ada.to, subject: 'Look', recipients: 1 } })
  await send({ ...order, recipients: 1 })
  const mail = (await received()).find(({ to }) => addressOf(to) === ada.to)
  expect(preview.ok && preview.data.html).toBe(mail?.html.trim())
  expect(mail?.html).toContain('href="https://maps.example/road"')
  expect(mail?.text).toContain('Hello Ada,\n\nOne.\n\nSee https://maps.example/road.')
  expect(mail?.text).toContain(`/complete-reservation/${ada.uuid}`)
})

test('sends a message once per attempt key, and refuses it if the number of recipients has changed (R34.2)', async () => {
  await guest('Ann Once')
  const attempt = randomUUID()
  const [first, second] = [await send({ recipients: 1, attempt }), await send({ recipients: 1, attempt })]
  expect(first).toEqual(second)
  const id = first.ok ? first.data.messageId : 0
  expect(await auditOf(app, 'message', id)).toMatchObject([{ action: 'message.sent', fields: ['all'] }])
  await guest('Zoe Later')
  expect(await send({ recipients: 1 })).toMatchObject({ ok: false, code: 'recipients_changed' })
  expect(await send({ audience: 'waitlist', recipients: 1 })).toMatchObject({
    ok: false,
    code: 'no_recipients',
  })
  expect(await db().select().from(guestMessages).where(eq(guestMessages.eventId, event.id))).toHaveLength(1)
})

test.each([
  ['other words', { body: 'Bring boots as well.' }],
  ['another subject', { subject: 'Another one' }],
  ['another audience', { audience: 'unpaid' as const }],
])(
  'refuses to send %s with the attempt key of a message that was already sent (R44.7)',
  async (_which, other) => {
    await guest('Ann Once')
    const attempt = randomUUID()
    expect(await send({ recipients: 1, attempt })).toMatchObject({ ok: true })
    expect(await send({ recipients: 1, attempt, ...other })).toMatchObject({
      ok: false,
      status: 409,
      code: 'attempt_used',
    })
    expect(await db().select().from(guestMessages).where(eq(guestMessages.eventId, event.id))).toHaveLength(1)
  },
)

test('refuses a message to one guest if its attempt key was already used for a message to another guest', async () => {
  const [ann, zoe] = [await guest('Ann Once'), await guest('Zoe Later')]
  const attempt = randomUUID()
  const to = (id: number) => send({ audience: 'chosen', reservationIds: [id], recipients: 1, attempt })
  expect(await to(ann.id)).toEqual(await to(ann.id))
  expect(await to(zoe.id)).toMatchObject({ ok: false, code: 'attempt_used' })
})

const progress = async () => {
  const found = await admin.call(listMessages, { query: { eventId: event.id } })
  return found.ok ? found.data.messages[0] : undefined
}

describe('a queued message', () => {
  test('is dropped for guests who cancel or move, and for all guests once the event is canceled (R34.1)', async () => {
    await guest('Stan Stays')
    const leaver = await guest('Lea Leaves')
    const mover = await guest('Mo Moves')
    const { id: eventId } = await makeEvent(db())
    const set = (id: number, changes: object) =>
      db().update(reservations).set(changes).where(eq(reservations.id, id))
    await send({ recipients: 3 })
    await set(leaver.id, { status: 'cancelled' })
    await set(mover.id, { eventId })
    await received()
    expect((await progress())?.progress).toEqual({ sent: 1, queued: 0, dropped: 2, failed: [] })
    await send({ recipients: 1 })
    await db().update(events).set({ cancelledAt: NOW }).where(eq(events.id, event.id))
    await received()
    expect((await progress())?.progress).toEqual({ sent: 0, queued: 0, dropped: 1, failed: [] })
  })

  test('is listed with the recipients for whom it failed, and its failed e-mails can be retried (R34.3)', async () => {
    const bad = await guest('Bea Broken')
    await send({ recipients: 1 })
    const [row] = await db().select().from(emails).where(eq(emails.reservationId, bad.id))
    const { id } = row!
    await db()
      .update(emails)
      .set({ status: 'failed', failure: 'the address is unknown' })
      .where(eq(emails.id, id))
    const failed = [{ id, reservationId: bad.id, name: 'Bea Broken', failure: 'the address is unknown' }]
    expect((await progress())?.progress).toEqual({ sent: 0, queued: 0, dropped: 0, failed })
    expect(await admin.call(retryFailed, { body: { ids: [id] } })).toMatchObject({
      ok: true,
      data: { again: 1 },
    })
    await received()
    const now = await admin.call(getProgress, { query: { ids: String(id) } })
    expect(now).toMatchObject({ ok: true, data: { sent: 1, failed: [] } })
    expect(await admin.call(retryFailed, { body: { ids: [id] } })).toMatchObject({
      ok: true,
      data: { again: 0 },
    })
  })

  test('can be shown to admins and sent again to a waitlist entry until the entry ends', async () => {
    const { to } = await onWaitlist('Wanda Waiting')
    await send({ audience: 'waitlist', recipients: 1, subject: 'You are next' })
    expect(await toWhom('You are next')).toEqual([to])
    const written = eq(emails.emailType, 'message')
    const [row] = (await db().select().from(emails).where(written).orderBy(emails.id)).slice(-1)
    const look = await admin.call(getMail, { query: { id: row!.id } })
    expect(look).toMatchObject({ ok: true, data: { status: 'sent', mail: { to, subject: 'You are next' } } })
    expect(await admin.call(resendMail, { body: { id: row!.id } })).toMatchObject({ ok: true })
    expect(await toWhom('You are next')).toEqual([to, to])
    await db().update(waitlistEntries).set({ state: 'skipped' }).where(eq(waitlistEntries.eventId, event.id))
    expect(await admin.call(resendMail, { body: { id: row!.id } })).toMatchObject({
      code: 'cannot_send',
      message: 'Nothing was sent: they are no longer on the waitlist.',
    })
  })

  test('has its text deleted after the purge of its last recipient, and is not sent to purged guests (R34.4)', async () => {
    const first = await guest('Fay First')
    const last = await guest('Lou Last')
    const privacy = {
      ...app.services,
      copies: { capturedMails: async () => [], forgetMails: async () => {} },
    }
    await send({ recipients: 2, subject: 'About Fay and Lou' })
    await purgeReservation(privacy, first.id)
    await purgeDue(privacy)
    expect(await progress()).toMatchObject({ text: { subject: 'About Fay and Lou' } })
    await received()
    expect((await progress())?.progress).toMatchObject({ sent: 1, dropped: 1 })
    const [row] = await db().select().from(emails).where(eq(emails.reservationId, last.id))
    // The subject may name a guest, so the database must store it only as encrypted text.
    expect(row?.subject).toBeNull()
    const shown = await admin.call(getMail, { query: { id: row!.id } })
    expect(shown).toMatchObject({ ok: true, data: { mail: { subject: 'About Fay and Lou' } } })
    await purgeReservation(privacy, last.id)
    await purgeDue(privacy)
    expect(await progress()).toMatchObject({ text: null })
  })
})

test('lets only admins read messages, and returns 404 for the messages of a deleted event', async () => {
  for (const browser of [app.browser(), await app.signIn({ admin: false })]) {
    const refused = await browser.call(listMessages, { query: { eventId: event.id } })
    expect(refused.ok).toBe(false)
  }
  await db().delete(events).where(eq(events.id, event.id))
  expect(await send({ recipients: 1 })).toMatchObject({ ok: false, code: 'not_found' })
})
