/**
 * Queries for the rows from which the site writes e-mails. They also read tables of other features, and never write.
 */
import { and, asc, desc, eq, gte, inArray, isNull, sql } from 'drizzle-orm'
import { columns, type Database, firstRow, type Transaction } from '#platform/database/database.ts'
import { auditEntries } from '#platform/database/schema/audit.ts'
import {
  invoiceLines,
  invoices,
  reservationOptions,
  reservations,
} from '#platform/database/schema/booking.ts'
import { payments, refunds, cardCharges, savedCards } from '#platform/database/schema/payments.ts'
import { arrivals } from '#platform/database/schema/arrivals.ts'
import { codes } from '#platform/database/schema/codes.ts'
import { awaitsTaker, cancellations } from '#platform/database/schema/cancellations.ts'
import { guestMessages } from '#platform/database/schema/emails.ts'
import { eventOptions, events } from '#platform/database/schema/events.ts'
import { waitlistEntries, waitlistOffers } from '#platform/database/schema/waitlist.ts'
import { readSpots } from '#domain/events/store/events.ts'
import { REFUNDED_BY_REASON, refundedBeside } from '#domain/booking/store/payments.ts'
import { isHeldBack } from '#domain/booking/store/refunds.ts'
import { ERASURE_ASKED } from '#domain/booking/domain/guest-actions.ts'
import type { Day } from '#shared/days.ts'
import type { Cents } from '#shared/money.ts'
import { additionalInformationProvided, CONTACT_FIELDS, FINAL_DETAILS } from '#shared/guest-details.ts'

const reservationColumns = {
  ...columns(reservations, 'id', 'uuid', 'attendeeToken', 'status', 'purgedAt', 'price', 'partyId', 'share'),
  ...columns(reservations, 'codeId', 'discount'),
  ...columns(reservations, 'customerName', 'nickname', 'email', 'holdExpiresAt', 'replacesId'),
  ...columns(reservations, ...CONTACT_FIELDS),
}

const eventColumns = {
  ...columns(events, 'id', 'name', 'urlName', 'host', 'hostCell', 'hostEmail', 'adminEmail', 'cost'),
  ...columns(events, 'startDate', 'startDateDate', 'endDate', 'endDateDate', 'shortDescription'),
  ...columns(events, 'showWaitlist', 'cancelledAt', 'version'),
}

const cancellationColumns = {
  ...columns(cancellations, 'cancelledBy', 'daysBefore', 'replacementFound', 'percent', 'paid', 'fees'),
  ...columns(cancellations, 'refundByTerms', 'refundToCards', 'refundByHand'),
  awaitsFee: sql<boolean>`${cancellations.awaited} is not null`,
  awaitsTaker,
  /** Cents of the stay's refunds that Stripe holds back, no matter who paid. */
  held: sql<Cents>`(select coalesce(sum(${refunds.amount}), 0)::int from ${refunds}
    where ${refunds.key} like 'cancelled:' || ${cancellations.reservationId} || ':%' and ${isHeldBack})`,
  at: cancellations.at,
}

const refundColumns = columns(
  refunds,
  'paymentId',
  'amount',
  'overpayment',
  'status',
  'reason',
  'byHand',
  'waitsForBalance',
  'createdAt',
)

interface MovedFrom {
  name: string
  startDateDate: Day
  endDateDate: Day
  hasOptions: boolean
}

