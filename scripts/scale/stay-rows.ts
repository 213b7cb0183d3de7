/** A stay's rows: the reservation, its invoices, payments and refunds, its mails and what was noted of it. */
import { auditEntries } from '#platform/database/schema/access.ts'
import { invoices, payments, refunds, reservations } from '#platform/database/schema/booking.ts'
import { cancellations } from '#platform/database/schema/cancellations.ts'
import { sealRecord } from '#platform/sealing.ts'
import { personOf, purgeOf, type House } from './house.ts'
import { addMail } from './mail-rows.ts'
import type { PlannedEvent } from './plan.ts'
import { addCardPayment, addCardRefund } from './provider-rows.ts'
import type { Invoice, Paid, Stay } from './stay.ts'

/** Of any terms: nobody reads them here. */
const TERMS_HASH = 'f'.repeat(64)
/** Refunds by hand of which the host has not said yet that they were given. */
const SHARE_OWED = 0.05

export function addStay(house: House, event: PlannedEvent, stay: Stay): void {
  const { writer, chance, numbers } = house
  const id = numbers.next('reservation')
  const uuid = chance.uuid()
  const purgedAt = purgeOf(house, event)
  writer.add(reservations, {
    id,
    uuid,
    attendeeToken: chance.uuid(),
    eventId: event.id,
    status: stay.status,
    holdExpiresAt: null,
    ...guestColumns(house, { uuid, purged: purgedAt !== null, informed: stay.informed }),
    safetyConsent: stay.informed,
    photoConsent: stay.informed,
    consentTermsHash: stay.informed ? TERMS_HASH : null,
    consentAt: stay.informed ? stay.signedUpAt : null,
    price: stay.price,
    directionsViewedAt: stay.directionsViewedAt,
    purgedAt,
    version: 1,
    createdAt: stay.signedUpAt,
    updatedAt: purgedAt ?? stay.signedUpAt,
  })
  for (const invoice of stay.invoices) addInvoice(house, { event, reservationId: id, invoice, stay })
  if (stay.cancellation) addCancellation(house, { event, reservationId: id, ...stay.cancellation })
  const mail = { reservationId: id, event, purged: purgedAt !== null }
  if (stay.status === 'confirmed' || stay.status === 'cancelled') {
    note(house, { event, id, action: 'reservation.confirmed', at: stay.signedUpAt })
    addMail(house, { ...mail, type: 'invoice-success', at: stay.signedUpAt })
  }
  if (purgedAt && stay.status === 'confirmed')
    addMail(house, { ...mail, type: 'deletion-receipt', at: purgedAt })
}

/** A spot that is held for whoever is offered it; gives the reservation's id. */
export function addHeld(house: House, event: PlannedEvent, expiresAt: Date): number {
  const { writer, chance, numbers, now } = house
  const id = numbers.next('reservation')
  const uuid = chance.uuid()
  writer.add(reservations, {
    id,
    uuid,
    attendeeToken: chance.uuid(),
    eventId: event.id,
    status: 'pending',
    holdExpiresAt: expiresAt,
    ...guestColumns(house, { uuid, purged: false, informed: false }),
    safetyConsent: false,
    photoConsent: false,
    consentTermsHash: null,
    consentAt: null,
    price: Math.max(0, event.cost),
    directionsViewedAt: null,
    purgedAt: null,
    version: 1,
    createdAt: now,
    updatedAt: now,
  })
  return id
}

function guestColumns(
  house: House,
  { uuid, purged, informed }: { uuid: string; purged: boolean; informed: boolean },
) {
  const { customerName, email, ...more } = personOf(house)
  const nobody = { customerName: null, email: null, emailHash: null }
  const untold = Object.fromEntries(Object.keys(more).map((key) => [key, null])) as Record<
    keyof typeof more,
    null
  >
  if (purged) return { ...nobody, ...untold }
  const known = { customerName, email, ...(informed ? more : untold) }
  const sealed = sealRecord(house.sealer, { table: 'reservations', row: uuid }, known)
  return { ...sealed, emailHash: house.sealer.lookup(email) }
}

interface InvoiceOf {
  event: PlannedEvent
  reservationId: number
  invoice: Invoice
  stay: Stay
}

function addInvoice(house: House, { event, reservationId, invoice, stay }: InvoiceOf): void {
  const { writer, numbers } = house
  const { purpose, amount, due, paid } = invoice
  const id = numbers.next('invoice')
  writer.add(invoices, { id, reservationId, purpose, amount, due, sentAt: null, createdAt: stay.signedUpAt })
  if (!paid) return
  const paymentId = numbers.next('payment')
  const money = { id: paymentId, invoiceId: id, reservationId, amount }
  const card =
    paid.method === 'card'
      ? addCardPayment(house, { ...money, purpose, eventId: event.id, paid })
      : { intentId: null, chargeId: null }
  writer.add(payments, {
    ...money,
    method: paid.method,
    ...card,
    fee: paid.fee,
    disputed: false,
    paidAt: paid.paidAt,
    createdAt: paid.paidAt,
  })
  if (paid.refund) addRefund(house, { paymentId, paid, refund: paid.refund, ...card })
}

interface RefundOf {
  paymentId: number
  paid: Paid
  refund: NonNullable<Paid['refund']>
  intentId: string | null
  chargeId: string | null
}

function addRefund(house: House, { paymentId, refund, intentId, chargeId }: RefundOf): void {
  const { writer, numbers, chance } = house
  const id = numbers.next('refund')
  const key = `${refund.reason}:${intentId ?? paymentId}`
  const owed = intentId === null && chance.happens(SHARE_OWED)
  const providerRefundId =
    intentId === null ? null : addCardRefund(house, { intentId, chargeId, key, refund })
  writer.add(refunds, {
    id,
    paymentId,
    key,
    amount: refund.amount,
    reason: refund.reason,
    byHand: intentId === null,
    status: owed ? 'owed' : 'succeeded',
    providerRefundId,
    createdAt: refund.at,
    finishedAt: owed ? null : refund.at,
  })
}

interface CancellationOf extends NonNullable<Stay['cancellation']> {
  event: PlannedEvent
  reservationId: number
}

function addCancellation(house: House, { event, reservationId, plan, at }: CancellationOf): void {
  house.writer.add(cancellations, {
    reservationId,
    uuid: house.chance.uuid(),
    cancelledBy: plan.cancelledBy,
    daysBefore: plan.daysBefore,
    replacementFound: plan.replacementFound,
    percent: plan.percent,
    paid: plan.paid,
    fees: plan.fees,
    refundByTerms: plan.refundByTerms,
    refundToCards: plan.refundToCards,
    refundByHand: plan.refundByHand,
    overrideReason: null,
    at,
  })
  note(house, { event, id: reservationId, action: 'reservation.cancelled', at })
}

function note(
  { writer, chance }: House,
  { event, id, action, at }: { event: PlannedEvent; id: number; action: string; at: Date },
): void {
  writer.add(auditEntries, {
    uuid: chance.uuid(),
    at,
    actor: 'guest',
    action,
    entity: 'reservation',
    entityId: id,
    eventId: event.id,
    reservationId: id,
    fields: null,
    actorEmail: null,
    details: null,
  })
}
