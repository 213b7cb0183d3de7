import type { TestApp } from '#test/support/app.ts'
import type { BookingDeps } from '#domain/booking/deps.ts'

export function bookingDeps(app: TestApp, changes: Partial<BookingDeps> = {}): BookingDeps {
  const { services, provider } = app
  return { ...services, provider, termsHash: 'f'.repeat(64), ...changes }
}

/** Returns the test's card provider with some functions replaced. */
export function providerWith(
  app: TestApp,
  changes: Partial<BookingDeps['provider']>,
): Pick<BookingDeps, 'provider'> {
  return { provider: { ...app.provider, ...changes } }
}
