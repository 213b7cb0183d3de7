/** Opens a test site for the Today page. Each test begins with an empty site. */
import type { TestApp } from '#test/support/app.ts'
import type { TestBrowser } from '#test/support/browser.ts'
import { makeEvent } from '#test/support/factories.ts'
import { openTestApp } from '#test/support/open-test-app.ts'
import {
  getOutlook,
  getPaymentsDue,
  getProblems,
  getRefunds,
  getToday,
  type Outlook,
  type PaymentsDue,
  type Problems,
  type Refunds,
  type Today,
} from '#domain/desk/today/contract.ts'
import type { Endpoint, ReplyOf } from '#shared/endpoint.ts'
import { type Rows, rowsOf } from './today-rows.ts'

/** This instant is 23:00 on May 6 at the ranch. In UTC it is already May 7. */
export const NOW = new Date('2027-05-07T05:00:00Z')

/** Everything that the Today page and the pages behind it show. */
export type AllOfToday = Today & Refunds & Problems & Outlook & { money: PaymentsDue }

export interface TodaySite {
  app: TestApp
  rows: Rows
  today(): Promise<AllOfToday>
  /** Creates an event that lasts one day, unless `changes` says otherwise. */
  event(startDateDate: string, changes?: Parameters<typeof makeEvent>[1]): ReturnType<typeof makeEvent>
}

export async function openTodaySite(): Promise<TodaySite> {
  const app = await openTestApp({ now: NOW, emptied: true })
  return {
    app,
    rows: rowsOf(app),
    today: async () => {
      return readToday(await app.signIn({ admin: true }))
    },
    event: (startDateDate, changes = {}) =>
      makeEvent(app.services.db, { startDateDate, endDateDate: startDateDate, ...changes }),
  }
}

/** Reads everything that the Today page and the pages behind it show. */
export async function readToday(admin: TestBrowser): Promise<AllOfToday> {
  const read = async <E extends Endpoint>(endpoint: E): Promise<ReplyOf<E>> => {
    const found = await admin.fetch(`/api/${endpoint.path}`)
    if (!found.ok) throw new Error(await found.text())
    return (await found.json()) as ReplyOf<E>
  }
  return {
    ...(await read(getToday)),
    ...(await read(getRefunds)),
    ...(await read(getProblems)),
    ...(await read(getOutlook)),
    money: await read(getPaymentsDue),
  }
}
