/** Events that the attacks target. */
import type { TestApp } from '#test/support/app.ts'
import { makeEvent } from '#test/support/factories.ts'

/** Texts of the private event that only people with its password may see. */
export const HIDDEN = {
  name: 'The Quiet Heirs',
  host: 'Host Of Secrets',
  shortDescription: 'words for the family alone',
  longDescription: 'more words for the family alone',
  hostCell: '505-555-9876',
  adminEmail: 'hidden-admin@example.test',
  password: 'Saguaro',
}

/** Creates a free event, a full one with a waitlist, and the private one at `/event/hidden-days`. */
export async function makeTargets({ services: { db } }: TestApp) {
  return {
    free: await makeEvent(db, { cost: 0, urlName: 'open-days' }),
    full: await makeEvent(db, { spots: 0, showWaitlist: true }),
    hidden: await makeEvent(db, { ...HIDDEN, urlName: 'hidden-days' }),
  }
}
