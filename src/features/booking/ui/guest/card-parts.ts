/** The state of the three card fields: what is complete, what is wrong, and the till over them. */
import { CardNumberElement, useElements, useStripe } from '@stripe/react-stripe-js'
import type { StripeElementStyle } from '@stripe/stripe-js'
import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react'
import { createTill } from './card-till.ts'
import type { Declined, Till } from './till.ts'

type Part = 'cardNumber' | 'cardExpiry' | 'cardCvc'

interface Changed {
  complete: boolean
  error?: { message: string } | undefined
}

export interface CardPartsProps {
  /** How the last try was declined; its words stand under the number until the card is changed. */
  declined: Declined | null
  /** Told when the fields can charge, and with null when they are gone. */
  onTill: (till: Till | null) => void
  /** Whether all three fields are complete. */
  onComplete: (complete: boolean) => void
}

export function useCardParts({ declined, onTill, onComplete }: CardPartsProps) {
  const stripe = useStripe()
  const elements = useElements()
  const style = useFrameStyle()
  const [parts, setParts] = useState<Partial<Record<Part, Changed>>>({})
  const [focused, setFocused] = useState<Part | null>(null)
  // The decline that was on screen when the card was last changed no longer stands. Told apart as an object:
  // the next one may well say the same.
  const [answered, setAnswered] = useState<Declined | null>(null)

  const tellTill = useEffectEvent(onTill)
  useEffect(() => {
    if (!stripe || !elements) return
    tellTill(createTill(stripe, () => elements.getElement(CardNumberElement)))
    return () => tellTill(null)
  }, [stripe, elements])

  const complete = PARTS.every((name) => parts[name]?.complete)
  const tellComplete = useEffectEvent(onComplete)
  useEffect(() => tellComplete(complete), [complete])

  const errors: Partial<Record<Part, string>> = {}
  for (const [name, changed] of Object.entries(parts)) {
    if (changed.error) errors[name as Part] = changed.error.message
  }
  if (declined !== null && declined !== answered) errors.cardNumber ??= declined.message
  const classes = (name: Part) =>
    ['field-input', 'card-frame', focused === name ? 'is-focused' : '', errors[name] ? 'is-wrong' : ''].join(
      ' ',
    )

  return {
    options: { style },
    errors,
    part: (name: Part) => ({
      className: classes(name),
      onFocus: () => setFocused(name),
      onBlur: () => setFocused(null),
      onChange: (changed: Changed) => {
        setParts((before) => ({ ...before, [name]: changed }))
        setAnswered(declined)
      },
    }),
  }
}

const PARTS: readonly Part[] = ['cardNumber', 'cardExpiry', 'cardCvc']

const DARK = '(prefers-color-scheme: dark)'

function watchScheme(onChange: () => void) {
  const query = window.matchMedia(DARK)
  query.addEventListener('change', onChange)
  return () => query.removeEventListener('change', onChange)
}

/** Frames do not see our style sheet: the colors of the pages once more, for either scheme. */
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
