/**
 * Renders Apple Pay, Google Pay and Link (R43) in Stripe's Express Checkout Element. They need their own
 * Elements group, because Stripe needs the amount before a payment exists. The page shows them only if Stripe
 * reports that the guest has a wallet.
 */
import { Elements, ExpressCheckoutElement, useElements, useStripe } from '@stripe/react-stripe-js'
import type {
  ClickResolveDetails,
  Stripe,
  StripeExpressCheckoutElementClickEvent,
  StripeExpressCheckoutElementConfirmEvent,
  StripeExpressCheckoutElementOptions,
} from '@stripe/stripe-js'
import { useEffect, useEffectEvent, useState } from 'react'
import { CHARGE_HOUR, type LaterCharge } from '#domain/booking/domain/saved-card.ts'
import { ranchInstant } from '#shared/days.ts'
import type { Cents } from '#shared/money.ts'
import { FieldError } from '#app/ui/field.tsx'
import { paymentMethodTypes } from '#shared/wallets.ts'
import { type CardClient, createWalletClient } from './card-client.ts'

/** What a form needs to offer payment by wallet. */
export interface WalletPayment {
  /**
   * The amount due in cents. The wallet shows this amount, and Stripe refuses a payment of any other amount.
   */
  amount: Cents
  /** The charge of the remainder for which the guest agreed to save the card (R42). Null if the guest did not agree. */
  laterCharge?: LaterCharge | null
  /**
   * Called when the guest presses a wallet. Resolves to true if the form is complete. Otherwise marks the
   * missing fields of the form and resolves to false.
   */
  onPress: () => Promise<boolean>
  /**
   * Called when the guest confirms the payment in the wallet. Resolves when the payment has succeeded or
   * failed.
   */
  onPay: (wallet: CardClient) => Promise<void>
}

interface ExpressCheckoutProps extends WalletPayment {
  stripe: Stripe
  /** The message about the last attempt to pay by wallet. Null if the last attempt was by card. */
  declined: string | null
  /** Called when the page knows whether the guest has a wallet. */
  onKnown: () => void
}

/**
 * Returns options for Stripe's Express Checkout Element. The wallet asks for no details that the form already asks
 * for, and offers no other payment methods.
 */
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

/** Milliseconds that the page may take to answer when a guest presses a wallet. Stripe waits one second. */
const PRESS_MS = 900
/**
 * Milliseconds that the page waits for the guest's wallets. After that it shows the card fields without
 * wallets.
 */
const KNOWN_MS = 3000

export function ExpressCheckout({ stripe, amount, ...wallet }: ExpressCheckoutProps) {
  return (
    <Elements
      stripe={stripe}
      options={{
        mode: 'payment',
        amount,
        currency: 'usd',
        allowedPaymentMethodTypes: [...paymentMethodTypes(true)],
        setupFutureUsage: wallet.laterCharge ? 'off_session' : null,
      }}
    >
      <Wallets {...wallet} />
    </Elements>
  )
}

function Wallets({
  laterCharge = null,
  declined,
  onPress,
  onPay,
  onKnown,
}: Omit<ExpressCheckoutProps, 'stripe' | 'amount'>) {
  const stripe = useStripe()
  const elements = useElements()
  const [options] = useState(optionsNow)
  const [wallets, setWallets] = useState<'unknown' | 'some' | 'none'>('unknown')
  const know = (found: 'some' | 'none') => {
    // Ignores wallets that Stripe reports after the card fields have appeared, because the fields must not
    // move while a guest types.
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
    // Stripe requires this call before any other request (docs.stripe.com/js/elements/submit).
    const { error } = await elements.submit()
    if (error) return event.paymentFailed()
    const wallet = createWalletClient(stripe, elements)
    await onPay(wallet)
    // Reports a failure if Stripe got no request to charge the wallet. Nothing else would close the wallet
    // then.
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
        onClick={(event) => void answerPress(event, { onPress, laterCharge })}
        onConfirm={(event) => void pay(event)}
      />
      <div role="alert">
        <FieldError id="wallets" error={declined ?? undefined} />
      </div>
      {wallets === 'some' && <p className="wallets-or">Or by card:</p>}
    </div>
  )
}

/** Opens the wallet if the form is complete. Answers within the second that Stripe allows. */
async function answerPress(
  event: StripeExpressCheckoutElementClickEvent,
  { onPress, laterCharge = null }: Pick<WalletPayment, 'onPress' | 'laterCharge'>,
): Promise<void> {
  const late = new Promise<false>((resolve) => setTimeout(() => resolve(false), PRESS_MS))
  const isWhole = onPress().catch((error: unknown) => {
    reportError(error)
    return false
  })
  if (await Promise.race([isWhole, late])) event.resolve(laterCharge ? describeLater(laterCharge) : {})
  else event.reject()
}

/**
 * Tells Apple Pay about the later charge. Apple then gives the site a number of the card that also works after the
 * guest has lost the phone (docs.stripe.com/apple-pay/merchant-tokens). Guests see the address in Apple's wallet, so it
 * is the public page that e-mails a private link, and never the private link.
 */
const describeLater = ({ amount, on }: LaterCharge): ClickResolveDetails => ({
  applePay: {
    deferredPaymentRequest: {
      paymentDescription: 'The remainder of your stay',
      managementURL: new URL('/lost-link', location.origin).href,
      deferredBilling: { label: 'Remainder', amount, deferredPaymentDate: ranchInstant(on, CHARGE_HOUR) },
    },
  },
})
