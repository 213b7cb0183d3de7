/** Tests the purge together with e-mails that are being sent, other processes, crashes, and a restored backup. */
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { auditEntries } from '#platform/database/schema/audit.ts'
import { reservations } from '#platform/database/schema/booking.ts'
import { emails } from '#platform/database/schema/emails.ts'
import { events } from '#platform/database/schema/events.ts'
import { waitlistEntries } from '#platform/database/schema/waitlist.ts'
import { testDatabaseKind } from '#test/support/database.ts'
import { makeEvent, makeReservation } from '#test/support/factories.ts'
import { sendEmailJob } from '#domain/mail/emails/deliver.ts'
import { enqueueEmail } from '#platform/email-queue.ts'
import { untilOneWaits } from '#test/support/measures.ts'
import { openTestApp } from '#test/support/open-test-app.ts'
import { purgeDue, purgeReservation } from './purge.ts'
import { noteRestored } from './store/due.ts'

/** Noon at the ranch, on the day on which the site must delete the data of the event's guests. */
const DAY = new Date('2027-07-19T18:00:00Z')

const app = await openTestApp({ now: DAY })

const deps = () => ({
  ...app.services,
  copies: { capturedMails: async () => [], forgetMails: async () => {} },
})

async function addGuest(status: 'confirmed' | 'expired' = 'confirmed', endDateDate = '2027-07-05') {
  const event = await makeEvent(app.services.db, { startDateDate: '2027-07-01', endDateDate })
  const guest = { customerName: 'Ada Lovelace', email: 'ada@example.test', status }
  return makeReservation(app.services, event.id, guest)
}

async function rowOf(id: number) {
  const [row] = await app.services.db.select().from(reservations).where(eq(reservations.id, id))
  return row
}

const purges = async (id: number) => {
  const found = await app.services.db.select().from(auditEntries).where(eq(auditEntries.reservationId, id))
  return found.filter(({ action }) => action === 'reservation.purged').length
}

test('stores no text of an e-mail that is being sent while its guest is purged', async () => {
  const { id } = await addGuest()
  const { db } = app.services
  const { emailId } = await db.transaction((tx) =>
    enqueueEmail(tx, { type: 'deletion-receipt', reservationId: id, key: `test:${id}`, now: DAY }),
  )
  const job = sendEmailJob({
    ...app.services,
    transport: {
      send: async () => {
        await purgeReservation(deps(), id)
        return { outcome: 'accepted' }
      },
    },
  })
  await job.run({ emailId }, { attempt: 1 })
  const [mail] = await db.select().from(emails).where(eq(emails.id, emailId))
  expect(mail).toMatchObject({ status: 'sent', content: null })
})

test('purges each guest once when several processes run the purge at the same time', async () => {
  const guests = await Promise.all([addGuest('expired'), addGuest('expired'), addGuest('expired')])
  await Promise.all([purgeDue(deps()), purgeDue(deps()), purgeDue(deps())])
  for (const { id, version } of guests) {
    expect(await purges(id)).toBe(1)
    expect(await rowOf(id)).toMatchObject({ customerName: null, version: version + 1 })
  }
})

const crash = () => {
  throw new Error('crash')
}

test('purges a guest completely or not at all if the process dies, and purges the guest at the next run', async () => {
  const { id } = await addGuest('expired')
  const { sealer } = app.services
  await expect(purgeDue({ ...deps(), sealer: { ...sealer, seal: crash, lookups: crash } })).rejects.toThrow(
    'crash',
  )
  expect(await rowOf(id)).toMatchObject({ purgedAt: null, customerName: expect.any(String) })
  await purgeDue({ ...deps() }, { stopping: AbortSignal.abort() })
  expect((await rowOf(id))?.purgedAt).toBeNull()
  await purgeDue(deps())
  expect((await rowOf(id))?.purgedAt).toEqual(DAY)
})

test('purges a guest even if someone changed the sealed e-mail address in the database so that no key opens it', async () => {
  const [moved, whole] = [await addGuest('expired'), await addGuest('expired')]
  await app.services.db.update(reservations).set({ email: whole.email }).where(eq(reservations.id, moved.id))
  await purgeDue(deps())
  for (const { id } of [moved, whole]) expect(await rowOf(id)).toMatchObject({ email: null, purgedAt: DAY })
})

test('purges the other guests if the purge of one fails, and then throws', async () => {
  const [spoiled, whole] = [await addGuest('expired'), await addGuest('expired')]
  const { sealer } = app.services
  let opened = 0
  const lookups = (address: string) => ((opened += 1) === 1 ? crash() : sealer.lookups(address))
  await expect(purgeDue({ ...deps(), sealer: { ...sealer, lookups } })).rejects.toThrow('crash')
  expect(await rowOf(spoiled.id)).toMatchObject({ email: spoiled.email, purgedAt: null })
  expect(await rowOf(whole.id)).toMatchObject({ email: null, purgedAt: DAY })
})

