/** The books around `settle`: a booking is locked (in the order of `store/locks.ts`) and read as `settle` wants it, and what it decides is written, each change with its audit. */
import { areChoicesLeft, hasHappened } from '#features/events/rules.ts'
import { lockEvent, readSpots } from '#features/events/index.ts'
import { type AuditEntry, recordAudit } from '#platform/audit.ts'
import type { Transaction } from '#platform/database/database.ts'
import type { invoices } from '#platform/database/schema/booking.ts'
import { type Day, ranchDay } from '#shared/days.ts'
import { moneyOf } from '#shared/reservation-money.ts'
import type { BookingDeps } from '../deps.ts'
import type { Change, Booking } from '../domain/settle.ts'
import { lockInvoiceRow } from '../store/invoices.ts'
import { enqueueReplaced } from './cancel-with-refund.ts'
import { endCharge, endKeptCard, insertKeptCard, isCardKept } from '../store/kept-cards.ts'
import { lockIntent, lockReservation } from '../store/locks.ts'
import { closeIntent, type BookingPlace } from '../store/payment-intents.ts'
import { insertPayment, lockPaymentOfIntent, readMoneySums, updatePayment } from '../store/payments.ts'
import { enqueueRefund, listRefundsOfPayment } from '../store/refunds.ts'
import { listChoicesOf, listParty, type ReservationRow } from '../store/reservations.ts'
import { confirm, expire, markRefunded } from '../transitions.ts'
import { bookProviderRefund } from './overpayment.ts'

/** A booking as `settle` wants it, with the ids that its changes are written to. */
interface LockedBooking {
  booking: Booking
  eventId: number | null
  /** The party whose spots go with the reservation's. */
  partyId: number | null
  paymentId: number | null
  /** True: the card may be kept with what was paid: there is a guest, whose data is not deleted, and who paid it. */
  keepsCard: boolean
  /** The consent to keep the card; null: the guest did not want it kept. */
  consent: { version: string; at: Date } | null
}

/** Locks a booking and reads it. Null: the intent's row has moved on since `version` was read, so what the provider said in between may be old; start over. */
export async function lockBooking(
  tx: Transaction,
  { place, version, now }: { place: BookingPlace; version: number | null; now: Date },
): Promise<LockedBooking | null> {
  const event = place.eventId === null ? undefined : await lockEvent(tx, place.eventId)
  const { reservationId, invoiceId, intentId } = place
  const reservation = reservationId === null ? undefined : await lockReservation(tx, reservationId)
  const invoice = invoiceId === null ? undefined : await lockInvoiceRow(tx, invoiceId)
  const intent = intentId === null ? undefined : await lockIntent(tx, intentId)
  if (intent && (intent.version !== version || intent.invoiceId !== invoiceId)) return null

  const payment = intent ? await lockPaymentOfIntent(tx, intent.id) : undefined
  // A stay whose data is deleted has no guest to come for it.
  const isOpen = event?.cancelledAt === null && !hasHappened(event.startDateDate, ranchDay(now))
  return {
    eventId: place.eventId,
    partyId: reservation?.partyId ?? null,
    paymentId: payment?.id ?? null,
    keepsCard:
      reservation?.purgedAt === null && (payment?.paidBy == null || payment.paidBy === reservation.id),
    consent:
      intent?.consentVersion && intent.consentAt
        ? { version: intent.consentVersion, at: intent.consentAt }
        : null,
    booking: {
      // Consent that was withdrawn leaves the customer with the payment, and nothing is kept.
      intent: intent
        ? { ...intent, customer: intent.consentVersion === null ? null : intent.customer }
        : null,
      payment: payment ? { ...payment, refunds: await listRefundsOfPayment(tx, payment.id) } : null,
      invoice: invoice && reservation ? await invoiceFacts(tx, invoice, ranchDay(now)) : null,
      reservation: reservation ?? null,
      cardKept: reservation ? await isCardKept(tx, reservation.id) : false,
      spotFree:
        isOpen && reservation?.status === 'expired' && reservation.purgedAt === null
          ? await areSpotsLeft(tx, { event, reservation })
          : false,
    },
  }
}

/** True: there are spots left for a hold and its party, whose time had ended, and what they chose with them (R2.1, R37.6). */
async function areSpotsLeft(
  tx: Transaction,
  { event, reservation }: { event: { id: number; spots: number }; reservation: ReservationRow },
): Promise<boolean> {
  const { id, partyId } = reservation
  const party = partyId === null ? [] : await listParty(tx, partyId)
  const ids = party.length === 0 ? [id] : party.flatMap((one) => (one.status === 'expired' ? [one.id] : []))
  const spots = await readSpots(tx, event.id)
  if (event.spots - spots.taken < ids.length) return false
  return (
    spots.options.length === 0 || areChoicesLeft(spots, [...(await listChoicesOf(tx, ids)).values()].flat())
  )
}

/** `paysAll`: with this invoice paid, nothing of the reservation is left to pay. */
async function invoiceFacts(
  tx: Transaction,
  { id, reservationId, amount, unpaid }: typeof invoices.$inferSelect,
  today: Day,
): Promise<NonNullable<Booking['invoice']>> {
  if (!unpaid) return { id, paid: true, paysAll: false }
  const sums = await readMoneySums(tx, reservationId, today)
  const after = { ...sums, received: sums.received + amount, unpaid: sums.unpaid - amount }
  return { id, paid: false, paysAll: moneyOf(after).paidUp }
}

