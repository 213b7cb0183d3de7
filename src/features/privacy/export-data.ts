/** Everything that is stored about a guest, opened and put in order for them. */
import { listArrivals, showArrival } from '#features/arrival/index.ts'
import type { EventDays } from '#features/arrival/rules.ts'
import { listCodeNames } from '#features/codes/index.ts'
import { listPlaces } from '#features/rooms/index.ts'
import { placeWords } from '#features/rooms/rules.ts'
import { openRecord, type Sealer } from '#platform/sealing.ts'
import type { Services } from '#platform/services.ts'
import { isUuid } from '#shared/fields.ts'
import { ranchDay } from '#shared/days.ts'
import { GUEST_FIELDS, pickFields } from '#shared/guest-details.ts'
import type { ReservationMoney } from '#shared/reservation-money.ts'
import { isPayer, ownPrice } from '#features/booking/domain/party.ts'
import { hiddenOf, listChoices, readDeletion, readMoney } from '#features/booking/index.ts'
import { openContent } from '#features/emails/index.ts'
import type { StoredData } from './contract.ts'
import { purgeDay } from './rules.ts'
import * as store from './store/stored-data.ts'

type ExportDeps = Pick<Services, 'db' | 'sealer' | 'settings' | 'now'>

const iso = (at: Date | null) => at?.toISOString() ?? null

/** Reads what is stored about a guest, by the private link. */
export async function readStored(
  deps: ExportDeps,
  uuid: string,
): Promise<StoredData | 'not_found' | { purged: string }> {
  const { db, sealer, settings, now } = deps
  const found = isUuid(uuid) ? await store.findWhole(db, uuid) : undefined
  if (!found) return 'not_found'
  const { reservation, event } = found
  const { id, eventId, purgedAt } = reservation
  if (purgedAt) return { purged: await readDeletion(db, { id, eventId, purgedAt }) }
  const { safetyConsent, consentTermsHash, consentAt } = reservation
  return {
    at: now().toISOString(),
    deletedOn: purgeDay(event.endDateDate, settings.purgeAfterDays),
    event,
    reservation: {
      ...reservationOf(sealer, reservation, await readMoney(db, id, ranchDay(now()))),
      discount: await discountOf(db, reservation),
    },
    consent: { given: safetyConsent, termsHash: consentTermsHash, at: iso(consentAt) },
    party: await partyOf({ db, sealer }, reservation),
    cancellation: cancellationOf(sealer, found.cancellation),
    invoices: (await store.listStoredInvoices(db, id)).map(
      ({ id, purpose, description, extra, amount, own, due, createdAt, sentAt }) => {
        return {
          id,
          purpose,
          description,
          partOfPrice: !extra,
          amount,
          own,
          due,
          createdAt: createdAt.toISOString(),
          reminderSentAt: iso(sentAt),
        }
      },
    ),
    payments: (await store.listStoredPayments(db, id)).map(paymentOf),
    mails: (await store.listStoredEmails(db, id)).map((mail) => mailOf(sealer, mail)),
    history: (await store.listHistory(db, id)).map((entry) => happeningOf(sealer, entry)),
    arrival: arrivalOf(await listArrivals(db, [id]), { id, event }),
    choices: (await listChoices(db, id)).map(({ name, price, chosenAt }) => {
      return { name, price, chosenAt: chosenAt.toISOString() }
    }),
    keptCard: keptCardOf(await store.findStoredCard(db, id)),
    room: await roomOf(db, id),
    waitlist: waitingOf(sealer, await store.findWaiting(db, id)),
  }
}

function keptCardOf(found: Awaited<ReturnType<typeof store.findStoredCard>>): StoredData['keptCard'] {
  if (!found) return null
  const { card, customer, consentVersion, consentAt, endedAt } = found.card
  return {
    card,
    customer,
    consentVersion,
    consentAt: consentAt.toISOString(),
    endedAt: iso(endedAt),
    charges: found.charges.map(({ amount, chargeOn: on, status, declineCode, adviceCode }) => {
      return { amount, on, status, declineCode, adviceCode }
    }),
  }
}

async function discountOf(
  db: Services['db'],
  { codeId, discount: amount }: store.Whole['reservation'],
): Promise<StoredData['reservation']['discount']> {
  if (amount === 0) return null
  const code = codeId === null ? undefined : (await listCodeNames(db, [codeId])).get(codeId)
  return { code: code ?? null, amount }
}

async function roomOf(db: Services['db'], id: number): Promise<StoredData['room']> {
  const sleeps = (await listPlaces(db, [id])).get(id)
  return sleeps ? placeWords(sleeps.room, sleeps.place) : null
}

async function partyOf(
  { db, sealer }: Pick<ExportDeps, 'db' | 'sealer'>,
  row: store.Whole['reservation'],
): Promise<StoredData['party']> {
  if (row.partyId === null) return null
  const others = (await store.listOthers(db, row)).flatMap(({ uuid, customerName }) => {
    return openRecord(sealer, { table: 'reservations', row: uuid }, { customerName }).customerName ?? []
  })
  return { payer: isPayer(row), with: others, ownPrice: ownPrice(row) }
}

