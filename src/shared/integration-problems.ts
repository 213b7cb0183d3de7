/** Messages about problems with outside services, for the operator. Has no side effects. */
import { z } from 'zod'
import { instantText } from './fields.ts'

const BY_ASKING = 'Until then payments are found by asking Stripe, up to some minutes late.'
const NO_PICTURES = 'Until then no picture can be uploaded, and uploaded ones may not show.'

type Words = Record<'title' | 'next', string>
interface Told {
  about: string
  /** A name that the service reported, or null. It is never a secret key. */
  detail: string | null
}

const WORDS = {
  stripe_key_refused: {
    title: 'Stripe refuses the site’s secret key.',
    next: 'It was revoked, has expired or is mistyped. Set a valid one as STRIPE_SECRET_KEY and start again. Until then no card is charged and nothing is refunded.',
  },
  stripe_right_missing: ({ about, detail }) => ({
    title: `The Stripe key may not ${DOES[about] ?? 'do what the site needs'}.`,
    next: `In Stripe’s dashboard, under API keys, give the restricted key ${rightWords(detail)}; docs/operators/stripe.md lists all that it needs. It is retried automatically within five minutes.`,
  }),
  stripe_webhook_thin: {
    title: 'Stripe sends thin events, which the site does not read.',
    next: `In Stripe’s dashboard create the webhook endpoint again and choose the snapshot payload, with the events that docs/operators/stripe.md lists; set its secret as STRIPE_WEBHOOK_SECRET and start again. ${BY_ASKING}`,
  },
  stripe_webhook_signature: {
    title: 'The signature of Stripe’s webhooks is wrong.',
    next: `Set the signing secret of the endpoint for PUBLIC_URL/api/stripe/webhook, whsec_…, as STRIPE_WEBHOOK_SECRET and start again. If Stripe’s dashboard shows no failed deliveries, somebody else sends them, in vain. ${BY_ASKING}`,
  },
  stripe_webhook_silent: {
    title: 'Payments come in, but Stripe’s webhooks do not arrive.',
    next: `In Stripe’s dashboard add an endpoint for PUBLIC_URL/api/stripe/webhook as docs/operators/stripe.md describes, or look there why its deliveries fail. ${BY_ASKING}`,
  },
  stripe_wallets_hidden: ({ detail }) => ({
    title:
      detail === null
        ? 'Apple Pay, Google Pay and Link do not show: the site’s domain is not registered at Stripe.'
        : `${detail} does not show on the site’s domain.`,
    next: 'In Stripe’s dashboard, under Settings → Payments → Payment method domains, add the host of PUBLIC_URL, or open it there and do what Stripe says. Until then guests pay by the card fields. It is looked at again within ten minutes. Without wallets: WALLETS=off.',
  }),
  files_bucket_missing: {
    title: 'The bucket of the uploads does not exist.',
    next: `Make it, or correct S3_BUCKET and S3_ENDPOINT and start again. ${NO_PICTURES}`,
  },
  files_key_refused: ({ detail }) => ({
    title: `The store of the uploads refuses the site’s key${detail === null ? '' : ` (${detail})`}.`,
    next: `Correct AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY and start again, or let that key get, put, list and delete below uploads/. ${NO_PICTURES}`,
  }),
  files_region_wrong: {
    title: 'The bucket of the uploads is in another region.',
    next: `Set AWS_REGION to the bucket’s own and start again. ${NO_PICTURES}`,
  },
  files_unreachable: ({ detail }) => ({
    title: `The store of the uploads does not answer${detail === null ? '' : ` (${detail})`}.`,
    next: `See whether it runs, and whether S3_ENDPOINT is right. It is retried automatically. ${NO_PICTURES}`,
  }),
} satisfies Record<string, Words | ((problem: Told) => Words)>

type OutsideProblemCode = keyof typeof WORDS

export const integrationProblem = z.object({
  code: z.enum(Object.keys(WORDS) as OutsideProblemCode[]),
  about: z.string(),
  detail: z.string().nullable(),
  since: instantText(),
})
export type IntegrationProblem = z.output<typeof integrationProblem>

/** Describes the problem and says what to do next. */
export function integrationProblemText(problem: Omit<IntegrationProblem, 'since'>): Words {
  const words = WORDS[problem.code]
  return typeof words === 'function' ? words(problem) : words
}

/** What each Stripe request does, by the name of the call. */
const DOES: Partial<Record<string, string>> = {
  createIntent: 'open payments',
  createCustomer: 'keep cards',
  deleteCustomer: 'forget saved cards',
  chargeKept: 'charge saved cards',
  walletDomain: 'see where wallets may show',
  retrieveIntent: 'read payments',
  cancelIntent: 'cancel payments',
  createRefund: 'make refunds',
  findRefund: 'read refunds',
  listIntents: 'list payments',
  listMoney: 'list payments with their refunds and disputes',
  listPayouts: 'list payouts',
  listBalanceTransactions: 'list what moved in the balance',
  listNotices: 'list events',
}

/**
 * The rights that a restricted Stripe key needs, in the words of Stripe's dashboard. The keys are the names
 * in Stripe's refusals. Reading a charge's fee needs the right to read the balance.
 */
export const STRIPE_RIGHTS: Record<string, string> = {
  rak_payment_intent_write: 'PaymentIntents: Write',
  rak_charge_write: 'Charges and Refunds: Write',
  rak_customer_write: 'Customers: Write',
  rak_payment_method_write: 'PaymentMethods: Write',
  rak_payment_method_domain_read: 'Payment method domains: Read',
  rak_dispute_read: 'Disputes: Read',
  rak_balance_read: 'Balance: Read',
  rak_balance_transaction_source_read: 'Balance transaction sources: Read',
  rak_payout_read: 'Payouts: Read',
  rak_event_read: 'Events: Read',
}

function rightWords(right: string | null): string {
  if (right === null) return 'the right that its log there names'
  return STRIPE_RIGHTS[right] ? `the right “${STRIPE_RIGHTS[right]}” (${right})` : `the right ${right}`
}
