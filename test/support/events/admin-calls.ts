/** Sends an admin's API calls about events, and reads the rows that these calls write. */
import { eq } from 'drizzle-orm'
import { events } from '#platform/database/schema/events.ts'
import type { TestApp } from '#test/support/app.ts'
import type { TestBrowser } from '#test/support/browser.ts'
import { createEvent, updateEvent } from '#domain/booking/contract/event.ts'
import type { EventInputSent } from '#domain/events/contract/fields.ts'
import { NEW_EVENT } from './new-event.ts'

let count = 0
export async function makeByCall(
  admin: TestBrowser,
  changes: Partial<EventInputSent> & { copyPhotosOf?: number } = {},
) {
  count += 1
  const body = { ...NEW_EVENT, urlName: `made-${count}`, ...changes }
  const made = await admin.call(createEvent, { body })
  if (!made.ok) throw new Error(`${made.code} ${JSON.stringify(made.fields)}`)
  return made.data.event
}

export const update = (
  admin: TestBrowser,
  updateEventData: { id: number; version?: number; tellGuests?: boolean } & Partial<EventInputSent>,
) => admin.call(updateEvent, { body: { updateEventData } })

export async function rowOf({ services: { db } }: TestApp, id: number) {
  const [row] = await db.select().from(events).where(eq(events.id, id))
  return row
}
