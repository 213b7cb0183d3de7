/**
 * Parties (R39): several reservations made in one sign-up, one of which pays for all. The payer's `price` is the sum of all
 * shares, what a member's own stay costs is their `share`, and the lines of each invoice say whom it is for
 * (docs/decisions/0079). Pure.
 */
import { type Cents, shares } from '#shared/money.ts'

/** Guests of one sign-up at most, the payer included (R39.1). */
export const MOST_IN_PARTY = 6

/** A reservation's place in its party. */
interface Place {
  id: number
  partyId: number | null
}

export const isPayer = ({ id, partyId }: Place): boolean => partyId === id

/** True: somebody else pays for this guest. */
export const isCompanion = ({ id, partyId }: Place): boolean => partyId !== null && partyId !== id

/** The reservation with which the invoices for this guest stand. */
export const payerOf = ({ id, partyId }: Place): number => partyId ?? id

export const ownPrice = ({ price, share }: { price: Cents; share: Cents | null }): Cents => share ?? price

/** A part of an invoice that is for one guest. */
export interface InvoiceLineFor {
  reservationId: number
  /** Cents, above 0. */
  amount: Cents
}

/**
 * The lines of a party's invoices, in their order: each asks of all members by what is still left of their shares, so that
 * the lines sum to each invoice, and all lines of a member to their share as soon as the invoices together ask for the whole
 * price. What goes beyond all shares joins the first member.
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
