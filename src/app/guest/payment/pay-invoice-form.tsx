/**
 * The payment of one invoice on a guest's private page (R8.5): opens a payment intent, then charges the card.
 */
import { useEffect, useRef, useState } from 'react'
import { getReservation } from '#domain/booking/contract/guest.ts'
import { createPaymentIntent } from '#domain/booking/contract/payments.ts'
import type { Invoice } from '#domain/booking/contract/reservation.ts'
import type { Call } from '#shared/client.ts'
import { invoiceLabel } from '#shared/invoice-label.ts'
import { formatMoney } from '#shared/money.ts'
import { Alert } from '#app/ui/alert.tsx'
import { useCall } from '#app/ui/api.tsx'
import { SubmitButton, TextButton } from '#app/ui/button.tsx'
import {
  type CardClient,
  type Payer,
  type PaymentsInfo,
  chargeCard,
  type ChargeOutcome,
} from './card-client.ts'
import { NEVER_TWICE } from './card-errors.ts'
import { CardFields } from './card-fields.tsx'
import { Money, Text } from '#app/ui/text.tsx'

export interface PayInvoiceFormProps {
  invoice: Invoice
  uuid: string
  payer: Payer
  payments: PaymentsInfo
  onPaid: () => void
  /** Called if the invoice was already paid, so that the last press charged nothing. */
  onAlreadyPaid: () => void
  /** Called if the invoice has changed since the page loaded it, so that the last press charged nothing. */
  onOutdated: () => void
  onClose: () => void
}

/** Renders the card fields for one invoice (R8.5), and the errors of its payment. */
export function PayInvoiceForm({ invoice, uuid, payer, payments, ...told }: PayInvoiceFormProps) {
  const { onPaid, onAlreadyPaid, onOutdated, onClose } = told
  const call = useCall()
  const cardClient = useRef<CardClient | null>(null)
  const [complete, setComplete] = useState(false)
  const [busy, setBusy] = useState(false)
  const [outcome, setOutcome] = useState<PaidOutcome | null>(null)
  // The amount that the button showed at the last press. A press never charges another amount.
  const [agreed, setAgreed] = useState(invoice.amount)
  const form = useRef<HTMLFormElement>(null)
  // Focuses the form, because the form replaced the button that had the focus.
  useEffect(() => form.current?.focus({ preventScroll: true }), [])

  async function pay(client: CardClient) {
    if (busy) return
    setBusy(true)
    setOutcome(null)
    setAgreed(invoice.amount)
    const ended = await payInvoice({ call, cardClient: client, uuid, payer }, invoice)
    setOutcome(ended)
    // Leaves the button busy until the page shows the payment, so that the guest does not press a second
    // time.
    if (ended.kind === 'succeeded') return onPaid()
    if (ended.kind === 'already_paid') return onAlreadyPaid()
    setBusy(false)
    if (ended.kind === 'outdated') onOutdated()
  }

  return (
    <form
      noValidate
      ref={form}
      tabIndex={-1}
      className="step"
      aria-label={`Pay invoice ${invoice.id}, ${invoiceLabel(invoice)}`}
      onSubmit={(event) => {
        event.preventDefault()
        if (complete && cardClient.current !== null) void pay(cardClient.current)
      }}
    >
      <CardFields
        payments={payments}
        wallet={{ amount: invoice.amount, onPress: async () => !busy, onPay: pay }}
        declined={outcome?.kind === 'declined' ? outcome : null}
        onClient={(ready) => {
          cardClient.current = ready
        }}
        onComplete={setComplete}
      />
      {invoice.amount === agreed ? (
        <PaymentOutcome outcome={outcome} />
      ) : (
        <Alert
          tone="warn"
          title={`The amount is now ${formatMoney(invoice.amount)}. It was ${formatMoney(agreed)}.`}
          text="The ranch changed this invoice. You were not charged. Your card details are still here: press the button to pay the new amount."
        />
      )}
      <SubmitButton busy={busy} closed={!complete}>
        Pay <Money cents={invoice.amount} />
      </SubmitButton>
      <p className="note">
        <Text>{complete ? payHint(outcome) : 'Fill in your card to pay.'}</Text>{' '}
        <TextButton onClick={onClose}>Not now</TextButton>
      </p>
    </form>
  )
}

