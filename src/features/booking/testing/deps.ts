/** What booking works with in a test that calls its functions themselves, past the calls of the site. */
import type { TestApp } from '#testing/app.ts'
import { waitlistPort } from '#features/waitlist/index.ts'
import { composeBooking } from '../handlers.ts'
import type { BookingDeps } from '../deps.ts'

export function bookingDeps(app: TestApp, changes: Partial<BookingDeps> = {}): BookingDeps {
  const { services, provider } = app
  const given = { ...services, provider, waitlist: waitlistPort, termsHash: 'f'.repeat(64) }
  return { ...composeBooking(given), ...changes }
}

/** The provider of a test with some of its answers replaced. */
export function providerWith(
  app: TestApp,
  changes: Partial<BookingDeps['provider']>,
): Pick<BookingDeps, 'provider'> {
  return { provider: { ...app.provider, ...changes } }
}
