/**
 * The interface to the card provider. Only its adapter knows which provider's API it calls. Amounts are integer cents
 * of US dollars. Failures of the provider are results, never exceptions: `unavailable` (no answer), `rejected` (the
 * request was refused) or `forbidden` (the site's key was refused).
 */
import type { Stripe } from 'stripe'
import type { Day } from '#shared/days.ts'
import type { Cents } from '#shared/money.ts'
import type { Month } from '#shared/months.ts'

/** A refund that the site requested, or one that was made in the provider's dashboard. */
export interface ProviderRefund {
  id: string
  amount: Cents
  /** `pending` means requested but not completed. */
  status: 'pending' | 'succeeded' | 'failed'
  /** The `key` of the refund's row in our database. Null for a refund that was made in the provider's dashboard. */
  key: string | null
}

export type IntentState =
  /** The intent waits for a card, for another card after a decline, or for the guest to authenticate. */
  | { status: 'open' }
  | { status: 'processing' }
  | { status: 'canceled' }
  | {
      status: 'succeeded'
      received: Cents
      /** The id of the charge. Null until the card provider has assigned one. */
      chargeId: string | null
      /** The card provider's fee for this charge. Null until it is known. */
      fee: Cents | null
      /**
       * How it was paid, in words: `Visa 4242` or `Apple Pay (Visa 4242)`. Null until the provider has reported it.
       */
      card: string | null
      /** When the payment was made. While the charge is unknown, the time at which the intent was created. */
      paidAt: Date
      /** Cents that banks have withdrawn for disputes, minus what they returned. */
      withdrawn: Cents
      /**
       * True if the cardholder has ever disputed the payment, or their bank has inquired about it, even if
       * nothing followed.
       */
      disputed: boolean
      refunds: ProviderRefund[]
      /** The card that may later be charged without the guest. Null if no card was saved. */
      savedCard: SavedCard | null
    }

/** A saved card, by the provider's ids. */
export interface SavedCard {
  customer: string
  paymentMethod: string
  /** The card in words, as the payment that saved it reported it. */
  card: string | null
  /**
   * The card's last valid month at the time of that payment. Null if unknown. The bank may have renewed the card
   * since then.
   */
  expires: Month | null
}

/** Metadata of an intent, never personal data. `site` identifies this installation. */
export type IntentMetadata = { site: string } & (
  | { purpose: 'deposit'; event: string }
  | { purpose: 'invoice'; invoice: string }
  | { purpose: 'amount' }
  | ChargeMetadata
)
/** Metadata of a saved card's charge: the invoice and the number of the attempt. */
type ChargeMetadata = { purpose: 'charge'; invoice: string; attempt: string }

export interface ProviderIntent {
  id: string
  amount: Cents
  /** The secret that the browser needs to pay. Null if the provider does not return it. */
  clientSecret: string | null
  createdAt: Date
  metadata: Record<string, string>
  /**
   * True if the intent was created for wallets too. The provider refuses a payment if the form offers other payment
   * methods than its intent.
   */
  takesWallets: boolean
  state: IntentState
}

/**
 * The provider did not answer, or its answer says nothing about the request, such as a timeout, a 5xx error or a rate
 * limit.
 */
export interface Unavailable {
  outcome: 'unavailable'
  reason: string
  /** Set if another call with the same idempotency key is running right now. */
  busy?: true
}

/** The provider refuses the site's key. Retrying fails until someone fixes the key. */
export interface Forbidden {
  outcome: 'forbidden'
  reason: string
  /** `key`: the provider does not know the key. `permission`: the key may not make this call. */
  because: 'key' | 'permission'
  /** The provider's name for the missing permission, if it gives one. */
  permission: string | null
}

export type Failed =
  | { outcome: 'not_found' }
  | { outcome: 'rejected'; reason: string }
  | Unavailable
  | Forbidden

type Reply<Fields = unknown> = ({ outcome: 'ok' } & Fields) | Failed

export type IntentReply = Reply<{ intent: ProviderIntent }>
/** The result of charging a saved card: paid, still processing, or declined by the bank. */
export type ChargeReply =
  | { outcome: 'ok'; intent: ProviderIntent }
  | {
      outcome: 'declined'
      /** The intent of the declined charge. It is still open, so somebody could pay it. */
      intentId: string | null
      /**
       * The provider's codes, such as `card_declined` and `insufficient_funds`, and its advice, such as
       * `try_again_later`.
       */
      code: string | null
      declineCode: string | null
      adviceCode: string | null
      /** True if the bank requires the cardholder to authenticate, so charging again without them would fail. */
      authentication: boolean
    }
  | Failed
/** Which wallets can be shown on a host. All are false if the host is not registered. */
export type WalletDomainReply = Reply<Record<'registered' | 'applePay' | 'googlePay' | 'link', boolean>>
export type ListReply = Reply<{ intents: Pick<ProviderIntent, 'id' | 'metadata'>[] }>
/** The amounts of one paid intent in a list, in cents. */
export interface ListedMoney {
  id: string
  metadata: Record<string, string>
  paidAt: Date
  received: Cents
  /** Cents of all refunds, even pending ones. Only the intent has the single refunds. */
  refunded: Cents
  /** Cents that banks have withdrawn for disputes, minus what they returned. */
  withdrawn: Cents
}
/** A page of paid intents, newest first. `next` is the cursor of the next page, or null. */
export type MoneyPage = Reply<{ paid: ListedMoney[]; next: string | null }>
/**
 * A transfer from the provider's balance to the venue's bank account. Negative if the provider took money from the
 * bank account.
 */
