/** The server side of payments for other features: the payment provider as the site sees it, whoever stands behind it. */
export type * from './port.ts'
export { isSent } from './port.ts'
