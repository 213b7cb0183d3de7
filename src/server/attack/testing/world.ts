/** Events that attacks are aimed at. */
import type { TestApp } from '../../../testing/app.ts'
import { makeEvent } from '../../../testing/factories.ts'

/** A free event, a full one with a waitlist, and a private one with the given words, at `/event/hidden-days`. */
export async function eventsWith({ services: { db } }: TestApp, secret: Parameters<typeof makeEvent>[1]) {
  return {
    free: await makeEvent(db, { cost: 0, urlName: 'open-days' }),
    full: await makeEvent(db, { spots: 0, showWaitlist: true }),
    hidden: await makeEvent(db, { ...secret, urlName: 'hidden-days' }),
  }
}