export interface ProviderPayout {
  id: string
  amount: Cents
  /** The provider's status: pending, in_transit, paid, failed or canceled. */
  status: string
  createdAt: Date
  /** The day the payout reaches the bank. */
  arrival: Day
  /** The number by which the bank can find the transfer. Null while unknown. */
  traceId: string | null
  /** True for a payout that a person requested. The provider never lists the transactions in such a payout. */
  manual: boolean
  /** True if the provider can list the transactions in the payout. */
  reconciled: boolean
}
export type PayoutsReply = Reply<{ payouts: ProviderPayout[] }>
/** A transaction in the provider's balance. */
export interface ProviderBalanceTransaction {
  id: string
  /** The card provider's names for the kind of transaction. Only `category` shows that it is a dispute. */
  type: string
  category: string
  /** Cents; negative if money left the balance. */
  amount: Cents
  /** The card provider's fee in cents. `amount` does not include it. */
  fee: Cents
  createdAt: Date
  availableAt: Date
  /** The charge, refund, dispute or payout that caused the transaction. */
  sourceId: string | null
  /** The intent of the transaction, whether this site created that intent or not. */
  intentId: string | null
}
/** A page of transactions, newest first. `next` is the cursor of the next page, or null. */
export type BalancePage = Reply<{ transactions: ProviderBalanceTransaction[]; next: string | null }>

/** A webhook event with a valid signature. The site uses only its id, its type and the intent's id (R4.7). */
export interface WebhookNotice {
  id: string
  type: string
  intentId: string | null
}

export interface PaymentProvider {
  /** Creates an intent. Repeating the same order with the same `idempotencyKey` returns the same intent. */
  createIntent(order: {
    amount: Cents
    metadata: IntentMetadata
    idempotencyKey: string
    /** The customer to whom the card is saved once the payment has succeeded. */
    customer?: string
  }): Promise<IntentReply>
  /** Creates a customer without name or address. It exists only so that a card can be saved to it. */
  createCustomer(order: { site: string; idempotencyKey: string }): Promise<Reply<{ customer: string }>>
  /** Deletes a customer with its saved cards. Returns `ok` even if the customer was already deleted. */
  deleteCustomer(customer: string): Promise<Reply>
  /**
   * Tries once to charge a saved card without the guest. Calling it again with the same `idempotencyKey` within a day
   * returns the same result, even for a decline.
   */
  chargeKept(order: {
    amount: Cents
    customer: string
    paymentMethod: string
    metadata: { site: string } & ChargeMetadata
    idempotencyKey: string
  }): Promise<ChargeReply>
  /** Returns whether the host of this site is registered for wallets. */
  walletDomain(host: string): Promise<WalletDomainReply>
  retrieveIntent(id: string): Promise<IntentReply>
  /** Cancels an intent and returns it. If it can no longer be canceled, returns its present state. */
  cancelIntent(id: string): Promise<IntentReply>
  /**
   * Refunds money. `key` is the key of the refund's row in our database. It is sent as metadata and makes the call
   * idempotent.
   */
  createRefund(order: {
    intentId: string
    amount: Cents
    key: string
    site: string
  }): Promise<Reply<{ refund: ProviderRefund }>>
  /** Returns the refund that was made for a key of our database, even if the reply to the request was lost. */
  findRefund(intentId: string, key: string): Promise<Reply<{ refund: ProviderRefund | null }>>
  /** Returns all intents created at or after an instant, from all pages. */
  listIntents(since: Date): Promise<ListReply>
  /**
   * Returns a page of all paid intents with their refunds and disputes. If `page` is null, returns the first page.
   */
  listMoney(page: string | null): Promise<MoneyPage>
  /** Returns all payouts created at or after an instant, or all if it is null. */
  listPayouts(since: Date | null): Promise<PayoutsReply>
  /**
   * Returns the balance transactions since an instant, or those in one payout, including the payout's own
   * transaction.
   */
  listBalanceTransactions(
    of: { since: Date | null } | { payoutId: string },
    page: string | null,
  ): Promise<BalancePage>
  /** Returns the events that the provider has sent since an instant, even if their webhooks never arrived. */
  listNotices(since: Date): Promise<Reply<{ notices: (WebhookNotice & { createdAt: Date })[] }>>
  /**
   * Verifies the signature of a webhook's raw body. Returns null if the signature is wrong or too old. Returns `thin`
   * for a signed event in Stripe's "thin" format, which the site cannot read.
   */
  readWebhook(rawBody: string, signature: string | null): WebhookNotice | 'thin' | null
}

// The events that Stripe's webhook endpoint must send. The site trusts no event's content, so it reads the
// payment again.

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
] as const satisfies Stripe.WebhookEndpointCreateParams.EnabledEvent[]

const SENT: ReadonlySet<string> = new Set(WEBHOOK_EVENTS)

/** Returns whether our webhook endpoint sends this type of event. The provider's own list has events of all types. */
export const isSent = (type: string) => SENT.has(type)
