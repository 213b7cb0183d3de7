/** Handles a guest's requests about their own data: exporting it in readable form, and deleting it early. */
import { listArrivals } from '#domain/onsite/arrival/store.ts'
import { showArrival } from '#domain/onsite/arrival/show-arrival.ts'
import type { EventDays } from '#domain/onsite/arrival/rules.ts'
import { isPayer, ownPrice } from '#domain/booking/domain/party.ts'
import { ERASURE_ASKED } from '#domain/booking/domain/guest-actions.ts'
import { readMoney } from '#domain/booking/store/payments.ts'
import { hideIfLinkHandedOn } from '#domain/booking/sealed-guest.ts'
import { openMemo } from '#domain/booking/sealed-memo.ts'
import { listChoices } from '#domain/booking/store/reservations.ts'
import { readDeletion } from '#domain/booking/use-cases/guest-page.ts'
import { listCodeNames } from '#domain/booking/codes/store/codes.ts'
import { enqueueLimitedEmail } from '#platform/limited-emails.ts'
import { openContent } from '#platform/email-queue.ts'
import { findEvent } from '#domain/events/store/events.ts'
import { listPlaces } from '#domain/onsite/rooms/store.ts'
import { recordAudit, openDetails } from '#platform/audit.ts'
import { bind, type Bound, fail } from '#platform/http/bind.ts'
import { openColumns, openName, type Sealer } from '#platform/sealing.ts'
import type { Services } from '#platform/services.ts'
import { ranchDay } from '#shared/days.ts'
import type { AnswerOf } from '#shared/endpoint.ts'
import { isUuid } from '#shared/fields.ts'
import { SEALED_FIELDS } from '#shared/guest-details.ts'
import type { ReservationMoney } from '#shared/reservation-money.ts'
import { eraseReservation, exportReservation, type StoredData } from './contract.ts'
import { eraseProblem, type EraseProblem, purgeDay } from './rules.ts'
import * as store from './store/stored-data.ts'

export const privacyHandlers = (services: Services): Bound[] => [
  bind(exportReservation, async ({ query: { uuid } }) => {
    const stored = await readStored(services, uuid)
    if (typeof stored === 'string') return fail(stored)
    return 'purged' in stored ? fail('purged', { message: stored.purged }) : stored
  }),

  bind(eraseReservation, async ({ body: { uuid } }) => {
    const answer = await requestErasure(services, uuid)
    return answer === 'asked' ? {} : fail(answer)
  }),
]

/**
 * Deletes a guest's data at the guest's request. First enqueues an e-mail, the deletion receipt. Once it is sent, the
 * purge deletes the data. Returns `asked` even for a repeated request. The dedupe key does not start with `auto:`, so
 * the site sends the receipt even at night.
 */
async function requestErasure(
  { db, sealer, settings, now, log }: Pick<Services, 'db' | 'sealer' | 'settings' | 'now' | 'log'>,
  uuid: string,
): Promise<'asked' | 'not_found' | 'purged' | EraseProblem> {
  if (!isUuid(uuid)) return 'not_found'
  const asked = await db.transaction(async (tx) => {
    const found = await store.lockByUuid(tx, uuid)
    if (!found) return 'not_found'
    if (found.purgedAt) return 'purged'
    const { id: reservationId, eventId, status } = found
    const event = await findEvent(tx, eventId)
    const today = ranchDay(now())
    const problem = eraseProblem({
      status,
      over: event !== undefined && today > event.endDateDate,
      stillToPay: (await readMoney(tx, reservationId, today)).stillToPay,
      refunds: await store.listRefundStates(tx, reservationId),
    })
    if (problem) return problem
    const at = now()
    const key = `deletion-receipt:${reservationId}`
    const mail = { type: 'deletion-receipt', reservationId, key, now: at } as const
    const { email } = openColumns(sealer, 'reservations', found, 'email')
    const cause = { ...mail, email: email ?? '', eventId, actor: 'guest' }
    const { isNew } = await enqueueLimitedEmail(tx, { sealer, settings }, cause)
    const what = { action: ERASURE_ASKED, entity: 'reservation', entityId: reservationId, eventId }
    if (isNew) await recordAudit(tx, sealer, [{ actor: 'guest', ...what, at }])
    return { reservationId }
  })
  if (typeof asked === 'string') return asked
  // A restored database may not contain this request. Then only this log line says whose data must be deleted again
  // (docs/operators/backup.md).
  log.info(asked, 'a guest asked to be deleted')
  return 'asked'
}

type ExportDeps = Pick<Services, 'db' | 'sealer' | 'settings' | 'now'>

