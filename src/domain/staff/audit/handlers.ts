/** Handles the request for the History page: what was changed, by whom and when. */
import { openDetails } from '#platform/audit.ts'
import { bind, type Bound } from '#platform/http/bind.ts'
import { may } from '#platform/http/context.ts'
import { openColumns, openName, type Sealer } from '#platform/sealing.ts'
import type { Services } from '#platform/services.ts'
import { invoiceLabel } from '#shared/invoice-label.ts'
import { type AuditEntryShown, listAudit } from './contract.ts'
import { visibleEntities } from './rules.ts'
import { listDeletionEntries, listEntries } from './store.ts'

const PAGE = 50

type Row = Awaited<ReturnType<typeof listEntries>>[number]
type Details = ReturnType<typeof openDetails>

export function auditHandlers({ db, sealer }: Pick<Services, 'db' | 'sealer'>): Bound[] {
  /** Returns the names of deleted events or calendar events, by id. */
  const namesOfDeleted = async (action: 'event.deleted' | 'calendar_event.deleted', ids: number[]) =>
    new Map(
      (await listDeletionEntries(db, action, ids)).map((row) => [
        row.id,
        textOf(openDetails(sealer, row), 'name'),
      ]),
    )

  return [
    bind(
      listAudit,
      async ({ query: { eventId = null, reservationId = null, cursor = null } }, { caller }) => {
        const entities = visibleEntities((permission) => may(caller, permission))
        const which = { entities, eventId, reservationId, before: cursor, limit: PAGE + 1 }
        const found = await listEntries(db, which)
        const page = found.slice(0, PAGE)
        const names = {
          events: await namesOfDeleted(
            'event.deleted',
            page.flatMap((row) => (row.event === null && row.eventId !== null ? [row.eventId] : [])),
          ),
          calendar: await namesOfDeleted(
            'calendar_event.deleted',
            page.flatMap(({ entity, entityId, calendarTitle }) =>
              entity === 'calendar_event' && calendarTitle === null ? [entityId] : [],
            ),
          ),
        }
        return {
          entries: page.map((row) => {
            const details = openDetails(sealer, row)
            const { action, entityId, fields, eventId: ofEvent } = row
            return {
              ...row,
              actorEmail: openColumns(sealer, 'audit_entries', row, 'actorEmail').actorEmail,
              label: row.invoice ? labelOf(row.invoice) : textOf(details, 'label'),
              amount: amountOf(row, details),
              guest: row.reservationId === null ? null : guestOf(sealer, row.reservationId, row.guest),
              person: row.waiting && openName(sealer, 'waitlist_entries', row.waiting),
              title: row.calendarTitle ?? names.calendar.get(entityId) ?? null,
              eventName: row.event?.name ?? names.events.get(ofEvent ?? 0) ?? null,
              eventUrlName: row.event?.urlName ?? null,
              fields: fields ?? [],
              refund: action.startsWith('refund.')
                ? refundOf(details, {
                    invoiceId: row.invoice?.id ?? null,
                    withReason: reservationId !== null,
                  })
                : null,
            }
          }),
          nextCursor: found.length > PAGE ? (page.at(-1)?.id ?? null) : null,
        }
      },
    ),
  ]
}

const labelOf = (invoice: NonNullable<Row['invoice']>) =>
  invoiceLabel({ ...invoice, partOfPrice: !invoice.extra })

/** Returns a text that is stored in the audit entry, or null if the purge has deleted the text. */
function textOf(details: Details, name: string): string | null {
  const value = details?.[name]
  return typeof value === 'string' ? value : null
}

/**
 * Returns the amount at the time of the change, in cents. If the audit entry does not contain it, returns the present
 * amount of the payment or invoice, and null for a refund.
 */
function amountOf({ entity, action, invoice, paid }: Row, details: Details): number | null {
  if (typeof details?.['amount'] === 'number') return details['amount']
  if (action.startsWith('refund.')) return null
  if (entity === 'payment') return paid
  return entity === 'invoice' ? (invoice?.amount ?? null) : null
}

function guestOf(sealer: Sealer, reservationId: number, row: Row['guest']): AuditEntryShown['guest'] {
  if (row === null) return { reservationId: null, name: null }
  return { reservationId, name: openName(sealer, 'reservations', row) }
}

function refundOf(
  details: Details,
  { invoiceId, withReason }: { invoiceId: number | null; withReason: boolean },
): AuditEntryShown['refund'] {
  const { amount } = details ?? {}
  if (typeof amount !== 'number') return null
  return { amount, invoiceId, reason: withReason ? textOf(details, 'reason') : null }
}
