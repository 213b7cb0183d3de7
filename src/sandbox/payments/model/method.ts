/** Payment methods: cards as the provider shows them, without the number. Pure. */
import { createHash } from 'node:crypto'
import type Stripe from 'stripe'
import type { TestCard } from './cards.ts'
import { newId } from './ids.ts'

export type BillingDetails = Stripe.PaymentMethod.BillingDetails

export const NO_BILLING: BillingDetails = {
  address: { city: null, country: null, line1: null, line2: null, postal_code: null, state: null },
  email: null,
  name: null,
  phone: null,
  tax_id: null,
}

export interface MethodInput {
  card: TestCard
  expMonth: number
  expYear: number
  /** Was a security code given? It is checked when the card is charged. */
  cvcGiven: boolean
  billing: BillingDetails
  metadata: Record<string, string>
}

export function newMethod(input: MethodInput, created: number): Stripe.PaymentMethod {
  const { card, billing } = input
  return {
    id: newId('pm'),
    object: 'payment_method',
    allow_redisplay: 'unspecified',
    // Read for the checks below and then let go: guests sign up here with their own names, and what is not kept cannot outlive their deletion.
    billing_details: NO_BILLING,
    card: {
      brand: card.brand,
      checks: {
        address_line1_check: billing.address?.line1 ? 'unchecked' : null,
        address_postal_code_check: billing.address?.postal_code ? 'unchecked' : null,
        cvc_check: input.cvcGiven ? 'unchecked' : null,
      },
      country: 'US',
      display_brand: card.brand,
      exp_month: input.expMonth,
      exp_year: input.expYear,
      fingerprint: fingerprint(card),
      funding: card.funding,
      generated_from: null,
      last4: card.number.slice(-4),
      networks: { available: [card.brand], preferred: null },
      regulated_status: 'unregulated',
      three_d_secure_usage: { supported: true },
      wallet: null,
    },
    created,
    customer: null,
    customer_account: null,
    livemode: false,
    metadata: input.metadata,
    type: 'card',
  }
}

/** Equal for equal cards. A number that is no test card leaves no trace but its last four digits. */
function fingerprint(card: TestCard): string {
  const source = card.behavior === 'test_mode_live_card' ? card.brand : card.number
  return createHash('sha256')
    .update(`sandbox:${source}`)
    .digest('base64url')
    .replaceAll(/[-_]/g, 'A')
    .slice(0, 16)
}
