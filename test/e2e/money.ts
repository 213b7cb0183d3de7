/** Steps with payments that tests run through the API instead of on the page. */
import { expect, type Page } from '@playwright/test'
import { randomUUID } from 'node:crypto'
import { api } from './api.ts'

export interface PaidGuest {
  id: number
  email: string
}

export const GUEST_DETAILS = {
  nickname: 'Annie',
  phone: '505-555-0100',
  address: '1 Mesa Road',
  emergencyContactName: 'Ben Ortiz',
  emergencyContactPhone: '505-555-0101',
  foodAllergies: 'Pecans',
  medicalConditions: 'None',
  safetyConsent: true,
}

/**
 * Signs up a guest and pays the deposit by card, with the requests that a browser sends. Returns the
 * confirmed reservation.
 */
export async function payDeposit(page: Page, eventId: number, email: string): Promise<PaidGuest> {
  const amount = 45_000
  const { paymentIntent, clientSecret } = await api<{ paymentIntent: string; clientSecret: string }>(page, {
    method: 'POST',
    path: 'createPaymentIntent',
    body: { amount, eventId },
  })
  const { reservationId: id } = await api<{ reservationId: number }>(page, {
    method: 'POST',
    path: 'createReservation',
    body: {
      createReservationData: {
        ...GUEST_DETAILS,
        customerName: 'Ana Ortiz',
        attempt: randomUUID(),
        amount,
        eventId,
        email,
        paymentIntent,
      },
    },
  })
  await page.request.post(`/dev/stripe/v1/payment_intents/${paymentIntent}/confirm`, {
    form: { client_secret: clientSecret, payment_method: 'pm_card_visa' },
  })
  await expect.poll(async () => (await reservationOf(page, id)).totalPaid, { timeout: 20_000 }).toBe(amount)
  return { id, email }
}

interface Looked {
  status: string
  totalPaid: number
  version: number
  invoices: { id: number; amount: number; paid: boolean }[]
}

export const reservationOf = (page: Page, id: number) =>
  api<Looked>(page, { method: 'GET', path: `auth/reservation?id=${id}` })

/** Returns the id of the reservation's invoice with this amount in cents. Throws if there is none. */
export async function invoiceOf(page: Page, id: number, amount: number): Promise<number> {
  const { invoices } = await reservationOf(page, id)
  const found = invoices.find((invoice) => invoice.amount === amount)
  if (!found) throw new Error(`no invoice of ${amount}`)
  return found.id
}

export async function takeCash(page: Page, invoiceId: number): Promise<void> {
  await api(page, {
    method: 'PUT',
    path: 'auth/updateInvoice',
    body: { updateInvoiceData: { id: invoiceId, paid: true, paymentMethod: 'cash' } },
  })
}
