/** Reads Stripe's objects and errors into the port's words. Everything else that Stripe says is left behind here. */
import { Stripe } from 'stripe'
import { isMonth, type Month } from '#shared/months.ts'
import type {
  ChargeReply,
  Failed,
  Forbidden,
  IntentState,
  KeptCard,
  ListedMoney,
  ProviderBalanceTransaction,
  ProviderIntent,
  ProviderPayout,
  ProviderRefund,
  WebhookNotice,
} from './port.ts'

/** The field of Stripe's metadata in which our refund row's key travels. */
export const REFUND_KEY = 'refund_key'

/** An intent, with its refunds and disputes where its charge has any. */
export const asIntent = (
  intent: Stripe.PaymentIntent,
  refunds: Stripe.Refund[],
  disputes: Stripe.Dispute[],
): ProviderIntent => ({
  id: intent.id,
  amount: intent.amount,
  clientSecret: intent.client_secret,
  createdAt: new Date(intent.created * 1000),
  metadata: intent.metadata,
  takesWallets: intent.allowed_payment_method_types?.includes('link') ?? false,
  state: asState(intent, refunds, disputes),
})

/** A paid intent of a list, whose charge says how much was refunded, but not by which refunds. */
export function asListed(intent: Stripe.PaymentIntent, disputes: Stripe.Dispute[]): ListedMoney {
  const charge = typeof intent.latest_charge === 'object' ? intent.latest_charge : null
  return {
    id: intent.id,
    metadata: intent.metadata,
    paidAt: new Date((charge?.created ?? intent.created) * 1000),
    received: intent.amount_received,
    refunded: charge?.amount_refunded ?? 0,
    withdrawn: withdrawnBy(disputes),
  }
}

function asState(
  intent: Stripe.PaymentIntent,
  refunds: Stripe.Refund[],
  disputes: Stripe.Dispute[],
): IntentState {
  switch (intent.status) {
    case 'succeeded': {
      const charge = typeof intent.latest_charge === 'object' ? intent.latest_charge : null
      const transaction = charge?.balance_transaction
      return {
        status: 'succeeded',
        received: intent.amount_received,
        chargeId: charge?.id ?? null,
        fee: typeof transaction === 'object' ? (transaction?.fee ?? null) : null,
        card: cardWords(charge),
        paidAt: new Date((charge?.created ?? intent.created) * 1000),
        withdrawn: withdrawnBy(disputes),
        disputed: disputes.length > 0,
        refunds: refunds.map((refund) => asRefund(refund)),
        kept: keptBy(intent, charge),
      }
    }
    case 'processing':
      return { status: 'processing' }
    case 'canceled':
      return { status: 'canceled' }
    default:
      return { status: 'open' }
  }
}

/**
 * The card that was kept by a payment: with `setup_future_usage` it has been attached to the customer by the time that the
 * intent has succeeded (docs.stripe.com/payments/save-during-payment). The method is not expanded, which a restricted key
 * would need a right for: one that has been detached meanwhile refuses the next charge.
 */
function keptBy(intent: Stripe.PaymentIntent, charge: Stripe.Charge | null): KeptCard | null {
  const [customer, paymentMethod] = [idOf(intent.customer), idOf(intent.payment_method)]
  if (intent.setup_future_usage !== 'off_session' || customer === null || paymentMethod === null) return null
  return { customer, paymentMethod, card: cardWords(charge), expires: lastMonth(charge) }
}

function lastMonth(charge: Stripe.Charge | null): Month | null {
  const { exp_year: year, exp_month: month } = charge?.payment_method_details?.card ?? {}
  const told = `${year}-${String(month).padStart(2, '0')}`
  return isMonth(told) ? told : null
}

const idOf = (reference: string | { id: string } | null) =>
  typeof reference === 'string' ? reference : (reference?.id ?? null)

/** The names of brands and wallets (docs.stripe.com/api/charges/object); of others nothing is said, since what Stripe adds may be no word. */
const BRANDS: Record<string, string> = {
  amex: 'American Express',
  cartes_bancaires: 'Cartes Bancaires',
  diners: 'Diners Club',
  discover: 'Discover',
  eftpos_au: 'Eftpos',
  jcb: 'JCB',
  link: 'Link',
  mastercard: 'Mastercard',
  unionpay: 'UnionPay',
  visa: 'Visa',
}
const WALLETS: Record<string, string> = {
  amex_express_checkout: 'Amex Express Checkout',
  apple_pay: 'Apple Pay',
  google_pay: 'Google Pay',
  link: 'Link',
  samsung_pay: 'Samsung Pay',
  visa_checkout: 'Visa Checkout',
}

function cardWords(charge: Stripe.Charge | null): string | null {
  const { type, card } = charge?.payment_method_details ?? {}
  // What Link was paid with it does not tell.
  if (type === 'link') return 'Link'
  if (!card?.last4 || !/^\d{4}$/.test(card.last4)) return null
  const words = `${BRANDS[card.brand ?? ''] ?? 'Card'} ${card.last4}`
  const wallet = WALLETS[card.wallet?.type ?? '']
  return wallet ? `${wallet} (${words})` : words
}