/** Returns a reservation with its event and payments, or undefined if it was deleted. Personal data stays sealed. */
export async function findReservationRows(db: Database, reservationId: number) {
  const [found] = await db
    .select({
      reservation: reservationColumns,
      // The guest's sealed details. They are never decrypted here, because the query only needs to know which ones
      // are missing.
      details: columns(reservations, ...FINAL_DETAILS),
      event: eventColumns,
      cancellation: cancellationColumns,
      offer: columns(waitlistOffers, 'token', 'expiresAt'),
      /** The token of the link to the waitlist entry. */
      entryToken: waitlistEntries.uuid,
      offeredSpots: waitlistEntries.size,
      arrival: {
        // Drizzle treats a joined row as missing if the row's first selected column is null. So a column that is
        // never null comes first.
        ...columns(arrivals, 'reservationId', 'day', 'time', 'by', 'leftPavementAt', 'hereAt', 'hereBy'),
      },
      /** The guest's discount code. The discount, in cents, covers the guest and the guest's companions together. */
      code: codes.code,
      discount: sql<number>`(select coalesce(sum(guest.discount), 0)::int from reservations as guest
        where guest.id = ${reservations.id}
          or (guest.party_id = ${reservations.id} and guest.status in ('pending', 'confirmed')))`,
      /** True if the guest asked for the deletion of their data. */
      erasureAsked: sql<boolean>`exists (select 1 from ${auditEntries} asked
        where asked.reservation_id = ${reservations.id} and asked.action = ${ERASURE_ASKED} and asked.actor = 'guest')`,
      /** True if our books have a payment by this guest, even if another guest became the party’s payer later. */
      hasPaid: sql<boolean>`exists (select 1 from ${payments} paid
        where coalesce(paid.paid_by, paid.reservation_id) = ${reservations.id})`,
      /** True if the guest, and not an admin, made the last change of choices. Null if there is none. */
      choicesByGuest: sql<boolean | null>`(select changed.actor = 'guest' from ${auditEntries} changed
        where changed.reservation_id = ${reservations.id} and changed.action = 'reservation.choicesChanged'
        order by changed.id desc limit 1)`,
      /** The event from which an admin last moved the stay. Null if there is none, or if it was deleted. */
      movedFrom: sql<MovedFrom | null>`(select json_build_object('name', former.name,
          'startDateDate', former.start_date_date, 'endDateDate', former.end_date_date,
          'hasOptions', exists (select 1 from ${eventOptions} offered where offered.event_id = former.id))
        from ${auditEntries} moved join ${events} former on former.id = moved.event_id
        where moved.reservation_id = ${reservations.id} and moved.action = 'reservation.movedAway'
        order by moved.id desc limit 1)`,
    })
    .from(reservations)
    .innerJoin(events, eq(events.id, reservations.eventId))
    .leftJoin(codes, eq(codes.id, reservations.codeId))
    .leftJoin(cancellations, eq(cancellations.reservationId, reservations.id))
    .leftJoin(waitlistOffers, eq(waitlistOffers.reservationId, reservations.id))
    .leftJoin(waitlistEntries, eq(waitlistEntries.id, waitlistOffers.entryId))
    .leftJoin(arrivals, eq(arrivals.reservationId, reservations.id))
    .where(eq(reservations.id, reservationId))
  if (!found) return undefined
  const { details, ...rest } = found
  return {
    ...rest,
    detailsMissing: !additionalInformationProvided(details),
    choices: (await listChoicesOf(db, [reservationId])).map(({ name, price }) => ({ name, price })),
    party: await listPartyOfStay(db, rest.reservation.partyId),
    /** The options that the guest can choose with an offered spot. Empty if no spot is offered. */
    offered: rest.offer === null ? [] : (await readSpots(db, rest.event.id)).options,
    invoices: await listInvoicesOfStay(db, reservationId),
    payments: await listPaymentsOfStay(db, reservationId),
    ...(await readSavedCard(db, reservationId)),
  }
}

export type ReservationRows = NonNullable<Awaited<ReturnType<typeof findReservationRows>>>
export type EventRow = ReservationRows['event']

/** SQL for the number of waiting entries on the waitlist of the event in the outer query. */
const countWaiting = sql<number>`(select count(*) from ${waitlistEntries} waiting
  where waiting.event_id = ${events.id} and waiting.state = 'waiting')::int`

