/** A test site with a real SMTP server, for tests of the e-mails that admins send. */
import { asc, eq } from 'drizzle-orm'
import PostalMime from 'postal-mime'
import { afterAll } from 'vitest'
import { signInAdmin } from '#test/support/booking/admin.ts'
import { postRows } from '#test/support/booking/ledger.ts'
import { reservations } from '#platform/database/schema/booking.ts'
import { emails } from '#platform/database/schema/emails.ts'
import { payments } from '#platform/database/schema/payments.ts'
import type { InputOf } from '#shared/endpoint.ts'
import { makeEvent } from '#test/support/factories.ts'
import { openTestApp } from '#test/support/open-test-app.ts'
import { getMail, previewMail, resendMail } from '#domain/mail/emails/contract.ts'
import { startMailServer } from './mail-server.ts'

export const NOW = new Date('2027-05-06T18:00:00.000Z')

export interface Stay {
  id: number
  eventId: number
  email: string
  invoiceId: number
}

/** Opens a test site and a mail server for the tests of one file. */
export async function openMailDesk() {
  const server = await startMailServer()
  afterAll(() => server.close())
  const mail = { kind: 'smtp' as const, url: server.url, from: 'Twelve Mile <howdy@twelvemile.example>' }
  const app = await openTestApp({ now: NOW, settings: { mail } })
  const admin = await signInAdmin(app)
  const { db } = app.services
  let guests = 0

  return {
    app,
    admin,
    server,

    /**
     * Signs up a guest who has given no final details, for an event in July. The deposit and the remainder
     * are unpaid.
     */
    async stay(): Promise<Stay> {
      guests += 1
      const email = `guest-${guests}@example.test`
      const { id: eventId } = await makeEvent(db)
      const { reservationId: id } = await admin.signUp({ eventId, email, customerName: 'Ada Lovelace' })
      const { invoices } = await admin.look(id)
      const deposit = invoices.find(({ due }) => due === '2027-05-06')
      return { id, eventId, email, invoiceId: deposit?.id ?? 0 }
    },

    preview: async (query: InputOf<typeof previewMail>['query']) =>
      admin.browser.call(previewMail, { query }),
    look: async (id: number) => admin.browser.call(getMail, { query: { id } }),
    resend: async (id: number, attempt?: string) =>
      admin.browser.call(resendMail, { body: { id, ...(attempt ? { attempt } : {}) } }),

    rows: async ({ id }: Pick<Stay, 'id'>) =>
      db.select().from(emails).where(eq(emails.reservationId, id)).orderBy(asc(emails.id)),

    /**
     * Returns the e-mails that the SMTP server accepted for a guest. Parses them with another library than
     * the site's.
     */
    async received({ email }: Pick<Stay, 'email'>) {
      const theirs = server.accepted.filter(({ to }) => to.includes(email))
      return Promise.all(theirs.map(({ raw }) => PostalMime.parse(raw)))
    },

    change: async ({ id }: Stay, changes: Partial<typeof reservations.$inferInsert>) =>
      db.update(reservations).set(changes).where(eq(reservations.id, id)),

    /** Records that the guest paid the deposit in cash. */
    async pay({ id: reservationId, invoiceId }: Stay) {
      const cash = { method: 'cash', amount: 45_000, paidAt: NOW } as const
      await db.insert(payments).values({ ...cash, invoiceId, reservationId })
      await postRows(app.services)
    },

    /** Deletes the personal data of a guest's reservation, as the purge does. */
    purge: async ({ id }: Pick<Stay, 'id'>) =>
      db
        .update(reservations)
        .set({ purgedAt: NOW, customerName: null, email: null, emailHash: null, notes: null })
        .where(eq(reservations.id, id)),
  }
}
