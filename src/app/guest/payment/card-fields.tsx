/**
 * Stripe's three card fields. The guest types into Stripe's frames, so the site's code never sees a card
 * number.
 */
import {
  CardCvcElement,
  CardExpiryElement,
  CardNumberElement,
  Elements,
  useElements,
  useStripe,
} from '@stripe/react-stripe-js'
import type { Stripe, StripeElementStyle } from '@stripe/stripe-js'
import { useEffect, useEffectEvent, useState, useSyncExternalStore, type ReactNode } from 'react'
import { Button } from '#app/ui/button.tsx'
import { FieldError } from '#app/ui/field.tsx'
import { Alert } from '#app/ui/alert.tsx'
import { isPaymentDocument } from '#shared/wallets.ts'
import {
  createCardClient,
  loadCardScript,
  type CardClient,
  type Declined,
  type PaymentsInfo,
} from './card-client.ts'
import type { ExpressCheckout, WalletPayment } from './express-checkout.tsx'

interface CardInputsProps {
  /**
   * The last decline. The message of a declined card stays below the card number until the guest changes the
   * card. The message of a declined wallet is at the wallets instead.
   */
  declined: Declined | null
  /** Called with a client when the fields can charge a card, and with null when the fields disappear. */
  onClient: (client: CardClient | null) => void
  onComplete: (complete: boolean) => void
}

interface CardFieldsProps extends CardInputsProps {
  payments: PaymentsInfo
  /** How the page offers payment by wallet, above the card fields. */
  wallet: WalletPayment
}

export const CARD_NUMBER_ID = 'card-number'

/**
 * Loads the code for wallets. Resolves to null if the code does not load in time, so that the guest can still
 * pay by card.
 */
const loadWallets = (): Promise<typeof ExpressCheckout | null> =>
  Promise.race([
    import('./express-checkout.tsx').then(
      (part) => part.ExpressCheckout,
      () => null,
    ),
    new Promise<null>((resolve) => setTimeout(() => resolve(null), PART_MS)),
  ])
const PART_MS = 3000

interface LoadedParts {
  stripe: Stripe
  /** The component that renders the wallets. Null if the page offers no wallets. */
  Wallets: typeof ExpressCheckout | null
}

/** Renders the card fields. If Stripe's script does not load, says so and offers a retry. */
export function CardFields(props: CardFieldsProps) {
  const [attempt, setAttempt] = useState(0)
  return <LoadedFields key={attempt} {...props} onRetry={() => setAttempt(attempt + 1)} />
}

function LoadedFields({
  payments,
  wallet,
  declined,
  onRetry,
  ...inputs
}: CardFieldsProps & { onRetry: () => void }) {
  const [loaded, setLoaded] = useState<LoadedParts | 'loading' | 'failed'>('loading')
  const { publishableKey, scriptUrl } = payments
  const [offersWallets] = useState(() => payments.wallets === true && isPaymentDocument())
  // Hides the card fields until the page knows the guest's wallets. Wallets that appear later would push the
  // fields away while the guest types.
  const [walletsKnown, setWalletsKnown] = useState(false)
  useEffect(() => {
    let wanted = true
    const parts = [
      loadCardScript({ publishableKey, scriptUrl }),
      offersWallets ? loadWallets() : null,
    ] as const
    Promise.all(parts).then(
      ([stripe, Wallets]) => wanted && setLoaded({ stripe, Wallets }),
      () => wanted && setLoaded('failed'),
    )
    return () => {
      wanted = false
    }
  }, [publishableKey, scriptUrl, offersWallets])

  const loading = <output className="card-loading">Loading the card fields…</output>
  if (loaded === 'loading') return loading
  if (loaded === 'failed')
    return (
      <Alert tone="bad" title="The card fields did not load.">
        <p>
          What you typed is still on this page. Check your connection, or pause an ad blocker for this page.
        </p>
        <Button look="plain" onClick={onRetry}>
          Try again
        </Button>
      </Alert>
    )
  const { stripe, Wallets } = loaded
  return (
    <>
      {Wallets && (
        <Wallets
          {...wallet}
          stripe={stripe}
          declined={declined?.byWallet ? declined.message : null}
          onKnown={() => setWalletsKnown(true)}
        />
      )}
      {walletsKnown || !Wallets ? (
        <Elements stripe={stripe}>
          <CardInputs {...inputs} declined={declined?.byWallet ? null : declined} />
        </Elements>
      ) : (
        loading
      )}
    </>
  )
}

