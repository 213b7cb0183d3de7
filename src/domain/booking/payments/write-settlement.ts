/**
 * Connects the pure function `settle` with the database: locks a booking (in the order of `booking/store/locks.ts`),
 * reads it for `settle`, and writes each change that `settle` returns, with its audit entry.
 */
import { confirmHold } from './confirm-hold.ts'
import { enqueueEmail } from '#platform/email-queue.ts'
import { areChoicesLeft, hasHappened } from '#domain/events/rules.ts'
import { lockEvent, readSpots } from '#domain/events/store/events.ts'
import { type AuditEntry, recordAudit } from '#platform/audit.ts'
import type { Transaction } from '#platform/database/database.ts'
import type { invoices } from '#platform/database/schema/booking.ts'
import { type Day, ranchDay } from '#shared/days.ts'
import { moneyOf } from '#shared/reservation-money.ts'
import type { BookingDeps } from '../deps.ts'
import type { Change, Booking } from '../domain/settle.ts'
import { lockInvoiceRow } from '../store/invoices.ts'
import { enqueueReplaced } from './cancel-with-refund.ts'
import { endCharge, endSavedCard, insertSavedCard, isCardSaved } from '../store/saved-cards.ts'
import { lockIntent, lockReservation } from '../store/locks.ts'
import { closeIntent, FLAGGED, hasNewWarning, type BookingPlace } from '../store/payment-intents.ts'
import { insertPayment, lockPaymentOfIntent, readMoneySums, updatePayment } from '../store/payments.ts'
import { enqueueRefund, listRefundsOfPayment } from '../store/refunds.ts'
import { listChoicesOf, listParty, type ReservationRow } from '../store/reservations.ts'
import { expire, markRefunded } from '../transitions.ts'
import { bookProviderRefund } from './overpayment.ts'

/** The input for `settle`, and the ids of the rows that its changes affect. All rows are locked. */
interface LockedBooking {
  booking: Booking
  eventId: number | null
  /**
   * Id of the reservation's party. `confirm` and `expire` apply to the whole party. Null if the reservation is in none.
   */
  partyId: number | null
  paymentId: number | null
  /**
   * True if the site may store the name of the payment's card: the guest's data is not purged, and the card is this
   * guest's.
   */
  keepsCard: boolean
  /** The guest's consent to save the card; null without consent. */
  consent: { version: string; at: Date } | null
}

interface LockingBooking {
  place: BookingPlace
  version: number | null
  /** True if the payment is disputed, or a bank suspects that it is fraud. */
  disputed: boolean
  now: Date
}

/**
 * Locks a booking and reads it. Returns null if the intent's row has changed since the caller read `version`. Then
 * Stripe's status may be outdated, and the caller must start over.
 */
export async function lockBooking(
  tx: Transaction,
  { place, version, disputed, now }: LockingBooking,
): Promise<LockedBooking | null> {
  const event = place.eventId === null ? undefined : await lockEvent(tx, place.eventId)
  const { reservationId, invoiceId, intentId } = place
  const reservation = reservationId === null ? undefined : await lockReservation(tx, reservationId)
  const invoice = invoiceId === null ? undefined : await lockInvoiceRow(tx, invoiceId)
  const intent = intentId === null ? undefined : await lockIntent(tx, intentId)
  if (intent && (intent.version !== version || intent.invoiceId !== invoiceId)) return null

  const payment = intent ? await lockPaymentOfIntent(tx, intent.id) : undefined
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
      // After a guest has withdrawn the consent to save a card, the intent still has its Stripe customer. But no
      // card may be saved.
      intent: intent
        ? { ...intent, customer: intent.consentVersion === null ? null : intent.customer }
        : null,
      payment: payment ? { ...payment, refunds: await listRefundsOfPayment(tx, payment.id) } : null,
      invoice: invoice && reservation ? await invoiceFacts(tx, invoice, ranchDay(now)) : null,
      reservation: reservation ?? null,
      cardKept: reservation ? await isCardSaved(tx, reservation.id) : false,
      hasNewWarning: disputed && intentId !== null && (await hasNewWarning(tx, intentId)),
      // A stay whose data was purged has no guest who could come, so it does not get a spot again.
      spotFree:
        isOpen && reservation?.status === 'expired' && reservation.purgedAt === null
          ? await areSpotsLeft(tx, { event, reservation })
          : false,
    },
  }
}

/** Returns whether an expired hold and its party can get their spots and options again (R2.1, R37.6). */
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

/**
 * Returns the facts about an invoice that `settle` needs. `paysAll` means that the guest owes nothing more after
 * this invoice.
 */
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
  by: string
}

/** Writes the changes that `settle` returned, in order. The caller's transaction holds the locks. */
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

/**
 * Changes that affect how much a guest has paid. If the guest took over a spot, the refund to the former guest of
 * that spot depends on this amount.
 */
const OF_MONEY: ReadonlySet<Change['do']> = new Set(['record-payment', 'update-payment', 'book-refund'])

interface Writing extends WritingChanges {
  tx: Transaction
  /**
   * Id of the payment that the change affects. An earlier change in the list may have recorded that payment.
   */
  paymentId: number | null
}

const TRANSITIONS = { confirm: confirmHold, expire, 'mark-refunded': markRefunded }

/**
 * Writes one change that `settle` returned, with its audit entry. Returns the payment's id if the change recorded a
 * payment.
 */
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
      await updatePayment(tx, paymentId(), { ...change, card: cardOf(locked, change), now })
      const withdrawnBefore = locked.booking.payment?.withdrawn ?? 0
      return noteOfPayment(writing, 'payment.updated', { fee, withdrawn, withdrawnBefore })
    }
    case 'close-intent':
      // Closing the intent does not finish the charge of a saved card. Only Stripe's reply to the charge says why
      // the bank declined it.
      return closeIntent(tx, present(intent?.id), 'canceled')
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
      await insertSavedCard(tx, { reservationId: entityId, kept: change.savedCard, consent, now })
      const details = { version: consent.version }
      return note(writing, 'card.kept', { entity: 'reservation', entityId, details })
    }
    case 'drop-card':
      await endSavedCard(tx, stayId(), now)
      return note(writing, 'card.disputed', { entity: 'reservation', entityId: stayId() })
    case 'pass-on-warning':
      return note(writing, FLAGGED, { entity: 'payment', entityId: paymentId() })
    case 'mail': {
      const { type, key } = change
      const mail = { type, reservationId: stayId(), invoiceId: invoice?.id, key, now }
      await enqueueEmail(tx, mail)
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

/** Returns the card's name to store, or null if the guest's data is purged or another guest paid. */
const cardOf = ({ keepsCard }: LockedBooking, { card }: { card: string | null }) => (keepsCard ? card : null)

// `settle` returns only changes whose rows exist. A missing row is a bug, so this function throws.
function present<T>(value: T | null | undefined): T {
  if (value === null || value === undefined) throw new Error('A change without its object')
  return value
}
