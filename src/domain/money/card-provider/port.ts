/**
 * The interface to the card provider. Only its adapter knows which provider's API is called. Amounts are integer
 * cents of US dollars. Failed calls return a result and never throw: `unavailable` (no answer), `not_found`,
 * `rejected` (the request was refused) or `forbidden` (the site's API key was refused).
 */
import type { Stripe } from 'stripe'
import type { Day } from '#shared/days.ts'
import type { Cents } from '#shared/money.ts'
import type { Month } from '#shared/months.ts'

/**
 * A refund of a card payment. Either the site requested the refund, or a person made it in the provider's
 * dashboard.
 */
export interface ProviderRefund {
  id: string
  amount: Cents
  /** Status of the refund. `pending` means that the refund was requested but is not completed. */
  status: 'pending' | 'succeeded' | 'failed'
  /** True if the refund is pending because the balance at the provider is too low (docs.stripe.com/refunds). */
  waitsForBalance?: true
  /**
   * The `key` of the refund's row in our database. Null for a refund that was made in the provider's dashboard.
   */
  key: string | null
  /** When the refund was created at the provider. Unless it waits for balance, its money has left the balance then. */
  createdAt: Date
}

export type IntentState =
  /**
   * The payment intent waits for a card, for another card after a decline, or for the guest to authenticate.
   */
  | {
      status: 'open'
      /** When the last attempt to pay this intent was declined. Missing if it was not. */
      declinedAt?: Date
    }
  | { status: 'processing' }
  | { status: 'canceled' }
  | {
      status: 'succeeded'
      received: Cents
      /** Id of the charge at the card provider. Null until the provider has assigned an id. */
      chargeId: string | null
      /** The card provider's fee for this charge. Null until the provider has reported the fee. */
      fee: Cents | null
      /**
       * The card or wallet that paid, in words: `Visa 4242` or `Apple Pay (Visa 4242)`. Null until the provider has
       * reported it.
       */
      card: string | null
      /**
       * When the guest paid. If the provider has not reported the charge yet, the time at which the intent was
       * created.
       */
      paidAt: Date
      /** Cents that banks have withdrawn because of disputes, minus the cents that they returned. */
      withdrawn: Cents
      /** When such money last moved. Missing if none ever did. */
      withdrawnAt?: Date
      /**
       * True if the cardholder has ever disputed the payment, or if the bank has sent an inquiry about the payment.
       */
      disputed: boolean
      refunds: ProviderRefund[]
      /** The card that the site may later charge without the guest. Null if the payment saved no card. */
      savedCard: SavedCard | null
    }

/** A card that the provider has saved for later charges. `customer` and `paymentMethod` are the provider's ids. */
export interface SavedCard {
  customer: string
  paymentMethod: string
  /** Brand and last digits of the card, such as `Visa 4242`, from the payment that saved the card. */
  card: string | null
  /**
   * The month in which the card expires, as known when the card was saved. Null if unknown. The bank may have
   * renewed the card since then.
   */
  expires: Month | null
}

/**
 * Metadata that the site sends with a payment intent, never personal data. `site` identifies this installation.
 */
export type IntentMetadata = { site: string } & (
  | { purpose: 'deposit'; event: string }
  | { purpose: 'invoice'; invoice: string }
  | { purpose: 'amount' }
  | ChargeMetadata
)
/** Metadata of a charge of a saved card: the invoice and the number of the attempt. */
type ChargeMetadata = { purpose: 'charge'; invoice: string; attempt: string }

export interface ProviderIntent {
  id: string
  amount: Cents
  /**
   * The secret that the browser needs to pay this intent. Null if the provider does not return the secret.
   */
  clientSecret: string | null
  createdAt: Date
  metadata: Record<string, string>
  /**
   * True if the intent was created for wallets too. The provider refuses a payment if the payment form offers other
   * methods than its intent.
   */
  takesWallets: boolean
  state: IntentState
}

/**
 * The provider did not answer, or the answer does not tell whether the request was carried out. Examples are a
 * timeout, a 5xx error and a rate limit.
 */
export interface Unavailable {
  outcome: 'unavailable'
  reason: string
  /** True if another call with the same idempotency key is running right now. */
  busy?: true
}

/** The provider refuses the site's API key. A retry fails too until someone fixes the key. */
export interface Forbidden {
  outcome: 'forbidden'
  reason: string
  /** `key`: the provider does not know the API key. `permission`: the API key may not make this call. */
  because: 'key' | 'permission'
  /**
   * The provider's name for the permission that the API key lacks. Null if the provider does not name the
   * permission.
   */
  permission: string | null
}

