/**
 * Apple Pay, Google Pay and Link (R43): the provider's Express Checkout Element, in a group of its own since it is told the
 * sum before there is a payment. It shows nothing until the provider has said that the guest has a wallet.
 */
import { Elements, ExpressCheckoutElement, useElements, useStripe } from '@stripe/react-stripe-js'
import type {
  AvailablePaymentMethods,
  Stripe,
  StripeExpressCheckoutElementClickEvent,
  StripeExpressCheckoutElementConfirmEvent,
  StripeExpressCheckoutElementOptions,
} from '@stripe/stripe-js'
import { useEffect, useEffectEvent, useState } from 'react'
import type { Cents } from '#shared/money.ts'
import { paymentMethodTypes } from '#shared/wallets.ts'
import { type CardClient, createWalletClient } from './card-client.ts'

/** How a form pays with a wallet. */
export interface WalletPayment {
  /** What is due: the wallet shows it, and the provider refuses a payment of another sum. */
  amount: Cents
  /** The card is kept for the rest (R42). */
  keepCard?: boolean
  /** A press on a wallet: whether the form can be sent. What is missing is told on the page by then. */
  onPress: () => Promise<boolean>
  /** The guest has agreed in the wallet: pays with it. Ends when that has ended, well or not. */
  onPay: (wallet: CardClient) => Promise<void>
}

interface ExpressCheckoutProps extends WalletPayment {
  stripe: Stripe
  /** Told once, when it is known whether there is any wallet. */
  onKnown: () => void
}

/** Nothing that the form has asked for already; no method of payment but the three. */
function optionsNow(): StripeExpressCheckoutElementOptions {
  const dark = window.matchMedia('(prefers-color-scheme: dark)').matches
  return {
    billingAddressRequired: false,
    emailRequired: false,
    phoneNumberRequired: false,
    shippingAddressRequired: false,
    buttonHeight: 48,
    buttonTheme: dark ? { applePay: 'white', googlePay: 'white' } : {},
    paymentMethods: { amazonPay: 'never', klarna: 'never', paypal: 'never' },
  }
}

/** The provider waits so long for the answer to a press; a little less, so that ours is the first. */
const PRESS_MS = 900
/** Card fields do not wait longer for the wallets above them. */
const KNOWN_MS = 3000

export function ExpressCheckout({ stripe, amount, keepCard = false, ...wallet }: ExpressCheckoutProps) {
  return (
    <Elements
      stripe={stripe}
      options={{
        mode: 'payment',
        amount,
        currency: 'usd',
        allowedPaymentMethodTypes: [...paymentMethodTypes(true)],
        setupFutureUsage: keepCard ? 'off_session' : null,
      }}
    >
      <Wallets {...wallet} />
    </Elements>
  )
}

function Wallets({ onPress, onPay, onKnown }: Pick<ExpressCheckoutProps, 'onPress' | 'onPay' | 'onKnown'>) {
  const stripe = useStripe()
  const elements = useElements()
  const [options] = useState(optionsNow)
  const [some, setSome] = useState(false)
  const tellKnown = useEffectEvent(onKnown)
  useEffect(() => {
    const timer = setTimeout(() => tellKnown(), KNOWN_MS)
    return () => clearTimeout(timer)
  }, [])
  const know = (available: AvailablePaymentMethods | undefined) => {
    setSome(Object.values(available ?? {}).includes(true))
    onKnown()
  }

  async function pay(event: StripeExpressCheckoutElementConfirmEvent) {
    if (!stripe || !elements) return event.paymentFailed()
    // Before anything else is asked of anybody (docs.stripe.com/js/elements/submit).
    const { error } = await elements.submit()
    if (error) return event.paymentFailed()
    const wallet = createWalletClient(stripe, elements)
    await onPay(wallet)
    // It waits until it is told: by the payment's confirmation, or by this.
    if (!wallet.wasAsked()) event.paymentFailed()
  }

  return (
    <div className={some ? 'wallets' : 'wallets is-unknown'}>
      <ExpressCheckoutElement
        options={options}
        onReady={({ availablePaymentMethods }) => know(availablePaymentMethods)}
        onLoadError={() => know(undefined)}
        onClick={(event) => void answerPress(event, onPress)}
        onConfirm={(event) => void pay(event)}
      />
      {some && <p className="wallets-or">Or by card:</p>}
    </div>
  )
}

/** The wallet opens, or does not, within the second that the provider gives. */
async function answerPress(
  event: StripeExpressCheckoutElementClickEvent,
  onPress: WalletPayment['onPress'],
): Promise<void> {
  const late = new Promise<false>((resolve) => setTimeout(() => resolve(false), PRESS_MS))
  if (await Promise.race([onPress(), late])) event.resolve()
  else event.reject()
}
