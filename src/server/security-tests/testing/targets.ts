/** Events that attacks are aimed at. */
import type { TestApp } from '#testing/app.ts'
import { makeEvent } from '#testing/factories.ts'

/** The texts of the private event that only those with its password may learn. */
export const HIDDEN = {
  name: 'The Quiet Heirs',
  host: 'Host Of Secrets',
  shortDescription: 'words for the family alone',
  longDescription: 'more words for the family alone',
  hostCell: '505-555-9876',
  adminEmail: 'hidden-admin@example.test',
  password: 'Saguaro',
}

/** A free event, a full one with a waitlist, and the private one, at `/event/hidden-days`. */
export async function makeTargets({ services: { db } }: TestApp) {
  return {
    free: await makeEvent(db, { cost: 0, urlName: 'open-days' }),
    full: await makeEvent(db, { spots: 0, showWaitlist: true }),
    hidden: await makeEvent(db, { ...HIDDEN, urlName: 'hidden-days' }),
  }
}
