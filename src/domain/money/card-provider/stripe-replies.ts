/**
 * Converts Stripe's objects and errors to the types that the rest of the site uses. All other fields of Stripe's
 * replies are dropped.
 */
import { Stripe } from 'stripe'
import { isMonth, type Month } from '#shared/months.ts'
import type {
  ChargeReply,
  Failed,
  Forbidden,
  IntentState,
  SavedCard,
  ListedMoney,
  ListedNotice,
  ProviderBalanceTransaction,
  ProviderIntent,
  ProviderPayout,
  ProviderRefund,
  WebhookNotice,
} from './port.ts'

/** Name of the metadata field with the key of the refund's row in our database. */
export const REFUND_KEY = 'refund_key'

/**
 * Converts Stripe's payment intent. The refunds and disputes of its charge are separate parameters, because the intent
 * may not contain all of them.
 */
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

/**
 * Converts a paid intent from Stripe's list. Its charge has the total of the refunds, but not each refund.
 */
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
        ...lastMoveOf(disputes),
        disputed: disputes.length > 0,
        refunds: refunds.map((refund) => asRefund(refund)),
        savedCard: savedCardOf(intent, charge),
      }
    }
    case 'processing':
      return { status: 'processing' }
    case 'canceled':
      return { status: 'canceled' }
    default:
      return { status: 'open', ...declinedBy(intent) }
  }
}

/** Returns when the last attempt to pay an open intent was declined. A failed authentication makes no charge. */
function declinedBy(intent: Stripe.PaymentIntent): { declinedAt?: Date } {
  const charge = typeof intent.latest_charge === 'object' ? intent.latest_charge : null
  if (!intent.last_payment_error) return {}
  return { declinedAt: new Date((charge?.created ?? intent.created) * 1000) }
}

/**
 * Returns the card that a payment saved. With `setup_future_usage`, Stripe attaches the card to the customer once
 * the payment has succeeded (docs.stripe.com/payments/save-during-payment). The payment method itself is not
 * requested, because a restricted API key would need another permission for that. If the card was detached in the
 * meantime, the next charge fails.
 */
function savedCardOf(intent: Stripe.PaymentIntent, charge: Stripe.Charge | null): SavedCard | null {
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

/**
 * Readable names of card brands (docs.stripe.com/api/charges/object). A brand that is not listed here is shown as
 * "Card", because Stripe's identifier may not be a readable word.
 */
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
  // Link is a wallet of Stripe. Stripe does not report which card a Link payment used.
  if (type === 'link') return 'Link'
  if (!card?.last4 || !/^\d{4}$/.test(card.last4)) return null
  const words = `${BRANDS[card.brand ?? ''] ?? 'Card'} ${card.last4}`
  const wallet = WALLETS[card.wallet?.type ?? '']
  return wallet ? `${wallet} (${words})` : words
}

/**
 * Returns the cents that disputes withhold now, computed from the balance transactions of the disputes. The status
 * of a dispute is not enough: an inquiry moves no money, and a lost dispute may have returned a part or may be won
 * later (docs.stripe.com/disputes/how-disputes-work). Ignores `net`, because it includes dispute fees, which are
 * not the guest's money.
 */
function withdrawnBy(disputes: Stripe.Dispute[]): number {
  const moves = disputes.flatMap((dispute) => dispute.balance_transactions)
  const held = moves.reduce((sum, { amount }) => sum - amount, 0)
  return Math.max(0, held)
}

/** Returns when money of these disputes was last withdrawn or returned. */
function lastMoveOf(disputes: Stripe.Dispute[]): { withdrawnAt?: Date } {
  const moves = disputes.flatMap((dispute) => dispute.balance_transactions)
  return moves.length === 0
    ? {}
    : { withdrawnAt: new Date(Math.max(...moves.map(({ created }) => created)) * 1000) }
}

export const asRefund = (refund: Stripe.Refund): ProviderRefund => ({
  id: refund.id,
  amount: refund.amount,
  status: refundStatus(refund.status),
  ...(refund.status === 'pending' &&
    refund.pending_reason === 'insufficient_funds' && { waitsForBalance: true }),
  key: refund.metadata?.[REFUND_KEY] ?? null,
  createdAt: new Date(refund.created * 1000),
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
  // Stripe gives the arrival date as the start of that day in UTC.
  arrival: new Date(payout.arrival_date * 1000).toISOString().slice(0, 10),
  traceId: payout.trace_id?.value ?? null,
  manual: !payout.automatic,
  reconciled: payout.automatic && payout.reconciliation_status === 'completed',
})

/**
 * Converts Stripe's balance transaction. Its `source` must be an expanded object, because only that object names
 * the payment of a dispute or refund.
 */
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

/**
 * Converts Stripe's webhook event. The event is about a payment intent, or about a charge, refund or dispute that
 * names its payment intent.
 */
export function asNotice(event: Stripe.Event): WebhookNotice {
  return { id: event.id, type: event.type, intentId: intentIdOf(event.data.object as About) }
}

/** Converts an event from Stripe's list. */
export function asListedNotice(event: Stripe.Event): ListedNotice {
  const { object, metadata } = event.data.object as About
  const site = object === 'payment_intent' ? (metadata?.['site'] ?? null) : null
  return { ...asNotice(event), createdAt: new Date(event.created * 1000), site }
}

/** The Stripe object that a webhook event or a balance transaction is about. */
interface About {
  object?: string
  id?: string
  payment_intent?: string | { id: string } | null
  metadata?: Record<string, string>
}

const intentIdOf = ({ object, id, payment_intent: belongsTo = null }: About): string | null =>
  object === 'payment_intent' ? (id ?? null) : idOf(belongsTo)

/**
 * Converts the error of a charge without the guest: the bank declined the card, or requires the cardholder to
 * authenticate.
 */
export function asDecline(error: Stripe.errors.StripeCardError): ChargeReply {
  const codes = [error.code, error.decline_code]
  return {
    outcome: 'declined',
    intentId: error.payment_intent?.id ?? null,
    // Stripe's SDK sets missing codes to empty strings.
    code: error.code || null,
    declineCode: error.decline_code || null,
    adviceCode: error.advice_code || null,
    authentication: codes.includes('authentication_required'),
  }
}

type StripeError = InstanceType<typeof Stripe.errors.StripeError>

/**
 * Makes one call to Stripe and converts exceptions of Stripe's SDK to results. Any other exception is a bug and is
 * thrown again. `reason` contains only types and codes, because Stripe's messages may quote personal data.
 */
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

/**
 * Converts a 401 or 403 error of Stripe. The message of a 403 names the missing permission, but also quotes a part
 * of the API key. So only the permission is returned.
 */
function forbiddenBy(error: StripeError): Pick<Forbidden, 'because' | 'permission'> | null {
  if (error instanceof Stripe.errors.StripeAuthenticationError) return { because: 'key', permission: null }
  if (!(error instanceof Stripe.errors.StripePermissionError)) return null
  return { because: 'permission', permission: /\brak_[a-z_]+\b/.exec(error.message)?.[0] ?? null }
}

// Rate limits and lost connections do not count as refusals, because the same request may succeed later. Nor does a
// reused idempotency key: perhaps an older version of the site sent the first request. How that one ended is unknown
// (docs.stripe.com/api/idempotent_requests).
const isRefusal = (error: StripeError): boolean =>
  error instanceof Stripe.errors.StripeInvalidRequestError || error instanceof Stripe.errors.StripeCardError