function reservationOf(sealer: Sealer, row: store.Whole['reservation'], money: ReservationMoney) {
  const person = pickFields(row, [...GUEST_FIELDS, 'notes'] as const)
  const opened = openRecord(sealer, { table: 'reservations', row: row.uuid }, person)
  return {
    id: row.id,
    status: row.status,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    holdExpiresAt: iso(row.holdExpiresAt),
    ...opened,
    ...hiddenOf(row),
    photoConsent: row.photoConsent,
    price: money.price,
    totalDue: money.totalDue,
    totalPaid: money.totalPaid,
    directionsViewedAt: iso(row.directionsViewedAt),
  }
}

function cancellationOf(sealer: Sealer, row: store.Whole['cancellation']): StoredData['cancellation'] {
  if (!row) return null
  const { cancelledBy, at, daysBefore, percent, refundToCards, refundByHand } = row
  const place = { table: 'cancellations', row: row.uuid }
  const { overrideReason } = openRecord(sealer, place, { overrideReason: row.overrideReason })
  return {
    cancelledBy,
    at: at.toISOString(),
    daysBefore,
    percent,
    refundToCards,
    refundByHand,
    overrideReason,
  }
}

/** As it was told, also for a day that the event has no more. */
function arrivalOf(
  arrivals: Awaited<ReturnType<typeof listArrivals>>,
  { id, event }: { id: number; event: EventDays },
): StoredData['arrival'] {
  const facts = arrivals.get(id)
  if (!facts) return null
  const { day, time, by } = facts
  const { leftPavementAt, hereAt, hereBy } = showArrival(facts, event)
  return { day, time, by, leftPavementAt, hereAt, hereBy }
}

type Rows<Read extends (...args: never[]) => Promise<unknown[]>> = Awaited<ReturnType<Read>>[number]

function paymentOf({
  payment,
  refunds,
}: Rows<typeof store.listStoredPayments>): StoredData['payments'][number] {
  const { id, invoiceId, method, amount, paidAt, intentId, chargeId, card, withdrawn } = payment
  return {
    id,
    invoiceId,
    method,
    amount,
    paidAt: paidAt.toISOString(),
    intentId,
    chargeId,
    card,
    withdrawn,
    refunds: refunds.map(({ amount, reason, status, byHand, createdAt, finishedAt }) => {
      return {
        amount,
        reason,
        status,
        byHand,
        createdAt: createdAt.toISOString(),
        finishedAt: iso(finishedAt),
      }
    }),
  }
}

/** E-mails about the guest that go to the ranch, or to who pays for them: that one's mailbox and money are nothing of the guest's. */
const TO_OTHERS: ReadonlySet<string> = new Set([
  'companion-cancelled',
  'late-refund-admin',
  'card-charge-failed-admin',
  'arrival-overdue',
  'arrival-overdue-host',
])

function mailOf(sealer: Sealer, row: Rows<typeof store.listStoredEmails>): StoredData['mails'][number] {
  const { emailType, status, subject, createdAt, sentAt, content, messageId } = row
  // The text of these is left out. One holds the links of every stay of the address, and only who got it has proved to own
  // those; the other is to who pays.
  const ofOthers = emailType === 'lost-link' || emailType === 'companion-cancelled'
  const kept = content && !ofOthers ? openContent(sealer, messageId, content) : null
  return {
    type: emailType,
    status,
    createdAt: createdAt.toISOString(),
    sentAt: iso(sentAt),
    to: TO_OTHERS.has(emailType) ? null : (kept?.to ?? null),
    subject,
    text: kept?.text ?? null,
  }
}

type Happening = StoredData['history'][number]

function happeningOf(sealer: Sealer, entry: Rows<typeof store.listHistory>): Happening {
  const { uuid, at, actor, action, fields } = entry
  const { details } = openRecord(sealer, { table: 'audit_entries', row: uuid }, { details: entry.details })
  return {
    at: at.toISOString(),
    by: whoDid(actor),
    what: action,
    fields: fields ?? [],
    details: details === null ? null : (JSON.parse(details) as Happening['details']),
  }
}

function whoDid(actor: string): Happening['by'] {
  if (actor === 'guest') return 'guest'
  if (actor === 'provider') return 'card company'
  return actor === 'host' || actor.startsWith('admin:') ? 'house' : 'site'
}

function waitingOf(
  sealer: Sealer,
  entry: Awaited<ReturnType<typeof store.findWaiting>>,
): StoredData['waitlist'] {
  if (!entry) return null
  const { uuid, customerName, email, phone, size, state, createdAt } = entry
  const place = { table: 'waitlist_entries', row: uuid }
  const opened = openRecord(sealer, place, { customerName, email, phone })
  return {
    customerName: opened.customerName ?? '',
    email: opened.email ?? '',
    phone: opened.phone,
    size,
    state,
    createdAt: createdAt.toISOString(),
  }
}
