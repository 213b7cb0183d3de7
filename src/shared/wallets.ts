/** Apple Pay, Google Pay and Link: rules that the server, the payment adapter and the card form share (R43). */

/**
 * Returns the payment methods for both the payment intent and the wallet buttons. Stripe refuses a payment if
 * the two differ.
 */
export const paymentMethodTypes = (wallets: boolean) =>
  wallets ? (['card', 'link'] as const) : (['card'] as const)

const PAYMENT_PAGE = /^\/(?:event\/[^/]+(?:\/sign-up)?|(?:offer|take-over|complete-reservation)\/[^/]+)\/*$/i

/**
 * Returns true if the page at a path may contain a card form. Wallets need response headers that other pages do
 * not have. A client-side navigation loads no new headers, so the browser must have loaded such a page first.
 */
export const isPaymentPage = (path: string): boolean => PAYMENT_PAGE.test(path)

/** Returns true if the browser loaded the current document as a payment page. */
export function isPaymentDocument(): boolean {
  const [arrival] = performance.getEntriesByType('navigation')
  return arrival !== undefined && isPaymentPage(new URL(arrival.name).pathname)
}
