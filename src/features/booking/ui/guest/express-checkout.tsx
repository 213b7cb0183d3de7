/**
 * Apple Pay, Google Pay and Link (R43): the provider's Express Checkout Element, in a group of its own since it is told the
 * sum before there is a payment. It shows nothing until the provider has said that the guest has a wallet.
 */
import { Elements, ExpressCheckoutElement, useElements, useStripe } from '@stripe/react-stripe-js'
import type {
  Stripe,
  StripeExpressCheckoutElementClickEvent,
  StripeExpressCheckoutElementConfirmEvent,
  StripeExpressCheckoutElementOptions,
} from '@stripe/stripe-js'
import { useEffect, useEffectEvent, useState } from 'react'
import type { Cents } from '#shared/money.ts'
import { FieldError } from '#ui/field.tsx'
import { paymentMethodTypes } from '#shared/wallets.ts'
import { type CardClient, createWalletClient } from './card-client.ts'

/** The payment with a wallet, as a form offers it. */
export interface WalletPayment {
  /** The sum due: the wallet shows it, and the provider refuses a payment of another one. */
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
  /** The message about the last try, where that was a wallet's. */
  declined: string | null
  /** Told when it is known whether there is any wallet. */
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

function Wallets({
  declined,
  onPress,
  onPay,
  onKnown,
}: Omit<ExpressCheckoutProps, 'stripe' | 'amount' | 'keepCard'>) {
  const stripe = useStripe()
  const elements = useElements()
  const [options] = useState(optionsNow)
  const [wallets, setWallets] = useState<'unknown' | 'some' | 'none'>('unknown')
  const know = (found: 'some' | 'none') => {
    // The fields must not move while somebody types: an answer after they are there comes too late.
    setWallets((before) => (before === 'unknown' ? found : before))
    onKnown()
  }
  const giveUp = useEffectEvent(() => know('none'))
  useEffect(() => {
    const timer = setTimeout(() => giveUp(), KNOWN_MS)
    return () => clearTimeout(timer)
  }, [])

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

  if (wallets === 'none') return null
  return (
    <div className={wallets === 'some' ? 'wallets' : 'wallets is-unknown'}>
      <ExpressCheckoutElement
        options={options}
        onReady={({ availablePaymentMethods }) =>
          know(Object.values(availablePaymentMethods ?? {}).includes(true) ? 'some' : 'none')
        }
        onLoadError={() => know('none')}
        onClick={(event) => void answerPress(event, onPress)}
        onConfirm={(event) => void pay(event)}
      />
      <div role="alert">
        <FieldError id="wallets" error={declined ?? undefined} />
      </div>
      {wallets === 'some' && <p className="wallets-or">Or by card:</p>}
    </div>
  )
}

/** The wallet opens, or does not, within the second that the provider gives. */
async function answerPress(
  event: StripeExpressCheckoutElementClickEvent,
  onPress: WalletPayment['onPress'],
): Promise<void> {
  const late = new Promise<false>((resolve) => setTimeout(() => resolve(false), PRESS_MS))
  const isWhole = onPress().catch((error: unknown) => {
    reportError(error)
    return false
  })
  if (await Promise.race([isWhole, late])) event.resolve()
  else event.reject()
}
