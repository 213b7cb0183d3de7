/** Wallets, as server, adapter and form agree on them: Apple Pay, Google Pay and Link (R43). */

/** The payment methods of an intent, and of the wallets' part of a form: the provider refuses a payment where the two differ. */
export const paymentMethodTypes = (wallets: boolean) =>
  wallets ? (['card', 'link'] as const) : (['card'] as const)

const PAYMENT_PAGE = /^\/(?:event\/[^/]+(?:\/sign-up)?|(?:offer|take-over|complete-reservation)\/[^/]+)\/*$/i

/**
 * True when a card form may be on the page at a path. Wallets need headers that no other page has, and a document keeps those
 * that it came with while React goes on to other pages.
 */
export const isPaymentPage = (path: string): boolean => PAYMENT_PAGE.test(path)

/** In a browser: whether its document came as such a page. */
export function isPaymentDocument(): boolean {
  const [arrival] = performance.getEntriesByType('navigation')
  return arrival !== undefined && isPaymentPage(new URL(arrival.name).pathname)
}