export type Failed =
  | { outcome: 'not_found' }
  | { outcome: 'rejected'; reason: string }
  | Unavailable
  | Forbidden

type Reply<Fields = unknown> = ({ outcome: 'ok' } & Fields) | Failed

export type IntentReply = Reply<{ intent: ProviderIntent }>
/** The result of charging a saved card: paid, still processing, declined by the bank, or a failed call. */
export type ChargeReply =
  | { outcome: 'ok'; intent: ProviderIntent }
  | {
      outcome: 'declined'
      /** Id of the intent of the declined charge. That intent stays open, so a person could still pay it. */
      intentId: string | null
      /**
       * The provider's codes for the decline, such as `card_declined` and `insufficient_funds`. The advice is a
       * code such as `try_again_later`.
       */
      code: string | null
      declineCode: string | null
      adviceCode: string | null
      /**
       * True if the bank requires the cardholder to authenticate. Charging the card again without the cardholder
       * would fail too.
       */
      authentication: boolean
    }
  | Failed
/**
 * Whether a host is registered for wallets, and which wallets browsers can show there. All are false for a host
 * that is not registered.
 */
export type WalletDomainReply = Reply<Record<'registered' | 'applePay' | 'googlePay' | 'link', boolean>>
export type ListReply = Reply<{ intents: Pick<ProviderIntent, 'id' | 'metadata'>[] }>
/** One paid intent in a list of payments, with its amounts in cents. */
export interface ListedMoney {
  id: string
  metadata: Record<string, string>
  paidAt: Date
  received: Cents
  /**
   * Cents of all refunds of this payment, including pending refunds. Stripe's list of payments has only this total,
   * not each refund.
   */
  refunded: Cents
  /** Cents that banks have withdrawn because of disputes, minus the cents that they returned. */
  withdrawn: Cents
}
/**
 * A page of paid intents, newest first. `next` is the cursor of the next page. It is null on the last page.
 */
export type MoneyPage = Reply<{ paid: ListedMoney[]; next: string | null }>
/**
 * A transfer from the provider's balance to the venue's bank account. The amount is negative if the provider
 * debited the bank account.
 */
export interface ProviderPayout {
  id: string
  amount: Cents
  /** The provider's status of the payout: pending, in_transit, paid, failed or canceled. */
  status: string
  createdAt: Date
  /** The day on which the payout reaches the bank. */
  arrival: Day
  /**
   * The number by which the bank can find the transfer. Null while the provider has not reported the number.
   */
  traceId: string | null
  /**
   * True for a payout that a person requested. For such a payout, the provider never lists which transactions it
   * contains.
   */
  manual: boolean
  /** True once the provider can list the transactions that this payout contains. */
  reconciled: boolean
}
export type PayoutsReply = Reply<{ payouts: ProviderPayout[] }>
/** A transaction that changed the provider's balance, such as a charge, a refund or a payout. */
export interface ProviderBalanceTransaction {
  id: string
  /**
   * The card provider's two names for the kind of this transaction. Only `category` tells whether the transaction
   * is a dispute.
   */
  type: string
  category: string
  /** Amount of the transaction in cents. Negative if money left the balance. */
  amount: Cents
  /** The card provider's fee for this transaction in cents. The fee is not part of `amount`. */
  fee: Cents
  createdAt: Date
  availableAt: Date
  /** Id of the charge, refund, dispute or payout that caused this balance transaction. */
  sourceId: string | null
  /**
   * Id of the payment intent to which this transaction belongs. The intent may belong to another business on the
   * same account.
   */
  intentId: string | null
}
/**
 * A page of balance transactions, newest first. `next` is the cursor of the next page. It is null on the last page.
 */
export type BalancePage = Reply<{ transactions: ProviderBalanceTransaction[]; next: string | null }>

/**
 * A webhook event with a valid signature. The site uses only the event's id, its type and the id of its payment
 * intent (R4.7).
 */
export interface WebhookNotice {
  id: string
  type: string
  intentId: string | null
}

/** An event in the provider's list. Unlike a webhook's body, the provider's reply can be trusted. */
export interface ListedNotice extends WebhookNotice {
  createdAt: Date
  /** The site that created the payment intent. Null for an event that is not about a payment intent. */
  site: string | null
}