test('sends no deletion receipt at night, and purges no guest without a receipt', async () => {
  const { id } = await addGuest()
  app.clock.set(new Date('2027-07-20T06:00:00Z'))
  await purgeDue(deps())
  expect((await rowOf(id))?.purgedAt).toBeNull()
  expect(await app.services.db.select().from(emails).where(eq(emails.reservationId, id))).toEqual([])
})

test('purges, before the site serves requests, only guests whose deletion receipt would be late', async () => {
  const overdue = await addGuest('confirmed', '2027-07-02')
  const due = await addGuest('confirmed', '2027-07-03')
  const coming = await addGuest('confirmed', '2027-07-10')
  await app.beforeServing()
  expect((await rowOf(overdue.id))?.purgedAt).toEqual(DAY)
  expect((await rowOf(due.id))?.purgedAt).toBeNull()
  expect((await rowOf(coming.id))?.purgedAt).toBeNull()
})

test('deletes all due data at the first start after a restore, but waits for receipts at later starts (R18.4)', async () => {
  const { db } = app.services
  const due = await addGuest('confirmed', '2027-07-05')
  const asked = await addGuest('confirmed', '2027-07-18')
  await db.transaction((tx) =>
    enqueueEmail(tx, {
      type: 'deletion-receipt',
      reservationId: asked.id,
      key: `asked:${asked.id}`,
      now: DAY,
    }),
  )
  const coming = await addGuest('confirmed', '2027-07-06')
  await noteRestored(db, { madeAt: new Date('2027-07-18T09:00:00Z'), at: DAY })
  await app.beforeServing()
  expect((await rowOf(due.id))?.purgedAt).toEqual(DAY)
  expect((await rowOf(asked.id))?.purgedAt).toEqual(DAY)
  expect((await rowOf(coming.id))?.purgedAt).toBeNull()
  const later = await addGuest('confirmed', '2027-07-05')
  await app.beforeServing()
  expect((await rowOf(later.id))?.purgedAt).toBeNull()
})

async function addEntry() {
  const { db, sealer } = app.services
  const event = await makeEvent(db, { startDateDate: '2027-07-01', endDateDate: '2027-07-05' })
  const uuid = crypto.randomUUID()
  const seal = (column: string) => sealer.seal({ table: 'waitlist_entries', row: uuid, column }, 'Ada')
  const personal = {
    customerName: seal('customerName'),
    email: seal('email'),
    emailHash: sealer.lookup('Ada'),
  }
  await db
    .insert(waitlistEntries)
    .values({ uuid, eventId: event.id, state: 'waiting', confirmedAt: event.createdAt, ...personal })
  const read = async () => {
    const [entry] = await db.select().from(waitlistEntries).where(eq(waitlistEntries.uuid, uuid))
    return entry
  }
  return { eventId: event.id, read }
}

test('purges the waitlist of an event even if the event had no guests', async () => {
  const { read } = await addEntry()
  await purgeDue(deps())
  expect(await read()).toMatchObject({ customerName: null, email: null, emailHash: null, purgedAt: DAY })
})

// The embedded database has a single connection, which never waits for a lock. So only PostgreSQL can run this test.
if (testDatabaseKind() === 'postgres') {
  test('keeps the waitlist of an event that an admin moves into the future while the purge is starting', async () => {
    const { eventId, read } = await addEntry()
    let purging: Promise<unknown> = Promise.resolve()
    await app.services.db.transaction(async (tx) => {
      await tx.update(events).set({ endDateDate: '2027-10-05' }).where(eq(events.id, eventId))
      purging = purgeDue(deps())
      await untilOneWaits(app.services.db)
    })
    await purging
    expect(await read()).toMatchObject({ state: 'waiting', purgedAt: null })
  })

  test("waits for an unfinished change of a guest's details, and then purges the changed details too", async () => {
    const { id, uuid } = await addGuest('expired')
    const { db, sealer } = app.services
    const notes = sealer.seal({ table: 'reservations', row: uuid, column: 'notes' }, 'late')
    let purging: Promise<unknown> = Promise.resolve()
    await db.transaction(async (tx) => {
      await tx.update(reservations).set({ notes }).where(eq(reservations.id, id))
      purging = purgeReservation(deps(), id)
      await new Promise((resolve) => setTimeout(resolve, 50))
    })
    await purging
    expect(await rowOf(id)).toMatchObject({ notes: null, purgedAt: DAY })
  })
}
