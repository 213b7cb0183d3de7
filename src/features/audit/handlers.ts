/** Answers what was done, by whom and when. */
import { openActorEmail, openDetails } from '#platform/audit.ts'
import { bind, type Bound } from '#platform/http/bind.ts'
import type { Services } from '#platform/services.ts'
import { invoiceLabel } from '#shared/invoice-label.ts'
import { type AuditEntryShown, listAudit } from './contract.ts'
import { listEntries } from './store.ts'

const PAGE = 50

export function auditHandlers({ db, sealer }: Pick<Services, 'db' | 'sealer'>): Bound[] {
  return [
    bind(listAudit, async ({ query: { eventId = null, reservationId = null, cursor = null } }) => {
      const found = await listEntries(db, { eventId, reservationId, before: cursor, limit: PAGE + 1 })
      const page = found.slice(0, PAGE)
      return {
        entries: page.map(({ uuid, actorEmail, at, fields, details, invoice, ...entry }) => ({
          ...entry,
          label: invoice && invoiceLabel({ ...invoice, partOfPrice: !invoice.extra }),
          at: at.toISOString(),
          actorEmail: openActorEmail(sealer, { uuid, actorEmail }),
          fields: fields ?? [],
          refund: entry.action.startsWith('refund.')
            ? refundOf(openDetails(sealer, { uuid, details }), {
                invoiceId: invoice?.id ?? null,
                withReason: reservationId !== null,
              })
            : null,
        })),
        nextCursor: found.length > PAGE ? (page.at(-1)?.id ?? null) : null,
      }
    }),
  ]
}

function refundOf(
  details: ReturnType<typeof openDetails>,
  { invoiceId, withReason }: { invoiceId: number | null; withReason: boolean },
): AuditEntryShown['refund'] {
  const { amount, reason } = details ?? {}
  if (typeof amount !== 'number') return null
  return { amount, invoiceId, reason: withReason && typeof reason === 'string' ? reason : null }
}
