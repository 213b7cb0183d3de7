/** Opens a test site for the Today page. Each test begins with an empty site. */
import type { TestApp } from '#test/support/app.ts'
import { makeEvent } from '#test/support/factories.ts'
import { openTestApp } from '#test/support/open-test-app.ts'
import { getToday, type Today } from '#domain/desk/today/contract.ts'
import { type Rows, rowsOf } from './today-rows.ts'

/** This instant is 23:00 on May 6 at the ranch. In UTC it is already May 7. */
export const NOW = new Date('2027-05-07T05:00:00Z')

export interface TodaySite {
  app: TestApp
  rows: Rows
  today(): Promise<Today>
  /** Creates an event that lasts one day, unless `changes` says otherwise. */
  event(startDateDate: string, changes?: Parameters<typeof makeEvent>[1]): ReturnType<typeof makeEvent>
}

export async function openTodaySite(): Promise<TodaySite> {
  const app = await openTestApp({ now: NOW, emptied: true })
  return {
    app,
    rows: rowsOf(app),
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
