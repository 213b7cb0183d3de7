/** The provider's three card fields. The card is typed in the provider's own frames and never touches ours. */
import { CardCvcElement, CardExpiryElement, CardNumberElement, Elements } from '@stripe/react-stripe-js'
import type { Stripe } from '@stripe/stripe-js'
import { useEffect, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { CardField } from './card-field.tsx'
import { useCardParts, type CardPartsProps } from './card-parts.ts'
import { loadProvider, type PaymentsInfo } from './card-script.ts'
import './card-fields.css'

export interface CardFieldsProps extends CardPartsProps {
  payments: PaymentsInfo
}

export const CARD_NUMBER_ID = 'card-number'

/** Says so when the provider's script does not come, and tries again when asked. */
export function CardFields(props: CardFieldsProps) {
  const [attempt, setAttempt] = useState(0)
  return <LoadedFields key={attempt} {...props} onRetry={() => setAttempt(attempt + 1)} />
}

function LoadedFields({ payments, onRetry, ...fields }: CardFieldsProps & { onRetry: () => void }) {
  const [loaded, setLoaded] = useState<Stripe | 'loading' | 'failed'>('loading')
  const { publishableKey, scriptUrl } = payments
  useEffect(() => {
    let wanted = true
    loadProvider({ publishableKey, scriptUrl }).then(
      (stripe) => wanted && setLoaded(stripe),
      () => wanted && setLoaded('failed'),
    )
    return () => {
      wanted = false
    }
  }, [publishableKey, scriptUrl])

  if (loaded === 'loading') return <output className="card-loading">Loading the card fields…</output>
  if (loaded === 'failed') {
    return (
      <Notice tone="bad" title="The card fields did not load.">
        <p>What you typed is kept. Check your connection, or pause an ad blocker for this page.</p>
        <Button look="plain" onClick={onRetry}>
          Try again
        </Button>
      </Notice>
    )
  }
  return (
    <Elements stripe={loaded}>
      <ThreeFields {...fields} />
    </Elements>
  )
}

function ThreeFields({ declined, onTill, onComplete }: Omit<CardFieldsProps, 'payments'>) {
  const { options, part, errors } = useCardParts({ declined, onTill, onComplete })
  return (
    <div className="card-fields">
      <CardField id={CARD_NUMBER_ID} label="Card number" error={errors.cardNumber}>
        <CardNumberElement
          id={CARD_NUMBER_ID}
          // Link would take the card out of our hands (docs.stripe.com/payments/link/card-element-link).
          options={{ ...options, showIcon: true, disableLink: true }}
          {...part('cardNumber')}
        />
      </CardField>
      <CardField id="card-expiry" label="Expiry date" error={errors.cardExpiry}>
        <CardExpiryElement id="card-expiry" options={options} {...part('cardExpiry')} />
      </CardField>
      <CardField id="card-cvc" label="CVC" error={errors.cardCvc}>
        <CardCvcElement id="card-cvc" options={options} {...part('cardCvc')} />
      </CardField>
    </div>
  )
}
