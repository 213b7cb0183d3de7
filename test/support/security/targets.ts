/** Creates the events that the security tests attack. */
import type { TestApp } from '#test/support/app.ts'
import { makeEvent } from '#test/support/factories.ts'

/** Texts of the private event. Only a visitor with the event's password may read them. */
export const HIDDEN = {
  name: 'The Quiet Heirs',
  host: 'Host Of Secrets',
  shortDescription: 'words for the family alone',
  longDescription: 'more words for the family alone',
  hostCell: '505-555-9876',
  adminEmail: 'hidden-admin@example.test',
  password: 'Saguaro',
}

export async function makeTargets({ services: { db } }: TestApp) {
  return {
    free: await makeEvent(db, { cost: 0, urlName: 'open-days' }),
    full: await makeEvent(db, { spots: 0, showWaitlist: true }),
    hidden: await makeEvent(db, { ...HIDDEN, urlName: 'hidden-days' }),
  }
}
