/**
 * Customers: Stripe's records to which cards are saved. The site stores nothing in them except the id of its
 * installation.
 */
import type Stripe from 'stripe'
import { newId } from '../model/objects.ts'
import { noSuch, type Refusal } from '../model/refusals.ts'
import { type Operation, seconds } from '../operation.ts'
import { deleteObject, insertObject, lockMethodsOf, lockObject } from '../store.ts'
import type { Endpoint } from './handle.ts'
import { readMetadata } from './parameters.ts'

export const createCustomer: Endpoint<Stripe.CustomerCreateParams, Stripe.Customer> = async ({
  operation,
  params,
}) => {
  const id = newId('cus')
  const body: Stripe.Customer = {
    id,
    object: 'customer',
    address: null,
    balance: 0,
    created: seconds(operation),
    currency: null,
    customer_account: null,
    default_source: null,
    delinquent: false,
    description: null,
    discount: null,
    email: null,
    invoice_prefix: id.slice(-8).toUpperCase(),
    invoice_settings: {
      custom_fields: null,
      default_payment_method: null,
      footer: null,
      rendering_options: null,
    },
    livemode: false,
    metadata: readMetadata(params.metadata),
    name: null,
    next_invoice_sequence: 1,
    phone: null,
    preferred_locales: [],
    shipping: null,
    tax_exempt: 'none',
    test_clock: null,
  }
  await insertObject(operation.tx, body)
  return { body }
}

/**
 * Deletes a customer. The cards of the customer stay attached. Stripe's documentation does not mention that,
 * but its API does it (docs/developers/stripe.md).
 */
export const deleteCustomer: Endpoint<unknown, Stripe.DeletedCustomer> = async ({ operation, id }) => {
  const problem = await customerProblem(operation, id, 'address')
  if (problem !== null) return problem
  await deleteObject(operation.tx, id)
  return { body: { id, object: 'customer', deleted: true } }
}

export const listMethods: Endpoint<
  Stripe.CustomerListPaymentMethodsParams,
  Stripe.ApiList<Stripe.PaymentMethod>
> = async (call) => {
  const { operation, id, params } = call
  const problem = await customerProblem(operation, id, 'address')
  if (problem !== null) return problem
  const found = await lockMethodsOf(operation.tx, id)
  const data = found.slice(0, params.limit ?? 10).map(({ body }) => body)
  const url = `/v1/customers/${id}/payment_methods`
  return { body: { object: 'list', data, has_more: data.length < found.length, url } }
}

/**
 * Refuses a customer id that does not exist or was deleted. Locks an existing customer until the operation
 * ends.
 */
export async function customerProblem(
  operation: Operation,
  id: Stripe.PaymentIntent['customer'] | undefined,
  named: 'address' | 'parameter' = 'parameter',
): Promise<Refusal | null> {
  if (typeof id !== 'string' || (await lockObject(operation.tx, 'customer', id)) !== undefined) return null
  return noSuch('customer', id, named === 'parameter' ? 'customer' : undefined)
}

/**
 * Returns only the sandbox's own host, as if that host were registered for all wallets
 * (docs.stripe.com/api/payment_method_domains).
 */
export const listDomains: Endpoint<
  Stripe.PaymentMethodDomainListParams,
  Stripe.ApiList<Stripe.PaymentMethodDomain>
> = async ({ operation, params }) => {
  const { hostname } = new URL(operation.baseUrl)
  const active = { status: 'active' }
  const own: Stripe.PaymentMethodDomain = {
    id: 'pmd_1Sandbox',
    object: 'payment_method_domain',
    amazon_pay: active,
    apple_pay: active,
    created: seconds(operation),
    domain_name: hostname,
    enabled: true,
    google_pay: active,
    klarna: active,
    link: active,
    livemode: false,
    paypal: active,
  }
  const data = params.domain_name === undefined || params.domain_name === hostname ? [own] : []
  return { body: { object: 'list', data, has_more: false, url: '/v1/payment_method_domains' } }
}
