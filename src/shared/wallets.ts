/**
 * Rules about Apple Pay, Google Pay and Link that the server, the adapter to Stripe and the card form share
 * (R43).
 */

/**
 * Returns the payment methods for the payment intent and the wallet buttons. Stripe refuses a payment if the
 * two differ.
 */
export const paymentMethodTypes = (wallets: boolean) =>
  wallets ? (['card', 'link'] as const) : (['card'] as const)

const PAYMENT_PAGE = /^\/(?:event\/[^/]+(?:\/sign-up)?|(?:offer|take-over|complete-reservation)\/[^/]+)\/*$/i

/**
 * Returns true if the page at this path may have a card form. Wallets need headers that other pages lack, and
 * a client-side navigation loads none, so the browser must load such a page as a document.
 */
export const isPaymentPage = (path: string): boolean => PAYMENT_PAGE.test(path)

/** Returns true if the browser loaded the current document as a payment page. */
export function isPaymentDocument(): boolean {
  const [arrival] = performance.getEntriesByType('navigation')
  return arrival !== undefined && isPaymentPage(new URL(arrival.name).pathname)
}