/** Returns everything that the site stores about the guest of a private link. */
async function readStored(
  { db, sealer, settings, now }: ExportDeps,
  uuid: string,
): Promise<AnswerOf<typeof exportReservation> | 'not_found' | { purged: string }> {
  const found = isUuid(uuid) ? await store.findReservationData(db, uuid) : undefined
  if (!found) return 'not_found'
  const { reservation, event } = found
  const { id, eventId, purgedAt } = reservation
  if (purgedAt) return { purged: await readDeletion(db, { id, eventId, purgedAt }) }
  const { safetyConsent, consentTermsHash, consentAt } = reservation
  return {
    at: now(),
    deletedOn: purgeDay(event.endDateDate, settings.purgeAfterDays),
    event,
    reservation: {
      ...reservationOf(sealer, reservation, await readMoney(db, id, ranchDay(now()))),
      discount: await discountOf(db, reservation),
    },
    consent: { given: safetyConsent, termsHash: consentTermsHash, at: consentAt },
    party: await partyOf({ db, sealer }, reservation),
    cancellation: cancellationOf(sealer, found.cancellation),
    invoices: (await store.listStoredInvoices(db, id)).map(({ extra, sentAt, ...invoice }) => {
      return { ...invoice, partOfPrice: !extra, reminderSentAt: sentAt }
    }),
    payments: (await store.listStoredPayments(db, id)).map((payment) => ({
      ...payment,
      memo: openMemo(sealer, 'payments', payment),
      refunds: payment.refunds.map((refund) => ({ ...refund, memo: openMemo(sealer, 'refunds', refund) })),
    })),
    mails: (await store.listStoredEmails(db, id)).map((mail) => emailOf(sealer, mail)),
    history: (await store.listHistory(db, id)).map((entry) => historyEntryOf(sealer, entry)),
    arrival: arrivalOf(await listArrivals(db, [id]), { id, event }),
    choices: await listChoices(db, id),
    keptCard: savedCardOf(await store.findStoredCard(db, id)),
    room: await roomOf(db, id),
    waitlist: waitlistEntryOf(sealer, await store.findWaitlistEntry(db, id)),
  }
}

function savedCardOf(found: Awaited<ReturnType<typeof store.findStoredCard>>) {
  if (!found) return null
  return { ...found.card, charges: found.charges.map((charge) => ({ ...charge, on: charge.chargeOn })) }
}

async function discountOf(
  db: Services['db'],
  { codeId, discount: amount }: store.ReservationData['reservation'],
) {
  if (amount === 0) return null
  const code = codeId === null ? undefined : (await listCodeNames(db, [codeId])).get(codeId)
  return { code: code ?? null, amount }
}

const roomOf = async (db: Services['db'], id: number) => (await listPlaces(db, [id])).get(id)?.words ?? null

async function partyOf(
  { db, sealer }: Pick<ExportDeps, 'db' | 'sealer'>,
  row: store.ReservationData['reservation'],
) {
  if (row.partyId === null) return null
  const others = await store.listCompanions(db, row)
  const names = others.flatMap((one) => openName(sealer, 'reservations', one) ?? [])
  return { payer: isPayer(row), with: names, ownPrice: ownPrice(row) }
}

function reservationOf(sealer: Sealer, row: store.ReservationData['reservation'], money: ReservationMoney) {
  const opened = openColumns(sealer, 'reservations', row, ...SEALED_FIELDS)
  return { ...row, ...opened, ...hideIfLinkHandedOn(row), ...money }
}

const cancellationOf = (sealer: Sealer, row: store.ReservationData['cancellation']) =>
  row && { ...row, ...openColumns(sealer, 'cancellations', row, 'overrideReason') }

/** Returns the arrival as the guest entered it, even if the day is no longer a day of the event. */
function arrivalOf(
  arrivals: Awaited<ReturnType<typeof listArrivals>>,
  { id, event }: { id: number; event: EventDays },
) {
  const facts = arrivals.get(id)
  return facts ? { ...facts, ...showArrival(facts, event) } : null
}

type Rows<Read extends (...args: never[]) => Promise<unknown[]>> = Awaited<ReturnType<Read>>[number]

/**
 * E-mails about the guest that the site sent to the venue or the payer. The recipient's address is not the guest's
 * data.
 */
const TO_OTHERS: ReadonlySet<string> = new Set([
  'companion-cancelled',
  'late-refund-admin',
  'card-charge-failed-admin',
  'arrival-overdue',
  'arrival-overdue-host',
])

/**
 * E-mails whose text the export omits. Two contain links for the owner of the mailbox, who may not be the person with
 * the private link. The third was sent to the payer.
 */
const HIDDEN_EMAIL_TYPES: ReadonlySet<string> = new Set(['lost-link', 'confirm-spots', 'companion-cancelled'])

function emailOf(sealer: Sealer, row: Rows<typeof store.listStoredEmails>) {
  const { emailType, content, messageId } = row
  const kept = content && !HIDDEN_EMAIL_TYPES.has(emailType) ? openContent(sealer, messageId, content) : null
  const to = TO_OTHERS.has(emailType) ? null : (kept?.to ?? null)
  return { ...row, type: emailType, to, text: kept?.text ?? null }
}

function historyEntryOf(sealer: Sealer, entry: Rows<typeof store.listHistory>) {
  const { at, actor, action, fields } = entry
  const details = openDetails(sealer, entry) ?? null
  return { at, by: actorWord(actor), what: action, fields: fields ?? [], details }
}

function actorWord(actor: string): StoredData['history'][number]['by'] {
  if (actor === 'guest') return 'guest'
  if (actor === 'provider') return 'card company'
  return actor === 'host' || actor.startsWith('admin:') ? 'house' : 'site'
}

function waitlistEntryOf(sealer: Sealer, entry: Awaited<ReturnType<typeof store.findWaitlistEntry>>) {
  if (!entry) return null
  const opened = openColumns(sealer, 'waitlist_entries', entry, 'customerName', 'email', 'phone')
  return { ...entry, ...opened, customerName: opened.customerName ?? '', email: opened.email ?? '' }
}