/**
 * Returns a waitlist entry with its event and the number of waiting entries, or undefined if the entry was deleted.
 * Personal data stays sealed.
 */
export const findEntryRows = (db: Database, entryId: number) =>
  firstRow(
    db
      .select({ entry: waitlistEntries, event: eventColumns, waiting: countWaiting })
      .from(waitlistEntries)
      .innerJoin(events, eq(events.id, waitlistEntries.eventId))
      .where(eq(waitlistEntries.id, entryId)),
  )

export type EntryRows = NonNullable<Awaited<ReturnType<typeof findEntryRows>>>

/** Returns an admin's message, or undefined if it was deleted. Its text stays sealed. */
export const findMessageRow = (db: Database, id: number) =>
  firstRow(
    db
      .select(columns(guestMessages, 'uuid', 'eventId', 'subject', 'body'))
      .from(guestMessages)
      .where(eq(guestMessages.id, id)),
  )

/** Returns the options that the guest of each of these reservations chose, lodging first. */
const listChoicesOf = async (db: Database, reservationIds: number[]) =>
  db
    .select({
      reservationId: reservationOptions.reservationId,
      name: eventOptions.name,
      price: reservationOptions.price,
    })
    .from(reservationOptions)
    .innerJoin(eventOptions, eq(eventOptions.id, reservationOptions.optionId))
    .where(inArray(reservationOptions.reservationId, reservationIds))
    .orderBy(desc(eventOptions.kind), asc(eventOptions.sort), asc(eventOptions.id))

/** Returns all guests of a party, the payer first. Empty without a party. Personal data stays sealed. */
async function listPartyOfStay(db: Database, partyId: number | null) {
  if (partyId === null) return []
  const found = await db
    .select({
      member: {
        ...columns(reservations, 'id', 'uuid'),
        payer: sql<boolean>`${reservations.id} = ${reservations.partyId}`,
        ...columns(reservations, 'status', 'share', 'customerName', 'nickname', 'email'),
      },
      details: columns(reservations, ...FINAL_DETAILS),
      cancellation: cancellationColumns,
    })
    .from(reservations)
    .leftJoin(cancellations, eq(cancellations.reservationId, reservations.id))
    .where(eq(reservations.partyId, partyId))
    .orderBy(desc(sql`${reservations.id} = ${reservations.partyId}`), asc(reservations.id))
  const ids = found.map(({ member }) => member.id)
  const choices = Map.groupBy(await listChoicesOf(db, ids), ({ reservationId }) => reservationId)
  return found.map(({ member, details, cancellation }) => ({
    ...member,
    cancellation,
    detailsMissing: !additionalInformationProvided(details),
    choices: (choices.get(member.id) ?? []).map(({ name, price }) => ({ name, price })),
  }))
}

/**
 * Returns the invoices of a reservation by due day. Invoices without a due day come last. `lines` says how much of an
 * invoice is for each guest of the party.
 */
async function listInvoicesOfStay(db: Database, reservationId: number) {
  const found = await db
    .select(columns(invoices, 'id', 'purpose', 'description', 'extra', 'amount', 'due'))
    .from(invoices)
    .where(eq(invoices.reservationId, reservationId))
    .orderBy(asc(invoices.due), asc(invoices.id))
  const ids = found.map(({ id }) => id)
  const lines = await db
    .select()
    .from(invoiceLines)
    .where(inArray(invoiceLines.invoiceId, ids))
    .orderBy(asc(invoiceLines.reservationId))
  return found.map((invoice) => ({
    ...invoice,
    lines: lines
      .filter(({ invoiceId }) => invoiceId === invoice.id)
      .map(({ reservationId: id, amount }) => ({ reservationId: id, amount })),
  }))
}

