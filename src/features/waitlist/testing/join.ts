/** Somebody joins a waitlist and presses the button behind the mailed link, as a test needs it. */
import { and, eq, inArray } from 'drizzle-orm'
import { waitlistEntries } from '#platform/database/schema/waitlist.ts'
import type { TestApp } from '#testing/app.ts'
import type { TestBrowser } from '#testing/browser.ts'
import { createWaitlist } from '../contract.ts'
import { confirmPlace } from '../place/contract.ts'

interface Joining {
  customerName: string
  email: string
  eventId: number
}

/** The token of the link that confirms an entry. */
export async function placeToken({ services: { db, sealer } }: TestApp, { email, eventId }: Joining) {
  const [entry] = await db
    .select({ uuid: waitlistEntries.uuid })
    .from(waitlistEntries)
    .where(
      and(eq(waitlistEntries.eventId, eventId), inArray(waitlistEntries.emailHash, sealer.lookups(email))),
    )
  return entry?.uuid ?? ''
}

/** Joins, and nobody presses the button. */
export const askForPlace = (app: TestApp, waitlistData: Joining, browser: TestBrowser = app.browser()) =>
  browser.call(createWaitlist, { body: { waitlistData } })

/** What joining was answered; when that went well, the address is confirmed too. */
export async function joinLine(app: TestApp, waitlistData: Joining, browser: TestBrowser = app.browser()) {
  const joined = await askForPlace(app, waitlistData, browser)
  if (!joined.ok) return joined
  const placed = await browser.call(confirmPlace, { body: { token: await placeToken(app, waitlistData) } })
  return placed.ok ? joined : placed
}