/**
 * The cents that disputes hold at present. Their money is told by what moved, not by their status: an inquiry or a prevented
 * one has moved nothing, one that is lost may have given a part back, and one that was lost may be won yet
 * (docs.stripe.com/disputes/how-disputes-work). Their fees are not the guest's money, so `net` is not looked at.
 */
function withdrawnBy(disputes: Stripe.Dispute[]): number {
  const moves = disputes.flatMap((dispute) => dispute.balance_transactions)
  const held = moves.reduce((sum, { amount }) => sum - amount, 0)
  return Math.max(0, held)
}

export const asRefund = (refund: Stripe.Refund): ProviderRefund => ({
  id: refund.id,
  amount: refund.amount,
  status: refundStatus(refund.status),
  key: refund.metadata?.[REFUND_KEY] ?? null,
})

function refundStatus(status: string | null): ProviderRefund['status'] {
  if (status === 'succeeded') return 'succeeded'
  return status === 'failed' || status === 'canceled' ? 'failed' : 'pending'
}

export const asPayout = (payout: Stripe.Payout): ProviderPayout => ({
  id: payout.id,
  amount: payout.amount,
  status: payout.status,
  createdAt: new Date(payout.created * 1000),
  // A date, which Stripe tells as the beginning of that day in UTC.
  arrival: new Date(payout.arrival_date * 1000).toISOString().slice(0, 10),
  traceId: payout.trace_id?.value ?? null,
  manual: !payout.automatic,
  reconciled: payout.automatic && payout.reconciliation_status === 'completed',
})

/** Its source has to be expanded: of a dispute or refund nothing else tells the payment. */
export function asBalanceTransaction(moved: Stripe.BalanceTransaction): ProviderBalanceTransaction {
  const source = moved.source as About | string | null
  const about = typeof source === 'string' ? { id: source } : (source ?? {})
  return {
    id: moved.id,
    type: moved.type,
    category: moved.reporting_category,
    amount: moved.amount,
    fee: moved.fee,
    createdAt: new Date(moved.created * 1000),
    availableAt: new Date(moved.available_on * 1000),
    sourceId: about.id ?? null,
    intentId: intentIdOf(about),
  }
}

/** The notice of an event, with the intent that it is about: itself, or the one that its charge, refund or dispute belongs to. */
export function asNotice(event: Stripe.Event): WebhookNotice {
  return { id: event.id, type: event.type, intentId: intentIdOf(event.data.object as About) }
}

/** The object that an event or a balance transaction is about. */
interface About {
  object?: string
  id?: string
  payment_intent?: string | { id: string } | null
}

const intentIdOf = ({ object, id, payment_intent: belongsTo = null }: About): string | null =>
  object === 'payment_intent' ? (id ?? null) : idOf(belongsTo)

/** A charge without the guest that the bank has declined, or to which it wants the cardholder. */
export function asDecline(error: Stripe.errors.StripeCardError): ChargeReply {
  const codes = [error.code, error.decline_code]
  return {
    outcome: 'declined',
    intentId: error.payment_intent?.id ?? null,
    // The SDK makes an empty text of what was not told.
    code: error.code || null,
    declineCode: error.decline_code || null,
    adviceCode: error.advice_code || null,
    authentication: codes.includes('authentication_required'),
  }
}

type StripeError = InstanceType<typeof Stripe.errors.StripeError>

/** Runs one exchange with Stripe; what its SDK throws becomes an outcome, anything else is a bug and goes on. Reasons name kinds and codes only: Stripe's words may quote what was sent. */
export async function outcomeOf<Reply>(ask: () => Promise<Reply>): Promise<Reply | Failed> {
  try {
    return await ask()
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError)) throw error
    const reason = [error.type, error.code].filter(Boolean).join(' ')
    if (error.code === 'resource_missing' && error.statusCode === 404) return { outcome: 'not_found' }
    if (error.code === 'idempotency_key_in_use') return { outcome: 'unavailable', reason, busy: true }
    const forbidden = forbiddenBy(error)
    if (forbidden) return { outcome: 'forbidden', reason, ...forbidden }
    if (isRefusal(error)) return { outcome: 'rejected', reason }
    return { outcome: 'unavailable', reason }
  }
}

/** 401 and 403. The words of the latter name the right, and the key too: only the right is taken from them. */
function forbiddenBy(error: StripeError): Pick<Forbidden, 'because' | 'right'> | null {
  if (error instanceof Stripe.errors.StripeAuthenticationError) return { because: 'key', right: null }
  if (!(error instanceof Stripe.errors.StripePermissionError)) return null
  return { because: 'right', right: /\brak_[a-z_]+\b/.exec(error.message)?.[0] ?? null }
}

// Limits and lost connections say nothing about the request itself: it may be asked again.
const isRefusal = (error: StripeError): boolean =>
  error instanceof Stripe.errors.StripeInvalidRequestError ||
  error instanceof Stripe.errors.StripeIdempotencyError ||
  error instanceof Stripe.errors.StripeCardError