export interface PaymentProvider {
  /**
   * Creates a payment intent. A repeated call with the same order and `idempotencyKey` returns the same intent.
   */
  createIntent(order: {
    amount: Cents
    metadata: IntentMetadata
    idempotencyKey: string
    /** Id of the customer for whom the provider saves the card once the payment has succeeded. */
    customer?: string
  }): Promise<IntentReply>
  /**
   * Creates a customer without name or address at the card provider. The customer exists only so that a card can be
   * saved for it.
   */
  createCustomer(order: { site: string; idempotencyKey: string }): Promise<Reply<{ customer: string }>>
  /**
   * Deletes a customer and its saved cards at the card provider. Returns `ok` even if the customer was already
   * deleted.
   */
  deleteCustomer(customer: string): Promise<Reply>
  /**
   * Tries once to charge a saved card without the guest. Within a day, another call with the same `idempotencyKey`
   * returns the same result, even for a decline.
   */
  chargeSavedCard(order: {
    amount: Cents
    customer: string
    paymentMethod: string
    metadata: { site: string } & ChargeMetadata
    idempotencyKey: string
  }): Promise<ChargeReply>
  /** Returns whether this host is registered for wallets, and which wallets can be shown there. */
  walletDomain(host: string): Promise<WalletDomainReply>
  /**
   * Returns a payment intent with its refunds and disputes. Pass `mayBeDisputed` after an event about a dispute: only
   * then, and if the charge says so, the provider is asked for disputes.
   */
  retrieveIntent(id: string, about?: { mayBeDisputed: boolean }): Promise<IntentReply>
  /**
   * Cancels a payment intent and returns it. If the intent can no longer be canceled, returns the intent with its
   * present status.
   */
  cancelIntent(id: string): Promise<IntentReply>
  /**
   * Refunds a part of a payment. `key` is the key of the refund's row in our database. The provider stores this key
   * as metadata. The key makes the call idempotent.
   */
  createRefund(order: {
    intentId: string
    amount: Cents
    key: string
    site: string
  }): Promise<Reply<{ refund: ProviderRefund }>>
  /**
   * Returns the refund with this `key` from our database. It finds the refund even if the reply to the request was
   * lost.
   */
  findRefund(intentId: string, key: string): Promise<Reply<{ refund: ProviderRefund | null }>>
  /**
   * Returns all payment intents that were created at or after an instant, from all pages of the provider's list.
   */
  listIntents(since: Date): Promise<ListReply>
  /**
   * Returns a page of all paid intents with their refunded and disputed amounts. If `page` is null, returns the
   * first page.
   */
  listMoney(page: string | null): Promise<MoneyPage>
  /**
   * Returns all payouts that were created at or after an instant. If `since` is null, returns all payouts.
   */
  listPayouts(since: Date | null): Promise<PayoutsReply>
  /**
   * Returns the balance transactions since an instant, or the transactions of one payout. A payout's list also
   * contains the payout itself.
   */
  listBalanceTransactions(
    of: { since: Date | null } | { payoutId: string },
    page: string | null,
  ): Promise<BalancePage>
  /**
   * Returns the events that the provider has created since an instant, of all types, even if no webhook sent them.
   */
  listNotices(since: Date): Promise<Reply<{ notices: ListedNotice[] }>>
  /**
   * Verifies the signature of a webhook's raw body. Returns null if the signature is wrong or too old. Returns
   * `thin` for a signed event in Stripe's "thin" format, which the site cannot read.
   */
  readWebhook(rawBody: string, signature: string | null): WebhookNotice | 'thin' | null
}

// The types of webhook events that Stripe must send to the site. After each event, the site requests the payment or the
// payouts from Stripe, because it does not trust the event's content.

export const WEBHOOK_EVENTS = [
  'payment_intent.succeeded',
  'payment_intent.payment_failed',
  'payment_intent.processing',
  'payment_intent.canceled',
  'charge.updated',
  'charge.refunded',
  'charge.dispute.created',
  'charge.dispute.updated',
  'charge.dispute.closed',
  'charge.dispute.funds_withdrawn',
  'charge.dispute.funds_reinstated',
  'refund.created',
  'refund.updated',
  'refund.failed',
  'payout.created',
  'payout.updated',
  'payout.paid',
  'payout.failed',
  'payout.canceled',
  'payout.reconciliation_completed',
  'radar.early_fraud_warning.created',
] as const satisfies Stripe.WebhookEndpointCreateParams.EnabledEvent[]

const SENT: ReadonlySet<string> = new Set(WEBHOOK_EVENTS)

/**
 * Returns true if Stripe must send webhook events of this type to the site. Stripe's own list of events has all types.
 */
export const isSent = (type: string) => SENT.has(type)
