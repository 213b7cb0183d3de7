/**
 * Rules for parties (R39). A party is the reservations of one sign-up for several guests. One guest, the
 * payer, pays for all. The payer's `price` is the total of all shares, and a guest's `share` is the price of their own stay.
 * Invoice lines say for whom each part is (docs/decisions/0079). Pure.
 */
import { type Cents, shares } from '#shared/money.ts'

/** Largest number of guests in one sign-up, including the payer (R39.1). */
export const MOST_IN_PARTY = 6

interface Place {
  id: number
  partyId: number | null
}

export const isPayer = ({ id, partyId }: Place): boolean => partyId === id

/** Returns whether another guest pays for this guest. */
export const isCompanion = ({ id, partyId }: Place): boolean => partyId !== null && partyId !== id

/** Returns the reservation whose invoices pay for this guest. */
export const payerOf = ({ id, partyId }: Place): number => partyId ?? id

export const ownPrice = ({ price, share }: { price: Cents; share: Cents | null }): Cents => share ?? price

/** How much of an invoice is for one guest. */
export interface InvoiceLineFor {
  reservationId: number
  /** Amount in cents, above 0. */
  amount: Cents
}

/**
 * Returns the lines of a party's invoices, in order. Each invoice is split in proportion to what is left of each
 * guest's share. So the lines of an invoice add up to its amount. Once invoices cover the whole price, each guest's
 * lines add up to the guest's share. An amount beyond all shares is for the first guest.
 */
export function linesOf(
  invoices: readonly { amount: Cents }[],
  members: readonly { id: number; share: Cents }[],
): InvoiceLineFor[][] {
  const left = members.map(({ share }) => share)
  return invoices.map(({ amount }) => {
    const cents = shares(amount, left)
    for (const [index, part] of cents.entries()) left[index] = Math.max(0, (left[index] ?? 0) - part)
    return members.flatMap(({ id }, index) => {
      const part = cents[index] ?? 0
      return part > 0 ? [{ reservationId: id, amount: part }] : []
    })
  })
}