function CardInputs({ declined, onClient, onComplete }: CardInputsProps) {
  useCardClient(onClient)
  const { frame, errors } = useFrames(declined, onComplete)
  const style = useFrameStyle()
  return (
    <div className="card-fields">
      <CardField id={CARD_NUMBER_ID} label="Card number" error={errors.cardNumber}>
        <CardNumberElement
          id={CARD_NUMBER_ID}
          // Without this option, Link would replace the card fields by its own
          // (docs.stripe.com/payments/link/card-element-link).
          options={{ style, showIcon: true, disableLink: true }}
          {...frame('cardNumber')}
        />
      </CardField>
      <CardField id="card-expiry" label="Expiry date" error={errors.cardExpiry}>
        <CardExpiryElement id="card-expiry" options={{ style }} {...frame('cardExpiry')} />
      </CardField>
      <CardField id="card-cvc" label="CVC" error={errors.cardCvc}>
        <CardCvcElement id="card-cvc" options={{ style }} {...frame('cardCvc')} />
      </CardField>
    </div>
  )
}

interface CardFieldProps {
  id: string
  label: string
  error: string | undefined
  children: ReactNode
}

/** Renders one of Stripe's frames for a card field, so that it looks like the site's own fields. */
function CardField({ id, label, error, children }: CardFieldProps) {
  return (
    <div className="field">
      <label className="field-label" htmlFor={id}>
        {label}
      </label>
      {children}
      <div role="alert">
        <FieldError id={id} error={error} />
      </div>
    </div>
  )
}

function useCardClient(onClient: CardInputsProps['onClient']) {
  const stripe = useStripe()
  const elements = useElements()
  const tellClient = useEffectEvent(onClient)
  useEffect(() => {
    if (!stripe || !elements) return
    tellClient(createCardClient(stripe, () => elements.getElement(CardNumberElement)))
    return () => tellClient(null)
  }, [stripe, elements])
}

const FRAMES = ['cardNumber', 'cardExpiry', 'cardCvc'] as const
type Frame = (typeof FRAMES)[number]

interface Changed {
  complete: boolean
  error?: { message: string } | undefined
}

/** Tracks which of Stripe's three frames are complete, and their error messages. */
function useFrames(declined: Declined | null, onComplete: CardInputsProps['onComplete']) {
  const [states, setStates] = useState<Partial<Record<Frame, Changed>>>({})
  const [focused, setFocused] = useState<Frame | null>(null)
  // The decline whose message disappeared when the guest changed the card. Declines are compared as objects,
  // because the next decline may have the same text.
  const [answered, setAnswered] = useState<Declined | null>(null)

  const complete = FRAMES.every((name) => states[name]?.complete)
  const tellComplete = useEffectEvent(onComplete)
  useEffect(() => tellComplete(complete), [complete])

  const errors: Partial<Record<Frame, string>> = {}
  for (const name of FRAMES) {
    const error = states[name]?.error
    if (error) errors[name] = error.message
  }
  if (declined !== null && declined !== answered) errors.cardNumber ??= declined.message

  return {
    errors,
    frame: (name: Frame) => ({
      className: `field-input card-frame ${focused === name ? 'is-focused' : ''} ${errors[name] ? 'is-wrong' : ''}`,
      onFocus: () => setFocused(name),
      onBlur: () => setFocused(null),
      onChange: (changed: Changed) => {
        setStates((before) => ({ ...before, [name]: changed }))
        setAnswered(declined)
      },
    }),
  }
}

const DARK = '(prefers-color-scheme: dark)'

function watchScheme(onChange: () => void) {
  const query = window.matchMedia(DARK)
  query.addEventListener('change', onChange)
  return () => query.removeEventListener('change', onChange)
}

/**
 * Returns the text style and colors of the page for Stripe's frames, because the frames cannot use the site's
 * style sheet.
 */
function useFrameStyle(): StripeElementStyle {
  const dark = useSyncExternalStore(
    watchScheme,
    () => window.matchMedia(DARK).matches,
    () => false,
  )
  return {
    base: {
      fontSize: '17px',
      fontFamily: "'Instrument Sans', system-ui, sans-serif",
      color: dark ? '#f3ecdd' : '#1c1914',
      iconColor: dark ? '#c5c9d6' : '#4a443a',
      '::placeholder': { color: dark ? '#a9b0c4' : '#6b6458' },
    },
    invalid: { color: dark ? '#ffb4a6' : '#9b1c1c', iconColor: dark ? '#ffb4a6' : '#9b1c1c' },
  }
}
