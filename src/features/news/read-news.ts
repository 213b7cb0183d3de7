/** News as it reads now, from the audit's entries. */
import { openDetails } from '#platform/audit-entries.ts'
import type { Database } from '#platform/database/database.ts'
import { openName, type Sealer } from '#platform/sealing.ts'
import { invoiceLabel } from '#shared/invoice-label.ts'
import { type Entry, newsOf } from './rules.ts'
import { listNewsEntries, listUpdatesBefore } from './store.ts'

type Row = Awaited<ReturnType<typeof listNewsEntries>>[number]

/** Entries in their order, opened; updates of a payment that say nothing new of a dispute are left out. */
export async function openEntries(
  { db, sealer }: { db: Database; sealer: Sealer },
  rows: Row[],
): Promise<Entry[]> {
  const entries: Entry[] = []
  for (const entry of rows.map((row) => openEntry(sealer, row))) {
    const { action, details, entityId: paymentId, id } = entry
    const withdrawn = action === 'payment.updated' ? details?.['withdrawn'] : null
    if (typeof withdrawn === 'number' && withdrawn > 0) {
      const before = (await listUpdatesBefore(db, { paymentId, id })).at(-1)
      if (before && openDetails(sealer, before)?.['withdrawn'] === withdrawn) continue
    }
    entries.push(entry)
  }
  return entries
}

function openEntry(sealer: Sealer, row: Row): Entry {
  const { event, guest, invoice, fields } = row
  return {
    ...row,
    guest: guest && openName(sealer, 'reservations', guest),
    isThere: guest !== null,
    event: event?.name ?? null,
    details: openDetails(sealer, row) ?? null,
    fields: fields ?? [],
    invoice: invoice && invoiceLabel({ ...invoice, partOfPrice: !invoice.extra }),
  }
}

/** More than one e-mail tells. */
const MOST = 200

/** What an e-mail of news tells, oldest first, and where it goes; nothing of those whose data was deleted. Null: nothing is left. */
export async function readNewsOf(deps: { db: Database; sealer: Sealer }, emailId: number) {
  const rows = await listNewsEntries(deps.db, { emailId }, MOST)
  const entries = (await openEntries(deps, rows)).filter(({ guest }) => guest !== null)
  const to = rows.find(({ event }) => event)?.event?.adminEmail
  const items = newsOf(entries).toReversed()
  return to === undefined || items.length === 0 ? null : { to, items }
}
