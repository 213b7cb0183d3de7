/**
 * The card client: the payment provider as the forms see it. None of its types leave `card-*`, so a form is tested
 * without it.
 */
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
  /** The provider's own words where they are for guests, and the next step; shown at what was declined. */
  message: string
  /** A wallet's payment; missing: of the card in the fields. */
  byWallet?: true
}

/** The outcome of a charge, or the state of a payment. */
export type CardOutcome =
  | { kind: 'succeeded' }
  | Declined
  /** The payment was cancelled or is gone: it takes a new one. */
  | { kind: 'gone' }
  /** The provider could not be reached: whether money moved is unknown. */
  | { kind: 'unreachable' }
  /** The card was not tried yet. */
  | { kind: 'open' }
  | { kind: 'unexpected' }

/** The guest as the provider is told of them: a bank asks for the name, and for no more (docs/privacy.md). */
export interface Payer {
  name: string
}

/** The provider's script may throw at each step: `chargeCard` and `retrievePayment` make a value of that. */
export interface CardClient {
  /** Charges the card in the fields, with authentication where the bank asks for it. */
  confirm(clientSecret: string, payer: Payer): Promise<CardOutcome>
  /** The state of the payment, without charging. */
  retrieve(clientSecret: string): Promise<CardOutcome>
}

/** The outcome of a charge, as far as it can be known. */
export type ChargeOutcome = Exclude<CardOutcome, { kind: 'open' }>

interface Charge {
  clientSecret: string
  payer: Payer
  /** The site has the money. */
  isPaid: () => Promise<boolean>
}

/** Charges once; never throws. Where the answer leaves open whether money moved, the provider is asked again, then the site. */
export async function chargeCard(client: CardClient, charge: Charge): Promise<ChargeOutcome> {
  const { clientSecret, payer, isPaid } = charge
  const outcome = await answerOf(() => client.confirm(clientSecret, payer))
  if (outcome.kind === 'succeeded' || outcome.kind === 'declined' || outcome.kind === 'gone') return outcome
  const now = await retrievePayment(client, clientSecret)
  if (now.kind === 'succeeded' || (await isPaid())) return { kind: 'succeeded' }
  return outcome.kind === 'unreachable' ? outcome : { kind: 'unexpected' }
}

/** The state of a payment, without charging; never throws. */
export const retrievePayment = (client: CardClient, clientSecret: string): Promise<CardOutcome> =>
  answerOf(() => client.retrieve(clientSecret))

async function answerOf(ask: () => Promise<CardOutcome>): Promise<CardOutcome> {
  try {
    return await ask()
  } catch {
    return { kind: 'unexpected' }
  }
}

/** The client over the card fields that are on the page now; `card` gives the one with the number. */
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

/** The client over the wallet in which the guest has just agreed; `wasAsked`: whether it was told to pay. */
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
          // Cards and Link lead nowhere else. Should one ever, it does not learn the address of a private page.
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
  // Another tab or an earlier try has moved the payment on: where it stands now decides.
  if (error.code === 'payment_intent_unexpected_state') {
    const now = error.payment_intent ? outcomeOfStatus(error.payment_intent.status) : null
    return now === null || now.kind === 'open' ? { kind: 'unexpected' } : now
  }
  const message = cardErrorMessage(error)
  return message === null ? { kind: 'unexpected' } : { kind: 'declined', message }
}

/** The way to the payment provider from a browser. */
export interface PaymentsInfo {
  publishableKey: string
  /** The address of the sandbox's stand-in for the provider's script; null: the provider's own. */
  scriptUrl: string | null
  /** Apple Pay, Google Pay and Link beside the card fields; missing: none of them. */
  wallets?: boolean
  /** A card may be kept for the rest (R42); missing: none is. */
  offersKeptCards?: boolean
}

/** Longer than any connection that can carry a payment takes. */
const LOAD_MS = 30_000

/**
 * As it comes, the script reports what is done on each page it is loaded on to m.stripe.com, and a guest's page has their private link for
 * an address (docs.stripe.com/disputes/prevention/advanced-fraud-detection). It stays loaded from one page of ours to the next, so it never
 * comes with that (docs/payments.md). The package's own loader, once told so, does not ask again after a failure: we ask ourselves, for the
 * release that the package is made for.
 */
export const CARD_SCRIPT = 'https://js.stripe.com/endive/stripe.js?advancedFraudSignals=false'

/** Loads the provider's script, or the sandbox's stand-in. Rejects when it cannot be had, or not in time; calling again tries again. */
export function loadCardScript(info: PaymentsInfo): Promise<Stripe> {
  return new Promise((resolve, reject) => {
    setTimeout(() => reject(new Error('The payment script did not come.')), LOAD_MS)
    load(info).then(resolve, reject)
  })
}

async function load({ publishableKey, scriptUrl }: PaymentsInfo): Promise<Stripe> {
  await loadScript(scriptUrl ?? CARD_SCRIPT)
  const provider = await loadStripe(publishableKey)
  if (provider === null) throw new Error('The payment script gave nothing.')
  return provider
}

/** The script defines `window.Stripe`, so that `loadStripe` finds it and asks for none. */
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
