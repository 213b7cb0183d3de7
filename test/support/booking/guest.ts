/**
 * Functions with which tests act as a guest: open a payment, sign up, pay at the sandbox, open the private
 * page.
 */
import { randomUUID } from 'node:crypto'
import type { InputOf } from '#shared/endpoint.ts'
import type { TestApp } from '#test/support/app.ts'
import type { TestBrowser } from '#test/support/browser.ts'
import { createReservation, type FinalDetailsInput } from '#domain/booking/contract/sign-up.ts'
import { createPaymentIntent } from '#domain/booking/contract/payments.ts'
import { getReservation } from '#domain/booking/contract/guest.ts'

export const DETAILS = {
  customerName: 'Robin Doe',
  email: 'robin@example.test',
  nickname: 'Rob',
  phone: '505-555-0142',
  address: '7 Juniper Lane',
  emergencyContactName: 'Sam Doe',
  emergencyContactPhone: '505-555-0143',
  foodAllergies: 'Peanuts',
  medicalConditions: 'None',
  otherInformation: null,
  safetyConsent: true as const,
  photoConsent: false,
} satisfies FinalDetailsInput & { customerName: string; email: string }

export interface Order {
  eventId: number
  amount: number
  paymentIntent: string | null
  attempt: string | null
  options?: number[]
  code?: string
  pays?: number
  /** Set if the guest agrees that the site saves the card for the remainder (R42). */
  keepCard?: true
  companions?: { customerName: string; email?: string | null; options?: number[] }[]
  [detail: string]: unknown
}

export type Guest = ReturnType<typeof createGuest>

/** The parts of a site that a test's guest needs. The site may run in memory or in another process. */
type Reached = Pick<TestApp, 'browser' | 'request'> & Partial<Pick<TestApp, 'sandbox'>>

/** Creates a guest for a test. Each guest has a separate browser. */
export function createGuest(app: Reached, browser: TestBrowser = app.browser()) {
  const open = async (eventId: number, amount = 45_000, ...options: number[][]) =>
    opened({ amount, eventId, options, companions: Math.max(0, options.length - 1) })
  const opened = async (body: InputOf<typeof createPaymentIntent>['body']) => {
    const made = await browser.call(createPaymentIntent, { body })
    if (!made.ok) throw new Error(`no payment was opened: ${made.code}`)
    return made.data
  }
  const order = async (data: Partial<Order> & { eventId: number }) =>
    browser.call(createReservation, {
      body: {
        createReservationData: { ...DETAILS, amount: 45_000, paymentIntent: null, attempt: null, ...data },
      },
    })
  const look = async (uuid: string) => {
    const found = await browser.call(getReservation, { query: { uuid } })
    if (!found.ok) throw new Error(`no reservation: ${found.code}`)
    return found.data
  }
  /** Opens a payment and signs the guest up. The guest has not paid yet. */
  const hold = async (eventId: number, changes: Partial<Order> = {}) => {
    const { amount = 45_000, options = [], companions = [], code, pays, keepCard } = changes
    const intent = await opened({
      amount,
      eventId,
      options: [options, ...companions.map((one) => one.options ?? [])],
      companions: companions.length,
      code,
      pays,
      keepCard,
    })
    const made = await order({
      eventId,
      paymentIntent: intent.paymentIntent,
      attempt: randomUUID(),
      ...changes,
    })
    if (!made.ok) throw new Error(`no reservation: ${made.code}`)
    return { ...made.data, ...intent }
  }
  /** Delivers the sandbox's webhooks, by which the site learns the card provider's fees. */
  const feesTold = async () => app.sandbox?.deliverDue()
  return { browser, open, order, look, hold, pay: payer(app), feesTold }
}

/**
 * Returns a function that pays at the sandbox. It needs only the client secret, as Stripe's script does. It
 * resolves to the payment intent's status.
 */
function payer(app: Reached) {
  return async (clientSecret: string, method = 'pm_card_visa'): Promise<string> => {
    const id = clientSecret.slice(0, clientSecret.indexOf('_secret_'))
    const body = new URLSearchParams({ client_secret: clientSecret, payment_method: method })
    const path = `/dev/stripe/v1/payment_intents/${id}/confirm`
    const response = await app.request(path, { method: 'POST', body })
    const reply = (await response.json()) as { status?: string; error?: { code?: string } }
    return reply.status ?? reply.error?.code ?? `http ${response.status}`
  }
}
