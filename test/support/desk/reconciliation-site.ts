/**
 * Opens a test site for the nightly comparison of payments with the card provider. Each test begins with an
 * empty site.
 */
import type { TestApp } from '#test/support/app.ts'
import { makeEvent } from '#test/support/factories.ts'
import { openTestApp } from '#test/support/open-test-app.ts'
import type { BookingDeps } from '#domain/booking/deps.ts'
import { bookingDeps } from '#test/support/booking/deps.ts'
import { createGuest, type Guest } from '#test/support/booking/guest.ts'
import { compareWithProvider } from '#domain/desk/reconciliation/nightly-reconciliation.ts'
import type { Tally } from '#domain/desk/reconciliation/rules.ts'

export const NOON = new Date('2027-05-06T18:00:00Z')

export interface ReconciliationSite {
  app: TestApp
  guest: Guest
  /** Signs up a guest who pays by card, and lets the site record the payment. */
  takePaidSpot(): Promise<{ id: number; paymentIntent: string; uuid: string }>
  /**
   * Compares the payments with the card provider and returns the result. Throws if the comparison does not
   * finish.
   */
  compare(changes?: Partial<BookingDeps>): Promise<Tally>
}

export async function openReconciliationSite(): Promise<ReconciliationSite> {
  const app = await openTestApp({ now: NOON, emptied: true })
  const guest = createGuest(app)
  return {
    app,
    guest,
    takePaidSpot: async () => {
      const held = await guest.hold((await makeEvent(app.services.db)).id)
      await guest.pay(held.clientSecret)
      await guest.look(held.uuid)
      return { id: held.reservationId, paymentIntent: held.paymentIntent, uuid: held.uuid }
    },
    compare: async (changes) => {
      const proved = await compareWithProvider(bookingDeps(app, changes))
      if (typeof proved === 'string') throw new Error(`The reconciliation was ${proved}`)
      return proved
    },
  }
}

/** Makes the site fail before it commits a payment. Then the comparison finds a difference. */
export const FAILING_WRITES: Pick<BookingDeps, 'fault'> = {
  fault: (point) => {
    if (point === 'changes-written') throw new Error('planted')
  },
}
