import { expect } from 'vitest'
import type { Database } from '#platform/database/database.ts'
import type { Cents } from '#shared/money.ts'
import {
  linesIn,
  type PartyAccounts,
  receivedFor,
  refundKeyOf,
} from '#domain/booking/domain/party-accounts.ts'
import { refundableCents } from '#domain/booking/domain/refund-policy.ts'
import { findPartyAccounts } from '#domain/booking/payments/read-party-accounts.ts'

const sum = (cents: readonly Cents[]) => cents.reduce((all, one) => all + one, 0)

/**
 * Expects that all amounts of a party add up: the lines of each invoice to the invoice, the guests' parts of
 * each payment to the payment, and the guests' shares to the price.
 */
export function expectTrueBooks({ guests, invoices, loose }: PartyAccounts): void {
  const receivedOf = (invoice: (typeof invoices)[number]) =>
    linesIn(invoice).flatMap(({ reservationId: id }) =>
      receivedFor({ guests, loose: [], invoices: [invoice] }, id).map((money) => ({ id, ...money })),
    )
  expect(loose).toEqual([])
  for (const invoice of invoices) {
    const { payment } = invoice
    expect(sum(linesIn(invoice).map(({ amount }) => amount))).toBe(invoice.amount)
    expect(linesIn(invoice).every(({ amount }) => amount > 0)).toBe(true)
    if (!payment) continue
    const parts = receivedOf(invoice)
    const standing = payment.refunds.filter(({ status }) => status !== 'failed')
    const back = sum(standing.map(({ amount }) => amount))
    expect(sum(parts.map(({ amount }) => amount))).toBe(payment.amount)
    expect(sum(parts.map(({ refunded }) => refunded))).toBe(back)
    expect(sum(parts.map(refundableCents))).toBe(payment.amount - back)
    if (payment.fee !== null) expect(sum(parts.map(({ fee }) => fee ?? 0))).toBe(payment.fee)
  }
  for (const payer of guests.filter(({ id, partyId }) => partyId === id)) {
    const members = guests.filter(({ partyId }) => partyId === payer.id)
    const isMember = (id: number) => members.some((member) => member.id === id)
    const theirs = invoices.filter(({ reservationId, extra }) => reservationId === payer.id && !extra)
    const keptForLeavers = theirs.flatMap((invoice) =>
      receivedOf(invoice).flatMap(({ id, amount, paymentId }) => {
        const back =
          invoice.payment?.refunds.filter(({ key }) =>
            `${key}:`.startsWith(`${refundKeyOf(id, paymentId)}:`),
          ) ?? []
        return isMember(id) ? [] : [amount - sum(back.map((refund) => refund.amount))]
      }),
    )
    expect(payer.price).toBe(sum(members.map(({ share }) => share ?? 0)) + sum(keptForLeavers))
    expect(members.every(({ id, price }) => id === payer.id || price === 0)).toBe(true)
  }
}

export async function expectTrueParty(db: Database, id: number): Promise<void> {
  const books = await findPartyAccounts(db, id)
  if (!books) throw new Error(`There is no reservation ${id}`)
  expectTrueBooks(books)
}
