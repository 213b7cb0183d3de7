/** A database with one event, a real SMTP server, a clock and the outbox worker, for tests of e-mails. */
import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import PostalMime from 'postal-mime'
import { afterAll, beforeEach } from 'vitest'
import type { Database } from '#platform/database/database.ts'
import { invoices, paymentIntents, type ReservationStatus } from '#platform/database/schema/booking.ts'
import { payments } from '#platform/database/schema/payments.ts'
import { emails, type EmailType } from '#platform/database/schema/emails.ts'
import { postPayment } from '#domain/money/ledger/store/post.ts'
import { createLog } from '#platform/log.ts'
import { createWorker } from '#platform/outbox-worker.ts'
import type { Sealer } from '#platform/sealing.ts'
import { createSealer } from '#platform/aes-sealer.ts'
import { testSettings } from '#test/support/app.ts'
import { createClock } from '#test/support/clock.ts'
import { openTestDatabase } from '#test/support/database.ts'
import { makeEvent, makeReservation } from '#test/support/factories.ts'
import { sendEmailJob } from '#domain/mail/emails/deliver.ts'
import { enqueueEmail } from '#platform/email-queue.ts'
import { createSmtpTransport, type MailTransport } from '#domain/mail/emails/transport.ts'
import { startMailServer, type MailServer } from './mail-server.ts'

export const START = new Date('2026-11-21T18:00:00Z')

interface GuestOptions {
  customerName?: string
  email?: string
  status?: ReservationStatus
  paid?: boolean
}

export type MailGuest = Awaited<ReturnType<typeof addGuest>>

/** Opens one database for all tests of a file, and a new SMTP server for each test. */
export async function openMailRoom() {
  const clock = createClock(START)
  const settings = testSettings({ publicUrl: 'https://ranch.example' })
  const sealer = createSealer(settings.dataKeys ?? '')
  const { db, close } = await openTestDatabase()
  afterAll(close)
  const { id: eventId } = await makeEvent(db, {
    name: 'Leather and Light',
    urlName: 'leather-and-light',
    adminEmail: 'hosts@twelvemile.example',
    startDateDate: '2027-02-19',
    endDateDate: '2027-02-23',
  })

  let server: MailServer
  beforeEach(async () => {
    clock.set(START)
    server = await startMailServer()
    return () => server.close()
  })

  const emailsOf = ({ id }: MailGuest) => db.select().from(emails).where(eq(emails.reservationId, id))

  return {
    db,
    get server() {
      return server
    },
    eventId,
    clock,
    sealer,
    emailsOf,

    addGuest: (options: GuestOptions = {}) => addGuest({ db, sealer }, eventId, options),

    /**
     * Runs the due jobs of the outbox once. Sends e-mails by SMTP unless the test passes another transport.
     */
    async run(transport: MailTransport = createSmtpTransport({ url: server.url, now: clock.now })) {
      const deps = { db: db, settings, sealer, now: clock.now, log: createLog({ level: 'silent' }) }
      return createWorker({
        ...deps,
        jobs: [sendEmailJob({ ...deps, transport })],
      }).runDue()
    },

    async queue({ id, invoiceId }: MailGuest, type: EmailType = 'invoice-success') {
      const cause = { type, reservationId: id, invoiceId, key: `${type}:${id}`, now: clock.now() }
      await db.transaction((tx) => enqueueEmail(tx, cause))
    },

    async emailOf(guest: MailGuest) {
      const [email] = await emailsOf(guest)
      if (!email) throw new Error('the guest has no e-mail')
      return email
    },

    /**
     * Returns the e-mails that the SMTP server accepted. Parses them with another library than the site's.
     */
    parsed: () => Promise.all(server.accepted.map(({ raw }) => PostalMime.parse(raw))),
  }
}

async function addGuest(
  { db, sealer }: { db: Database; sealer: Sealer },
  eventId: number,
  options: GuestOptions,
) {
  const { customerName = 'Ada Lovelace', email = 'ada@guests.example', status = 'confirmed' } = options
  const reservation = await makeReservation({ db, sealer }, eventId, { customerName, email, status })
  const { id } = reservation
  const [deposit, rest] = await db
    .insert(invoices)
    .values([
      { reservationId: id, purpose: 'deposit', amount: 45_000, due: '2026-11-21' },
      { reservationId: id, purpose: 'remainder', amount: 45_000, due: '2027-01-20' },
    ])
    .returning()
  const invoiceId = deposit?.id ?? 0
  const paymentId = options.paid === false ? 0 : await addPayment(db, id, invoiceId)
  return { ...reservation, invoiceId, restId: rest?.id ?? 0, paymentId }
}

async function addPayment(db: Database, reservationId: number, invoiceId: number): Promise<number> {
  const intentId = `pi_${randomUUID()}`
  await db.insert(paymentIntents).values({ id: intentId, invoiceId, amount: 45_000, status: 'succeeded' })
  const [payment] = await db
    .insert(payments)
    .values({ invoiceId, reservationId, method: 'card', amount: 45_000, intentId, paidAt: START })
    .returning({ id: payments.id })
  const paymentId = payment?.id ?? 0
  await db.transaction((tx) => postPayment(tx, paymentId, { now: START }))
  return paymentId
}
