/** Builds a test site for tests of the Today page. Each test begins with an empty site. */
import { sql } from 'drizzle-orm'
import { buildTestApp, type TestApp } from '#test/support/app.ts'
import { makeEvent } from '#test/support/factories.ts'
import { getToday, type Today } from '#domain/desk/today/contract.ts'
import { type Rows, rowsOf } from './rows.ts'

/** 23:00 on May 6 at the ranch, when it is already May 7 in UTC. */
export const NOW = new Date('2027-05-07T05:00:00Z')

export interface TodaySite {
  app: TestApp
  rows: Rows
  empty(): Promise<void>
  today(): Promise<Today>
  /** Creates an event, of one day unless `changes` says otherwise. */
  event(startDateDate: string, changes?: Parameters<typeof makeEvent>[1]): ReturnType<typeof makeEvent>
}

export async function openTodaySite(): Promise<TodaySite> {
  const app = await buildTestApp({ now: NOW })
  return {
    app,
    rows: rowsOf(app),
    empty: async () => {
      await app.services.db.execute(
        sql`truncate events, reservations, invoices, payment_intents, payments, refunds, emails, outbox, waitlist_entries, book_proofs restart identity cascade`,
      )
    },
    today: async () => {
      const admin = await app.signIn({ admin: true })
      const found = await admin.call(getToday)
      if (!found.ok) throw new Error(found.message)
      return found.data
    },
    event: (startDateDate, changes = {}) =>
      makeEvent(app.services.db, { startDateDate, endDateDate: startDateDate, ...changes }),
  }
}
