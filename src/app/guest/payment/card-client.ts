import type {
  PaymentIntent,
  Stripe,
  StripeCardNumberElement,
  StripeElements,
  StripeError,
} from '@stripe/stripe-js'
import { loadStripe } from '@stripe/stripe-js/pure'
import { cardErrorMessage } from './card-errors.ts'

export interface Declined {
  kind: 'declined'
  /**
   * The message for the guest, which ends with what to do next. The form shows the message at the card fields
   * or at the wallets.
   */
  message: string
  /** True if the guest tried to pay by wallet. Missing if the guest used the card fields. */
  byWallet?: true
}

/** The result of a charge, or the status of a payment. */
export type CardOutcome =
  | { kind: 'succeeded' }
  | Declined
  /** The payment intent was canceled or does not exist. The guest needs a new payment intent. */
  | { kind: 'gone' }
  /** Stripe did not reply, so the card may have been charged. */
  | { kind: 'unreachable' }
  /** The card has not been charged. The guest can still pay. */
  | { kind: 'open' }
  | { kind: 'unexpected' }

/**
 * What Stripe learns about the guest who pays. Banks ask for the name and nothing else
 * (docs/operators/stripe.md).
 */
export interface Payer {
  name: string
}

/**
 * Charges a card by Stripe's script, which may throw at each step. `chargeCard` and `retrievePayment` catch
 * these errors.
 */
export interface CardClient {
  /** Charges the card in the card fields, or the wallet. The bank may ask the guest to authenticate. */
  confirm(clientSecret: string, payer: Payer): Promise<CardOutcome>
  /** Returns the current status of the payment, without charging the card. */
  retrieve(clientSecret: string): Promise<CardOutcome>
}

/**
 * The result of a charge. `unreachable` and `unexpected` mean that neither Stripe nor the site's server
 * confirms the payment.
 */
export type ChargeOutcome = Exclude<CardOutcome, { kind: 'open' }>

interface Charge {
  clientSecret: string
  payer: Payer
  /** Asks the site's server whether the payment has arrived. */
  isPaid: () => Promise<boolean>
}

/**
 * Charges the card once. Never throws. If the result is unclear, asks Stripe for the payment's status, and
 * then asks the site's server.
 */
export async function chargeCard(client: CardClient, charge: Charge): Promise<ChargeOutcome> {
  const { clientSecret, payer, isPaid } = charge
  const outcome = await answerOf(() => client.confirm(clientSecret, payer))
  if (outcome.kind === 'succeeded' || outcome.kind === 'declined' || outcome.kind === 'gone') return outcome
  const now = await retrievePayment(client, clientSecret)
  if (now.kind === 'succeeded' || (await isPaid())) return { kind: 'succeeded' }
  return outcome.kind === 'unreachable' ? outcome : { kind: 'unexpected' }
}

/** Returns the current status of a payment, without charging the card. Never throws. */
export const retrievePayment = (client: CardClient, clientSecret: string): Promise<CardOutcome> =>
  answerOf(() => client.retrieve(clientSecret))

async function answerOf(ask: () => Promise<CardOutcome>): Promise<CardOutcome> {
  try {
    return await ask()
  } catch {
    return { kind: 'unexpected' }
  }
}

/**
 * Creates a client that charges the card in the page's card fields. `card` returns the field for the card
 * number.
 */
export function createCardClient(stripe: Stripe, card: () => StripeCardNumberElement | null): CardClient {
  return {
    async confirm(clientSecret, { name }) {
      const number = card()
      if (number === null) return { kind: 'unreachable' }
      const { paymentIntent, error } = await stripe.confirmCardPayment(clientSecret, {
        payment_method: { card: number, billing_details: { name } },
      })
      return error ? outcomeOfError(error) : outcomeOfStatus(paymentIntent.status)
    },
    retrieve: (clientSecret) => retrieveFrom(stripe, clientSecret),
  }
}

async function retrieveFrom(stripe: Stripe, clientSecret: string): Promise<CardOutcome> {
  const { paymentIntent, error } = await stripe.retrievePaymentIntent(clientSecret)
  return error ? outcomeOfError(error) : outcomeOfStatus(paymentIntent.status)
}

/**
 * Creates a client that charges the wallet in which the guest has just confirmed the payment. `wasAsked`
 * returns true after Stripe has received the request to charge the wallet.
 */
