/** For the tests of mail: a database with one event, a real mail server, a clock, and the outbox worker. */
import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import PostalMime from 'postal-mime'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import {
  invoices,
  paymentIntents,
  payments,
  reservations,
  type ReservationStatus,
} from '../platform/database/schema/booking.ts'
import { emails, type EmailType } from '../platform/database/schema/emails.ts'
import { createLog } from '../platform/log.ts'
import { createWorker } from '../platform/outbox.ts'
import { createSealer, sealRecord } from '../platform/sealing.ts'
import { testSettings } from './app.ts'
import type { TestDatabase } from './database.ts'
import { makeEvent } from './factories.ts'
import { startMailServer, type MailServer } from './mail-server.ts'
import { emailJob } from '../capabilities/emails/deliver.ts'
import { queueEmail } from '../capabilities/emails/store.ts'
import { createSmtpTransport, type MailTransport } from '../capabilities/emails/transport.ts'
import { renderEmail } from '../capabilities/emails/ui/render.tsx'

/** When every test begins. */
export const START = new Date('2026-11-21T18:00:00Z')

export interface GuestOptions {
  customerName?: string
  email?: string
  status?: ReservationStatus
  paid?: boolean
}

/** Sets the bench up for a test file; what it returns is there once a test runs. */
export function useMailBench(openDatabase: () => Promise<TestDatabase>) {
  let test: TestDatabase
  let server: MailServer
  let eventId = 0
  let now = START
  const settings = testSettings({ publicUrl: 'https://ranch.example' })
  const sealer = createSealer(settings.dataKeys ?? '')

  beforeAll(async () => {
    test = await openDatabase()
    const changes = {
      name: 'Leather and Light',
      urlName: 'leather-and-light',
      adminEmail: 'hosts@twelvemile.example',
      startDateDate: '2027-02-19',
      endDateDate: '2027-02-23',
    }
    eventId = (await makeEvent(test.db, changes)).id
  })
  beforeEach(async () => {
    now = START
    server = await startMailServer()
    return () => server.close()
  })
  afterAll(() => test.close())

  async function addPayment(reservationId: number, invoiceId: number): Promise<number> {
    const intentId = `pi_${randomUUID()}`
    await test.db
      .insert(paymentIntents)
      .values({ id: intentId, invoiceId, amount: 45_000, status: 'succeeded' })
    const [payment] = await test.db
      .insert(payments)
      .values({ invoiceId, reservationId, method: 'card', amount: 45_000, intentId, paidAt: START })
      .returning()
    return payment?.id ?? 0
  }

  /** A guest who paid the deposit of $450.00; the rest is open. */
  async function addGuest(options: GuestOptions = {}) {
    const { customerName = 'Ada Lovelace', email = 'ada@guests.example', status = 'confirmed' } = options
    const uuid = randomUUID()
    const [reservation] = await test.db
      .insert(reservations)
      .values({
        uuid,
        attendeeToken: randomUUID(),
        eventId,
        status,
        ...sealRecord(sealer, { table: 'reservations', row: uuid }, { customerName, email }),
        emailHash: sealer.lookup(email),
        totalDue: 90_000,
      })
      .returning()
    if (!reservation) throw new Error('no reservation was made')
    const { id } = reservation
    const [deposit] = await test.db
      .insert(invoices)
      .values([
        { reservationId: id, purpose: 'deposit', amount: 45_000, due: '2026-11-21' },
        { reservationId: id, purpose: 'remainder', amount: 45_000, due: '2027-01-20' },
      ])
      .returning()
    const invoiceId = deposit?.id ?? 0
    const paymentId = options.paid === false ? 0 : await addPayment(id, invoiceId)
    return { ...reservation, invoiceId, paymentId }
  }

  type Guest = Awaited<ReturnType<typeof addGuest>>

  return {
    get db() {
      return test.db
    },
    get server() {
      return server
    },
    get eventId() {
      return eventId
    },
    now: () => now,
    later(minutes: number) {
      now = new Date(now.getTime() + minutes * 60_000)
    },
    addGuest,

    /** Works the outbox once, through SMTP unless told otherwise. */
    async run(transport: MailTransport = createSmtpTransport({ url: server.url, now: () => now })) {
      const deps = { db: test.db, settings, sealer, now: () => now, log: createLog({ level: 'silent' }) }
      return createWorker({
        ...deps,
        handlers: { email: emailJob({ ...deps, transport, renderEmail }) },
      }).runDue()
    },

    async queue({ id, invoiceId }: Guest, type: EmailType = 'invoice-success') {
      const cause = { type, reservationId: id, invoiceId, key: `${type}:${id}`, now }
      await test.db.transaction((tx) => queueEmail(tx, cause))
    },

    emailsOf: ({ id }: Guest) => test.db.select().from(emails).where(eq(emails.reservationId, id)),

    async emailOf({ id }: Guest) {
      const [email] = await test.db.select().from(emails).where(eq(emails.reservationId, id))
      if (!email) throw new Error('there is no mail')
      return email
    },

    /** What the server accepted, read by another library than the one that wrote it. */
    parsed: () => Promise.all(server.accepted.map(({ raw }) => PostalMime.parse(raw))),
  }
}

export type MailBench = ReturnType<typeof useMailBench>
export type BenchGuest = Awaited<ReturnType<MailBench['addGuest']>>
