/** The server-side interface to the card provider for other features, whether Stripe or the sandbox is behind it. */
export type * from './port.ts'
export { isSent } from './port.ts'