interface WritingChanges {
  deps: BookingDeps
  locked: LockedBooking
  now: Date
  /** The actor of the audit: `provider`, `guest`, `job:<name>`. */
  by: string
}

/** Makes the changes in their order, in the transaction that holds the locks. */
export async function writeChanges(
  tx: Transaction,
  changes: Change[],
  writing: WritingChanges,
): Promise<void> {
  let { paymentId } = writing.locked
  for (const change of changes) {
    const recorded = await writeChange(change, { ...writing, tx, paymentId })
    paymentId = recorded ?? paymentId
  }
  const { locked, now } = writing
  const { reservation } = locked.booking
  if (reservation && changes.some((change) => OF_MONEY.has(change.do)))
    await enqueueReplaced(tx, reservation.id, now)
}

/** Changes of what a guest has paid: another stay's refund may wait for it. */
const OF_MONEY: ReadonlySet<Change['do']> = new Set(['record-payment', 'update-payment', 'book-refund'])

interface Writing extends WritingChanges {
  tx: Transaction
  /** The payment that the change is about: the one of the books, or the one that a change before it has recorded. */
  paymentId: number | null
}

const TRANSITIONS = { confirm, expire, 'mark-refunded': markRefunded }

/** Makes one change, with its audit (a transition writes its own); gives the payment that it has recorded. */
async function writeChange(change: Change, writing: Writing): Promise<number | void> {
  const { tx, deps, locked, now, by } = writing
  const { intent, invoice, reservation } = locked.booking
  const paymentId = () => present(writing.paymentId)
  const stayId = () => present(reservation?.id)
  switch (change.do) {
    case 'confirm':
    case 'expire':
    case 'mark-refunded': {
      const { partyId, eventId } = locked
      const stay = { id: stayId(), partyId, eventId: present(eventId) }
      const cause = { by: { actor: by }, now, details: { intentId: intent?.id ?? null } }
      return TRANSITIONS[change.do](tx, deps, { reservation: stay, invoiceId: invoice?.id, ...cause })
    }
    case 'record-payment': {
      const { invoiceId } = change
      const intentId = present(intent?.id)
      await endCharge(tx, { intentId }, { status: 'succeeded', now })
      const charge = { ...change.charge, card: cardOf(locked, change.charge) }
      const reservationId = reservation?.id ?? null
      const entityId = await insertPayment(tx, { intentId, invoiceId, reservationId, charge, now })
      const details = { intentId, amount: charge.received }
      await note(writing, 'payment.recorded', { entity: 'payment', entityId, details })
      return entityId
    }
    case 'update-payment': {
      const { fee, withdrawn } = change
      await updatePayment(tx, paymentId(), { ...change, card: cardOf(locked, change) })
      const withdrawnBefore = locked.booking.payment?.withdrawn ?? 0
      return noteOfPayment(writing, 'payment.updated', { fee, withdrawn, withdrawnBefore })
    }
    case 'close-intent': {
      const intentId = present(intent?.id)
      await closeIntent(tx, intentId, 'canceled')
      await endCharge(tx, { intentId }, { status: 'declined', now })
      return
    }
    case 'refund': {
      const { key, amount, reason } = change
      await enqueueRefund(tx, { paymentId: paymentId(), key, amount, reason, now })
      return noteOfPayment(writing, 'refund.requested', { key, amount })
    }
    case 'book-refund': {
      const { key, refund } = change
      await bookProviderRefund(tx, { paymentId: paymentId(), key, refund, now })
      return noteOfPayment(writing, `refund.${refund.status}`, { key, amount: refund.amount })
    }
    case 'keep-card': {
      const consent = present(locked.consent)
      const entityId = stayId()
      await insertKeptCard(tx, { reservationId: entityId, kept: change.kept, consent, now })
      const details = { version: consent.version }
      return note(writing, 'card.kept', { entity: 'reservation', entityId, details })
    }
    case 'drop-card':
      await endKeptCard(tx, stayId(), now)
      return note(writing, 'card.disputed', { entity: 'reservation', entityId: stayId() })
    case 'mail': {
      const { type, key } = change
      const mail = { type, reservationId: stayId(), invoiceId: invoice?.id, key, now }
      await deps.emails.enqueue(tx, mail)
      return
    }
    case 'cancel-intent':
      throw new Error('An intent is canceled outside of transactions')
  }
}

type About = Pick<AuditEntry, 'entity' | 'entityId' | 'details'>

async function note({ tx, deps, locked, now, by }: Writing, action: string, about: About): Promise<void> {
  const reservationId = locked.booking.reservation?.id ?? null
  const { eventId } = locked
  await recordAudit(tx, deps.sealer, [{ actor: by, action, ...about, eventId, reservationId, at: now }])
}

const noteOfPayment = (writing: Writing, action: string, details: AuditEntry['details']) =>
  note(writing, action, { entity: 'payment', entityId: present(writing.paymentId), details })

/** With which card it was paid; null where there is no guest, or their data is deleted. */
const cardOf = ({ keepsCard }: LockedBooking, { card }: { card: string | null }) => (keepsCard ? card : null)

// `settle` names a change only where its object exists; anything else is a bug.
function present<T>(value: T | null | undefined): T {
  if (value === null || value === undefined) throw new Error('A change without its object')
  return value
}
