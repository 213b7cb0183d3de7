/** Returns booking's dependencies for tests that call its functions directly. */
import type { TestApp } from '#testing/app.ts'
import { waitlistPort } from '#features/waitlist/index.ts'
import { composeBooking } from '../handlers.ts'
import type { BookingDeps } from '../deps.ts'

export function bookingDeps(app: TestApp, changes: Partial<BookingDeps> = {}): BookingDeps {
  const { services, provider } = app
  const given = { ...services, provider, waitlist: waitlistPort, termsHash: 'f'.repeat(64) }
  return { ...composeBooking(given), ...changes }
}

/** Returns the test's card provider with some of its functions replaced. */
export function providerWith(
  app: TestApp,
  changes: Partial<BookingDeps['provider']>,
): Pick<BookingDeps, 'provider'> {
  return { provider: { ...app.provider, ...changes } }
}