/** Returns the payments of a reservation with their refunds, oldest first. */
async function listPaymentsOfStay(db: Database, reservationId: number) {
  const paid = await db
    .select({
      ...columns(payments, 'id', 'invoiceId', 'amount', 'paidAt'),
      /** The reservation of the guest who paid, if the invoice now belongs to another guest. Otherwise null. */
      paidBy: payments.paidBy,
      refunded: REFUNDED_BY_REASON,
    })
    .from(payments)
    .innerJoinLateral(refundedBeside, sql`true`)
    .where(eq(payments.reservationId, reservationId))
    .orderBy(asc(payments.paidAt), asc(payments.id))
  const ids = paid.map(({ id }) => id)
  const given = await db
    .select(refundColumns)
    .from(refunds)
    .where(inArray(refunds.paymentId, ids))
    .orderBy(asc(refunds.id))
  return paid.map(({ id, ...payment }) => {
    return { ...payment, refunds: given.filter(({ paymentId }) => paymentId === id) }
  })
}

/**
 * Returns the card that is saved for the remainder, or null if there is none. Also returns all attempts to charge a
 * saved card, the newest first.
 */
async function readSavedCard(db: Database, reservationId: number) {
  const [found] = await db
    .select(columns(savedCards, 'card', 'expires', 'endedAt'))
    .from(savedCards)
    .where(eq(savedCards.reservationId, reservationId))
  const charges = await db
    .select({
      ...columns(cardCharges, 'invoiceId', 'amount', 'status'),
      on: cardCharges.chargeOn,
    })
    .from(cardCharges)
    .where(eq(cardCharges.reservationId, reservationId))
    .orderBy(desc(cardCharges.id))
  return {
    keptCard: found?.endedAt === null ? { card: found.card, expires: found.expires } : null,
    /** True if a card was saved for the remainder and then deleted. */
    cardForgotten: found !== undefined && found.endedAt !== null,
    charges,
  }
}

/** Returns the newest confirmed reservation of any event that has not ended, or null if there is none. */
export async function findSomeReservation(db: Database, today: Day): Promise<number | null> {
  const [found] = await db
    .select({ id: reservations.id })
    .from(reservations)
    .innerJoin(events, eq(events.id, reservations.eventId))
    .where(
      and(
        eq(reservations.status, 'confirmed'),
        isNull(reservations.purgedAt),
        isNull(events.cancelledAt),
        gte(events.endDateDate, today),
      ),
    )
    .orderBy(desc(reservations.id))
    .limit(1)
  return found?.id ?? null
}

/**
 * Locks the reservation or waitlist entry that an e-mail is about. Until the transaction ends, nobody can delete it,
 * but others can change it.
 */
export async function lockAgainstDeletion(
  tx: Transaction,
  { reservationId, waitlistEntryId }: { reservationId: number | null; waitlistEntryId: number | null },
): Promise<void> {
  const of = (table: typeof reservations | typeof waitlistEntries, id: number) =>
    tx.select({ id: table.id }).from(table).where(eq(table.id, id)).for('key share')
  if (reservationId !== null) await of(reservations, reservationId)
  if (waitlistEntryId !== null) await of(waitlistEntries, waitlistEntryId)
}

/** Returns the id of the event that an e-mail is about, or null if it is about no event. */
export async function findEventOf(
  db: Database,
  { reservationId, waitlistEntryId }: { reservationId: number | null; waitlistEntryId: number | null },
): Promise<number | null> {
  const [row] = await (reservationId === null
    ? db
        .select({ eventId: waitlistEntries.eventId })
        .from(waitlistEntries)
        .where(eq(waitlistEntries.id, waitlistEntryId ?? 0))
    : db
        .select({ eventId: reservations.eventId })
        .from(reservations)
        .where(eq(reservations.id, reservationId)))
  return row?.eventId ?? null
}

/** Returns the reservation of an invoice, for a payment reminder. */
export const findReservationOfInvoice = (db: Database, id: number) =>
  firstRow(
    db
      .select({ invoiceId: invoices.id, reservationId: invoices.reservationId })
      .from(invoices)
      .where(eq(invoices.id, id)),
  )
