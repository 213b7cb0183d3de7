/** The payment of one invoice on a private page (R8.5): a fresh intent, then the card. */
import { useEffect, useRef, useState } from 'react'
import { getReservation } from '#features/booking/contract/guest.ts'
import { createPaymentIntent } from '#features/booking/contract/payments.ts'
import type { Invoice } from '#features/booking/contract/reservation.ts'
import type { Call } from '#shared/client.ts'
import { invoiceLabel } from '#shared/invoice-label.ts'
import { formatMoney } from '#shared/money.ts'
import { Alert } from '#ui/alert.tsx'
import { useCall } from '#ui/api.tsx'
import { SubmitButton, TextButton } from '#ui/button.tsx'
import './guest-form.css'
import {
  type CardClient,
  type Payer,
  type PaymentsInfo,
  chargeCard,
  type ChargeOutcome,
} from './card-client.ts'
import { NEVER_TWICE } from './card-errors.ts'
import { CardFields } from './card-fields.tsx'
import { Money, Text } from '#ui/text.tsx'

export interface PayInvoiceFormProps {
  invoice: Invoice
  uuid: string
  payer: Payer
  payments: PaymentsInfo
  /** The page no longer shows what is paid. */
  onPaid: () => void
  /** The invoice was paid before this press, which charged nothing. */
  onAlreadyPaid: () => void
  /** The page shows the invoice as it was; nothing was charged. */
  onOutdated: () => void
  onClose: () => void
}

/** Card fields for one invoice (R8.5), with its own errors. */
export function PayInvoiceForm({ invoice, uuid, payer, payments, ...told }: PayInvoiceFormProps) {
  const { onPaid, onAlreadyPaid, onOutdated, onClose } = told
  const call = useCall()
  const cardClient = useRef<CardClient | null>(null)
  const [complete, setComplete] = useState(false)
  const [busy, setBusy] = useState(false)
  const [outcome, setOutcome] = useState<PaidOutcome | null>(null)
  // The amount that the guest has agreed to pay by opening this form, or by pressing since.
  const [agreed, setAgreed] = useState(invoice.amount)
  const form = useRef<HTMLFormElement>(null)
  // The panel takes the focus: it stands where the button was that opened it.
  useEffect(() => form.current?.focus({ preventScroll: true }), [])

  async function pay(client: CardClient) {
    if (busy) return
    setBusy(true)
    setOutcome(null)
    setAgreed(invoice.amount)
    const ended = await payInvoice({ call, cardClient: client, uuid, payer }, invoice)
    setOutcome(ended)
    // Else it stays busy until the page shows the payment in its place, so that nobody presses again.
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
        <Text>{complete ? payHint(outcome) : 'The button opens once the card is filled in.'}</Text>{' '}
        <TextButton onClick={onClose}>Not now</TextButton>
      </p>
    </form>
  )
}

/** The note beside the button: what a press does after how the last one ended. */
export function payHint(outcome: PaidOutcome | null): string {
  const known = outcome === null || outcome.kind === 'declined' || outcome.kind === 'outdated'
  return known ? 'Nothing is charged before you press.' : NEVER_TWICE
}

const OUTCOMES = {
  // This shows while the page is on its way, and when it could not be loaded.
  succeeded: {
    tone: 'good',
    title: 'Your payment succeeded.',
    text: 'Reload this page if it does not show it by itself.',
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
    text: 'We could not tell whether your card was charged. Reload this page in a moment: it shows what arrived, and you will not be charged twice.',
  },
} as const

/** A decline stands under the card number instead. */
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

// The payment itself, without a screen.

type PaidOutcome =
  | Exclude<ChargeOutcome, { kind: 'gone' }>
  /** It was paid before: at the ranch, in another tab, or by an earlier press whose answer was lost. */
  | { kind: 'already_paid' }
  /** Nothing was charged; the server's message says why. */
  | { kind: 'refused'; message: string }
  /** Nothing was charged, since the invoice is no longer the one that the page shows. */
  | { kind: 'outdated'; message: string }

interface PayInvoiceDeps {
  call: Call
  cardClient: CardClient
  uuid: string
  payer: Payer
}

/** Charges the invoice's amount once. A charge whose answer was lost counts as success. Never throws. */
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
  // Whoever changes an invoice cancels its open payment first (R3.13).
  return outcome.kind === 'gone' ? { kind: 'outdated', message: CHANGED } : outcome
}

const CHANGED = 'This invoice has changed since this page loaded.'

/** What the site says of an invoice that is no longer as the page shows it. */
const OUTDATED: ReadonlySet<string> = new Set([
  'amount_mismatch',
  'not_payable',
  'not_found',
  'event_cancelled',
])

/** The site has the money by now: it asks the provider when the private page is read. */
async function isPaid({ call, uuid }: PayInvoiceDeps, { id }: Invoice): Promise<boolean> {
  const found = await call(getReservation, { query: { uuid } })
  return found.ok && found.data.invoices.some((invoice) => invoice.id === id && invoice.paid)
}