/** Returns the note next to the pay button. The note says what the next press can charge. */
export function payHint(outcome: PaidOutcome | null): string {
  const known = outcome === null || outcome.kind === 'declined' || outcome.kind === 'outdated'
  return known ? 'You won’t be charged until you press the button.' : NEVER_TWICE
}

const OUTCOMES = {
  // The form shows this text while the page reloads, and if the reload fails.
  succeeded: {
    tone: 'good',
    title: 'Your payment succeeded.',
    text: 'If this page doesn’t show it in a moment, please reload it.',
  },
  already_paid: {
    tone: 'warn',
    title: 'This invoice is already paid.',
    text: 'Nothing was charged when you pressed the button just now. We are loading the invoice again.',
  },
  unreachable: {
    tone: 'warn',
    title: 'We could not reach the ranch.',
    text: 'Check your connection and press the button again: you will not be charged twice.',
  },
  unexpected: {
    tone: 'bad',
    title: 'Unexpected payment result',
    text: 'We could not tell whether your card was charged. Reload this page in a moment to see your payment. You will not be charged twice.',
  },
} as const

/**
 * Renders the result of a payment, except a decline. The card fields show a decline below the card number.
 */
function PaymentOutcome({ outcome }: { outcome: PaidOutcome | null }) {
  if (outcome === null || outcome.kind === 'declined') return null
  if (outcome.kind === 'outdated')
    return (
      <Alert
        tone="warn"
        title={outcome.message}
        text="You were not charged. We are loading the invoice again."
      />
    )
  if (outcome.kind === 'refused') return <Alert tone="bad" title={outcome.message} />
  const { tone, title, text } = OUTCOMES[outcome.kind]
  return <Alert tone={tone} title={title} text={text} />
}

// The functions below pay an invoice without rendering a page, so their tests need no browser.

type PaidOutcome =
  | Exclude<ChargeOutcome, { kind: 'gone' }>
  /**
   * The invoice was already paid: at the ranch, in another tab, or by an earlier press whose reply was lost.
   */
  | { kind: 'already_paid' }
  /** The server refused the payment for the reason in `message`. Nothing was charged. */
  | { kind: 'refused'; message: string }
  /** The invoice has changed since the page loaded it. Nothing was charged. */
  | { kind: 'outdated'; message: string }

interface PayInvoiceDeps {
  call: Call
  cardClient: CardClient
  uuid: string
  payer: Payer
}

/**
 * Charges the invoice's amount once. Never throws. Also returns success if the payment went through but the
 * reply was lost.
 */
export async function payInvoice(deps: PayInvoiceDeps, invoice: Invoice): Promise<PaidOutcome> {
  const { call, cardClient, uuid, payer } = deps
  const asked = await call(createPaymentIntent, {
    body: { amount: invoice.amount, invoiceId: invoice.id, uuid },
  })
  if (!asked.ok) {
    if (asked.code === 'already_paid') return { kind: 'already_paid' }
    if (asked.status === 0) return { kind: 'unreachable' }
    return { kind: OUTDATED.has(asked.code) ? 'outdated' : 'refused', message: asked.message }
  }
  const { clientSecret } = asked.data
  const outcome = await chargeCard(cardClient, { clientSecret, payer, isPaid: () => isPaid(deps, invoice) })
  // Stripe's payment intent was canceled. The site cancels an open payment only if the invoice changes
  // (R3.13).
  return outcome.kind === 'gone' ? { kind: 'outdated', message: CHANGED } : outcome
}

const CHANGED = 'This invoice has changed since this page loaded.'

/** The server's error codes which mean that the page shows an outdated invoice. */
const OUTDATED: ReadonlySet<string> = new Set([
  'amount_mismatch',
  'not_payable',
  'not_found',
  'event_cancelled',
])

/**
 * Resolves to true if the site knows that the invoice is paid. The site asks Stripe whenever the private
 * page's data is requested.
 */
async function isPaid({ call, uuid }: PayInvoiceDeps, { id }: Invoice): Promise<boolean> {
  const found = await call(getReservation, { query: { uuid } })
  return found.ok && found.data.invoices.some((invoice) => invoice.id === id && invoice.paid)
}
