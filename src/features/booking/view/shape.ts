/** A reservation's rows as the contract shows them. */
import { openRecord, type Sealer } from '#platform/sealing.ts'
import { additionalInformationProvided } from '#shared/guest-details.ts'
import type { Day } from '#shared/days.ts'
import { allRefunded, isStanding, reservationMoney } from '#shared/reservation-money.ts'
import type { EventSummary } from '#features/events/contract/events.ts'
import type { Invoice, Reservation } from '../contract.ts'
import { inGuestOrder } from './rules.ts'
import type { InvoiceLine, ReservationRow } from './store.ts'

export interface Around {
  event: EventSummary
  lines: InvoiceLine[]
  /** Invoice id → client secret, for those that can be paid now. */
  secrets: ReadonlyMap<number, string>
  sealer: Sealer
  /** The day at the ranch. */
  today: Day
}

/** Opens the personal fields; throws when a value was moved or changed (see `Sealer.open`). */
export function toReservation(row: ReservationRow, around: Around): Reservation {
  const { event, lines, secrets, sealer, today } = around
  const details = openRecord(
    sealer,
    { table: 'reservations', row: row.uuid },
    {
      customerName: row.customerName,
      email: row.email,
      nickname: row.nickname,
      phone: row.phone,
      address: row.address,
      emergencyContactName: row.emergencyContactName,
      emergencyContactPhone: row.emergencyContactPhone,
      foodAllergies: row.foodAllergies,
      medicalConditions: row.medicalConditions,
      otherInformation: row.otherInformation,
    },
  )
  const { totalDue, totalPaid, fullyPaid, ...money } = reservationMoney({
    standing: isStanding(row.status),
    price: row.price,
    invoices: lines.map(({ invoice: { amount, extra, due }, payment, refunded }) => {
      return { amount, extra, due, payment: payment && { ...payment, refunded } }
    }),
    today,
  })
  const { safetyConsent, photoConsent } = row
  return {
    id: row.id,
    uuid: row.uuid,
    status: row.status,
    holdExpiresAt: row.holdExpiresAt?.toISOString() ?? null,
    ...details,
    customerName: details.customerName ?? '',
    email: details.email ?? '',
    safetyConsent,
    photoConsent,
    totalDue,
    totalPaid,
    fullyPaid,
    money,
    additionalInformationProvided: additionalInformationProvided({ ...details, safetyConsent }),
    eventName: event.name,
    event,
    invoices: inGuestOrder(lines.map((line) => toInvoice(line, secrets))),
  }
}

/** As the contract shows it; `secrets`: of those that can be paid now. */
export function toInvoice(
  { invoice, payment, refunded }: InvoiceLine,
  secrets: ReadonlyMap<number, string>,
): Invoice {
  return {
    id: invoice.id,
    reservationId: invoice.reservationId,
    purpose: invoice.purpose,
    description: invoice.description,
    partOfPrice: !invoice.extra,
    amount: invoice.amount,
    paid: payment !== null,
    datePaid: payment?.paidAt.toISOString() ?? null,
    paymentMethod: payment?.method ?? null,
    due: invoice.due,
    createdAt: invoice.createdAt.toISOString(),
    sent: invoice.sentAt !== null,
    dateSent: invoice.sentAt?.toISOString() ?? null,
    refunded: payment ? allRefunded(refunded) : 0,
    disputed: (payment?.withdrawn ?? 0) > 0,
    withdrawn: payment?.withdrawn ?? 0,
    clientSecret: payment ? null : (secrets.get(invoice.id) ?? null),
  }
}
