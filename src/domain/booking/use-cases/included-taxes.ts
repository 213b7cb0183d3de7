/** Reads the taxes that a stay's total includes, for its receipts and the guest's page (R50.3). */
import {
  type IncludedTax,
  NOTHING_TAXABLE,
  type ReceiptTax,
  receiptTaxes,
  splitGross,
  taxesIn,
  totalGross,
} from '#domain/money/taxes/domain/taxes.ts'
import { listTaxes, taxableOf } from '#domain/money/taxes/store.ts'
import type { Database } from '#platform/database/database.ts'
import type { Day } from '#shared/days.ts'
import { type Cents, shares } from '#shared/money.ts'
import { isActive } from '#shared/reservation-status.ts'
import { isCompanion } from '../domain/party.ts'
import { listParty, type ReservationRow } from '../store/reservations.ts'

type Stay = Pick<ReservationRow, 'id' | 'partyId' | 'status'>

/**
 * Returns the taxes in the total of a guest's active stay, at the rates of its first ranch day. A payer's total is
 * for all guests of the party who still come. Goodwill lowers the tax in proportion. Returns none for a companion,
 * whose stay another guest pays for.
 */
export async function readIncludedTaxes(
  db: Database,
  stay: Stay,
  { firstDay, goodwill }: { firstDay: Day; goodwill: Cents },
): Promise<ReceiptTax[]> {
  if (!isActive(stay.status) || isCompanion(stay)) return []
  const taxes = await listTaxes(db)
  if (taxes.length === 0) return []
  const guests: Stay[] = stay.partyId === null ? [stay] : await listParty(db, stay.partyId)
  const ids = guests.flatMap(({ id, status }) => (isActive(status) ? [id] : []))
  const costs = await taxableOf(db, ids, 'all')
  const grosses = ids.map((id) => costs.get(id) ?? NOTHING_TAXABLE)
  const totals = grosses.map(totalGross)
  const whole = totals.reduce((sum, total) => sum + total, 0)
  const lowered = shares(Math.max(0, whole - goodwill), totals)
  // Rounds the tax of each guest on its own, as the books do.
  const included = grosses.flatMap((gross, index): IncludedTax[] =>
    taxesIn(splitGross(lowered[index] ?? 0, gross), taxes, firstDay),
  )
  return receiptTaxes(included)
}