export function createWalletClient(
  stripe: Stripe,
  elements: StripeElements,
): CardClient & { wasAsked: () => boolean } {
  let asked = false
  return {
    async confirm(clientSecret, { name }) {
      asked = true
      const { paymentIntent, error } = await stripe.confirmPayment({
        elements,
        clientSecret,
        confirmParams: {
          // Payments by card or Link never redirect. If Stripe changes that, the guest returns to this URL.
          // It does not reveal the address of the private page.
          return_url: `${location.origin}/`,
          payment_method_data: { billing_details: { name } },
        },
        redirect: 'if_required',
      })
      const outcome = error ? outcomeOfError(error) : outcomeOfStatus(paymentIntent.status)
      return outcome.kind === 'declined' ? { ...outcome, byWallet: true } : outcome
    },
    retrieve: (clientSecret) => retrieveFrom(stripe, clientSecret),
    wasAsked: () => asked,
  }
}

export function outcomeOfStatus(status: PaymentIntent.Status): CardOutcome {
  switch (status) {
    case 'succeeded':
      return { kind: 'succeeded' }
    case 'canceled':
      return { kind: 'gone' }
    case 'requires_payment_method':
    case 'requires_confirmation':
    case 'requires_action':
      return { kind: 'open' }
    default:
      return { kind: 'unexpected' }
  }
}

export function outcomeOfError(
  error: Pick<StripeError, 'type' | 'code' | 'decline_code' | 'message'> & {
    payment_intent?: Pick<PaymentIntent, 'status'>
  },
): CardOutcome {
  if (error.type === 'api_connection_error') return { kind: 'unreachable' }
  if (error.code === 'resource_missing') return { kind: 'gone' }
  // Another tab or an earlier attempt has changed the payment, so the payment's current status decides the
  // result.
  if (error.code === 'payment_intent_unexpected_state') {
    const now = error.payment_intent ? outcomeOfStatus(error.payment_intent.status) : null
    return now === null || now.kind === 'open' ? { kind: 'unexpected' } : now
  }
  const message = cardErrorMessage(error)
  return message === null ? { kind: 'unexpected' } : { kind: 'declined', message }
}

export interface PaymentsInfo {
  publishableKey: string
  /** URL of the sandbox's payment script. Null if the page should load Stripe's own script. */
  scriptUrl: string | null
  /** True if the page offers Apple Pay, Google Pay and Link next to the card fields. */
  wallets?: boolean
  /** True if a guest may agree to save the card for the remainder (R42). */
  offersSavedCards?: boolean
}

/**
 * Milliseconds that the page waits for Stripe's script. A slower connection is too slow for a payment anyway.
 */
const LOAD_MS = 30_000

/**
 * URL of Stripe's script without its fraud signals. By default the script reports the address of each page to
 * m.stripe.com, and a guest's page has a private address
 * (docs.stripe.com/disputes/prevention/advanced-fraud-detection). The script stays loaded on later pages, so
 * every load needs this option (docs/developers/stripe.md). Stripe's own loader does not retry after a
 * failure, so this file loads the script itself. The release must match the installed Stripe package.
 */
export const CARD_SCRIPT = 'https://js.stripe.com/endive/stripe.js?advancedFraudSignals=false'

/**
 * Loads Stripe's script, or the sandbox's. Rejects if the script does not load in time. A later call tries
 * again.
 */
export function loadCardScript(info: PaymentsInfo): Promise<Stripe> {
  return new Promise((resolve, reject) => {
    setTimeout(() => reject(new Error('The payment script took too long to load.')), LOAD_MS)
    load(info).then(resolve, reject)
  })
}

async function load({ publishableKey, scriptUrl }: PaymentsInfo): Promise<Stripe> {
  await loadScript(scriptUrl ?? CARD_SCRIPT)
  const provider = await loadStripe(publishableKey)
  if (provider === null) throw new Error('The payment script did not define Stripe.')
  return provider
}

/**
 * Loads a script that defines `window.Stripe`. Stripe's function `loadStripe` uses that object and loads no
 * second script.
 */
function loadScript(address: string): Promise<void> {
  if (window.Stripe) return Promise.resolve()
  return new Promise((resolve, reject) => {
    const script = document.createElement('script')
    script.src = address
    script.addEventListener('load', () => resolve())
    script.addEventListener('error', () => {
      script.remove()
      reject(new Error('The payment script did not load.'))
    })
    document.head.append(script)
  })
}
