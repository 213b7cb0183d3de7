/**
 * The tables `reservations`, `reservation_options` and `replacement_links`. Only `transitions.ts` may change a
 * reservation's status.
 */
import { randomUUID } from 'node:crypto'
import { and, asc, desc, eq, gt, inArray, isNull, lte, notInArray, or, sql } from 'drizzle-orm'
import {
  columns,
  type Database,
  firstRow,
  idsOf,
  isAnyOf,
  onlyRow,
  rows,
  type Transaction,
} from '#platform/database/database.ts'
import {
  invoices,
  paymentIntents,
  replacementLinks,
  reservationOptions,
  reservations,
  type ReservationStatus,
} from '#platform/database/schema/booking.ts'
import { eventOptions } from '#platform/database/schema/events.ts'
import { isUuid } from '#shared/fields.ts'
import type { Cents } from '#shared/money.ts'
import { type Chosen, totalPrice } from '#domain/events/domain/options.ts'
import type { Choice } from '../domain/choices.ts'
import type { ReplacementProblem, ReplacementStatus } from '../domain/replacement.ts'
import type { SealedGuest } from '../sealed-guest.ts'

export type ReservationRow = typeof reservations.$inferSelect

/**
 * Finds the reservation of a private link, even if its data was purged (see `purgedAt`). Returns undefined for a
 * malformed uuid.
 */
export async function findReservationByUuid(db: Database, uuid: string): Promise<ReservationRow | undefined> {
  if (!isUuid(uuid)) return undefined
  return firstRow(db.select().from(reservations).where(eq(reservations.uuid, uuid)))
}

export const findReservation = (db: Database, id: number): Promise<ReservationRow | undefined> =>
  firstRow(db.select().from(reservations).where(eq(reservations.id, id)))

export interface ReservationPage {
  eventId: number
  /** The query returns only reservations with a greater id than this. */
  after: number
  limit?: number | undefined
}

/** Returns an event's reservations of any status, by id. */
export async function listReservations(
  db: Database,
  { eventId, after, limit }: ReservationPage,
): Promise<ReservationRow[]> {
  const all = db
    .select()
    .from(reservations)
    .where(and(eq(reservations.eventId, eventId), gt(reservations.id, after)))
    // `+ 0` keeps PostgreSQL from reading the reservations of all events in the order of an index.
    .orderBy(asc(sql`${reservations.id} + 0`))
  return limit === undefined ? all : all.limit(limit)
}

/** Returns which of these reservations are canceled, by id. */
export const listCanceled = async (db: Database, ids: readonly number[]): Promise<number[]> =>
  idsOf(
    db
      .select({ id: reservations.id })
      .from(reservations)
      .where(and(inArray(reservations.id, [...ids]), eq(reservations.status, 'cancelled'))),
  )

/** Returns all reservations of a party, of any status, the payer's first. */
export const listParty = async (db: Database, partyId: number): Promise<ReservationRow[]> =>
  (await listParties(db, [partyId])).get(partyId) ?? []

/**
 * SQL condition for queries that list reservations: the hold waits until its payer confirms by e-mail. Must follow
 * the same rule as `booking/domain/mailbox.ts › waitsForMailbox`.
 */
export const waitsForMailboxNow = sql<boolean>`(reservations.status = 'pending' and exists (
  select 1 from reservations payer
  where payer.id = coalesce(reservations.party_id, reservations.id) and payer.consent_at is not null
    and not exists (
      select 1 from invoices asked
      where asked.reservation_id = payer.id and asked.purpose in ('deposit', 'whole') and asked.amount > 0)))`

export async function listParties(
  db: Database,
  partyIds: readonly number[],
): Promise<Map<number, ReservationRow[]>> {
  if (partyIds.length === 0) return new Map()
  const found = await db
    .select()
    .from(reservations)
    .where(inArray(reservations.partyId, [...new Set(partyIds)]))
    .orderBy(desc(sql`${reservations.id} = ${reservations.partyId}`), asc(reservations.id))
  return Map.groupBy(found, ({ partyId }) => partyId ?? 0)
}

/** Counts an event's reservations of any status. */
export const countReservations = async (db: Database, eventId: number): Promise<number> =>
  db.$count(reservations, eq(reservations.eventId, eventId))

/** Selects one reservation, several, or all of an event. */
export type ReservationSelector =
  | { reservationId: number }
  | { reservationIds: number[] }
  | { eventId: number }

export function whereReservations(which: ReservationSelector) {
  if ('eventId' in which) return eq(reservations.eventId, which.eventId)
  return 'reservationIds' in which
    ? inArray(reservations.id, which.reservationIds)
    : eq(reservations.id, which.reservationId)
}

/** SQL condition that joins an invoice with its open payment intent. An invoice has at most one. */
export const isOpenForInvoice = and(
  eq(paymentIntents.invoiceId, invoices.id),
  // The status is written into the SQL text. With a bound parameter, a cached query plan could not use the partial
  // index of open intents.
  sql`${paymentIntents.status} = 'open'`,
)

/**
 * Takes the next reservation id from the sequence. A payer needs it before the insert, because the row names its
 * own id as the party's. It is also for a reply that must look like the reply to a real sign-up.
 */
export async function spendReservationId(tx: Transaction): Promise<number> {
  const [row] = rows<{ id: number }>(
    await tx.execute(sql`select nextval(pg_get_serial_sequence('reservations', 'id'))::int as id`),
  )
  if (!row) throw new Error('The sequence returned no id')
  return row.id
}

/**
 * SQL condition: the reservation is a payer's, or in no party. A hold ends for a whole party, so only the payer's
 * reservation counts.
 */
const isNoCompanion = or(isNull(reservations.partyId), eq(reservations.partyId, reservations.id))

/**
 * Returns the reservations whose private link this payer received to pass on. Includes those that have left the
 * payer's party or the event. Omits reservations whose data was purged.
 */
export const listLinksKnownTo = async (db: Database, payerId: number): Promise<number[]> => {
  const isKnown = sql`${payerId} = any(${reservations.linkKnownTo})`
  const found = await db
    .select({ id: reservations.id })
    .from(reservations)
    .where(and(isKnown, isNull(reservations.purgedAt)))
    .orderBy(asc(reservations.id))
  return found.map(({ id }) => id)
}

/**
 * Returns the ids of holds whose deadline is at or before `now`, the earliest first. Returns only the payer's
 * reservation of a party.
 */
export async function listEndedHolds(db: Database, now: Date, limit: number): Promise<number[]> {
  const found = await db
    .select({ id: reservations.id })
    .from(reservations)
    .where(and(eq(reservations.status, 'pending'), lte(reservations.holdExpiresAt, now), isNoCompanion))
    .orderBy(asc(reservations.holdExpiresAt), asc(reservations.id))
    .limit(limit)
  return found.map((row) => row.id)
}

export const standingOfEvent = (eventId: number) =>
  and(
    eq(reservations.eventId, eventId),
    inArray(reservations.status, ['pending', 'confirmed']),
    isNull(reservations.purgedAt),
  )

/**
 * Returns an event's active reservations, ordered by id. Omits those whose data was purged, because they have no
 * guest left to notify.
 */
export const listActive = async (db: Database, eventId: number) =>
  db
    .select({
      ...columns(reservations, 'id', 'status', 'partyId'),
      hasEmail: sql<boolean>`${reservations.email} is not null`,
    })
    .from(reservations)
    .where(standingOfEvent(eventId))
    .orderBy(asc(reservations.id))

export interface NewReservation {
  uuid: string
  eventId: number
  status: 'pending' | 'confirmed'
  holdExpiresAt: Date | null
  attemptHash: string | null
  /** The stay whose spot this reservation takes over. */
  replacesId?: number | null
  /** Price of this guest's stay with its options, after the discount of a code. */
  price: Cents
  /** Cents that a discount code took off this guest's stay. */
  discount?: Cents
  codeId?: number | null
  chosen?: readonly Chosen[]
  companions?: readonly NewCompanion[]
  /** Hash of the Terms of Stay to which the guest has just agreed; null without consent. */
  termsHash: string | null
  guest: SealedGuest
  now: Date
}

/** A guest for whom another guest pays. */
export type NewCompanion = Pick<NewReservation, 'uuid' | 'price' | 'discount' | 'guest' | 'chosen'>

/**
 * Inserts the reservations of a guest and of all companions. The caller holds the event's lock.
 * @returns the ids, the payer's first
 */
export async function insertReservation(
  tx: Transaction,
  { guest, termsHash, now, price, chosen = [], companions = [], ...reservation }: NewReservation,
): Promise<[number, ...number[]]> {
  const partyId = companions.length === 0 ? null : await spendReservationId(tx)
  const row = onlyRow(
    await tx
      .insert(reservations)
      .values({
        ...reservation,
        ...guest,
        ...(partyId === null ? {} : { id: partyId, partyId, share: price }),
        price: price + totalPrice(companions),
        attendeeToken: randomUUID(),
        consentTermsHash: termsHash,
        consentAt: termsHash === null ? null : now,
        createdAt: now,
        updatedAt: now,
      })
      .returning({ id: reservations.id }),
  )
  await addChoices(tx, [{ reservationId: row.id, chosen }], now)
  const { eventId, status, holdExpiresAt } = reservation
  const party = { eventId, status, holdExpiresAt, now }
  const others = partyId === null ? [] : await insertCompanions(tx, companions, { ...party, partyId })
  return [row.id, ...others]
}

/** Inserts companions of a payer and returns their ids. The caller raises the payer's price. */
export async function insertCompanions(
  tx: Transaction,
  companions: readonly NewCompanion[],
  {
    now,
    ...party
  }: Pick<NewReservation, 'eventId' | 'status' | 'holdExpiresAt' | 'now'> & { partyId: number },
): Promise<number[]> {
  if (companions.length === 0) return []
  const values = companions.map(({ uuid, price, discount, guest }) => ({
    ...party,
    ...guest,
    uuid,
    discount,
    attendeeToken: randomUUID(),
    share: price,
    price: 0,
    linkHandedOn: guest.email === null,
    createdAt: now,
    updatedAt: now,
  }))
  const made = await tx
    .insert(reservations)
    .values(values)
    .returning(columns(reservations, 'id', 'uuid'))
  const ids = companions.map(({ uuid }) => made.find((one) => one.uuid === uuid)?.id ?? 0)
  await addChoices(
    tx,
    companions.map(({ chosen = [] }, index) => ({ reservationId: ids[index] ?? 0, chosen })),
    now,
  )
  return ids
}

async function addChoices(
  tx: Transaction,
  made: readonly { reservationId: number; chosen: readonly Chosen[] }[],
  now: Date,
): Promise<void> {
  const rowsOf = made.flatMap(({ reservationId, chosen }) =>
    chosen.map(({ id, price }) => ({ reservationId, optionId: id, price, chosenAt: now })),
  )
  if (rowsOf.length > 0) await tx.insert(reservationOptions).values(rowsOf)
}

/**
 * Replaces the options that a guest has chosen. An option that stays keeps the time at which it was chosen. The
 * caller holds the event's lock.
 */
export async function writeChoices(
  tx: Transaction,
  reservationId: number,
  { chosen, now }: { chosen: readonly Chosen[]; now: Date },
): Promise<void> {
  const before = new Set((await listChoices(tx, reservationId)).map(({ id }) => id))
  const kept = chosen.flatMap(({ id }) => (before.has(id) ? [id] : []))
  const others = kept.length === 0 ? undefined : notInArray(reservationOptions.optionId, kept)
  await tx.delete(reservationOptions).where(and(eq(reservationOptions.reservationId, reservationId), others))
  await addChoices(tx, [{ reservationId, chosen: chosen.filter(({ id }) => !before.has(id)) }], now)
}

/** Returns the options that a guest has chosen, lodging first, in the same order as on the event's page. */
export const listChoices = async (db: Database, reservationId: number): Promise<Choice[]> =>
  (await listChoicesOf(db, [reservationId])).get(reservationId) ?? []

/**
 * Returns the chosen options of several reservations, by reservation id. The map omits reservations without chosen
 * options.
 */
export async function listChoicesOf(db: Database, reservationIds: number[]): Promise<Map<number, Choice[]>> {
  if (reservationIds.length === 0) return new Map()
  const found = await choiceRows(db, { reservationIds })
  const byReservation = Map.groupBy(found, ({ reservationId }) => reservationId)
  return new Map([...byReservation].map(([id, ofOne]) => [id, ofOne.map(({ choice }) => choice)]))
}

const choiceRows = (db: Database, { reservationIds }: { reservationIds: number[] }) =>
  db
    .select({
      reservationId: reservationOptions.reservationId,
      choice: {
        ...columns(eventOptions, 'id', 'kind', 'name'),
        ...columns(reservationOptions, 'price', 'chosenAt'),
      },
    })
    .from(reservationOptions)
    .innerJoin(eventOptions, eq(eventOptions.id, reservationOptions.optionId))
    .where(isAnyOf(reservationOptions.reservationId, reservationIds))
    .orderBy(desc(eventOptions.kind), asc(eventOptions.sort), asc(eventOptions.id))

/**
 * Statuses in which a reservation keeps the hash of its sign-up form's key. If that form is sent again, it gets the
 * same reply.
 */
const STANDING: ReadonlySet<ReservationStatus> = new Set(['pending', 'confirmed'])

/**
 * Sets a reservation's status. An ended reservation forgets its sign-up form's key, so that the form can sign up
 * again. An expired hold on a passed-on spot also forgets the stay whose spot it was to take over. That stay keeps
 * its spot, and another guest may book the spot by the link.
 */
export async function setReservationStatus(
  tx: Transaction,
  id: number,
  { status, now }: { status: ReservationStatus; now: Date },
): Promise<void> {
  await tx
    .update(reservations)
    .set({
      status,
      holdExpiresAt: null,
      ...(STANDING.has(status) ? {} : { attemptHash: null }),
      ...(status === 'expired' ? { replacesId: null } : {}),
      version: sql`${reservations.version} + 1`,
      updatedAt: now,
    })
    .where(eq(reservations.id, id))
}

/**
 * Writes changes to a reservation and raises its version. Personal values must already be sealed. The caller holds
 * the reservation's lock.
 */
export async function changeReservation(
  tx: Transaction,
  id: number,
  { changes, now }: { changes: Omit<Partial<typeof reservations.$inferInsert>, 'status'>; now: Date },
): Promise<void> {
  await tx
    .update(reservations)
    .set({ ...changes, version: sql`${reservations.version} + 1`, updatedAt: now })
    .where(eq(reservations.id, id))
}

/**
 * Moves the use of a discount code from one guest of a party to another. The caller holds the locks of both
 * reservations.
 */
export async function passCode(tx: Transaction, { from, to }: { from: number; to: number }): Promise<void> {
  const code = tx.select({ codeId: reservations.codeId }).from(reservations).where(eq(reservations.id, from))
  await tx
    .update(reservations)
    .set({ codeId: sql`${code}` })
    .where(eq(reservations.id, to))
  await tx.update(reservations).set({ codeId: null }).where(eq(reservations.id, from))
}

/**
 * Records when a guest first opened the directions. The token in the link gives access to nothing, and an unknown
 * token changes nothing.
 */
export async function noteDirectionsViewed(db: Database, attendeeToken: string, now: Date): Promise<void> {
  await db
    .update(reservations)
    .set({ directionsViewedAt: now })
    .where(
      and(
        eq(reservations.attendeeToken, attendeeToken),
        isNull(reservations.directionsViewedAt),
        isNull(reservations.purgedAt),
      ),
    )
}

/**
 * Deletes reservations with their invoices and e-mails. Their payments, refunds and payment intents stay, without a
 * reservation.
 */
export async function deleteReservationRows(tx: Transaction, which: ReservationSelector): Promise<void> {
  await tx.delete(reservations).where(whereReservations(which))
}

// The functions below read and write the links by which guests pass on a spot, and the reservations that take over
// such a spot.

/**
 * Finds the link by which a guest passes on a spot, even if the link has ended. Returns undefined if the
 * reservation's data was purged.
 */
export async function findReplacementLink(db: Database, token: string) {
  if (!isUuid(token)) return undefined
  const [row] = await db
    .select({
      ...columns(replacementLinks, 'token', 'reservationId', 'endedAt'),
      eventId: reservations.eventId,
    })
    .from(replacementLinks)
    .innerJoin(reservations, eq(reservations.id, replacementLinks.reservationId))
    .where(and(eq(replacementLinks.token, token), isNull(reservations.purgedAt)))
  return row
}

/** Returns the token of the open link by which a guest passes on a spot, or null if no link is open. */
export async function findOpenToken(db: Database, reservationId: number): Promise<string | null> {
  const [row] = await db
    .select({ token: replacementLinks.token })
    .from(replacementLinks)
    .where(openOf(reservationId))
  return row?.token ?? null
}

const openOf = (reservationId: number) =>
  and(eq(replacementLinks.reservationId, reservationId), isNull(replacementLinks.endedAt))

/**
 * Inserts the link by which a guest passes on a spot. The caller holds the event's lock and has checked that no
 * link is open.
 */
export async function insertReplacementLink(
  tx: Transaction,
  reservationId: number,
  now: Date,
): Promise<void> {
  await tx.insert(replacementLinks).values({ token: randomUUID(), reservationId, madeAt: now })
}

export async function endReplacementLink(tx: Transaction, reservationId: number, now: Date): Promise<void> {
  await tx.update(replacementLinks).set({ endedAt: now }).where(openOf(reservationId))
}

/** Finds the reservation that is taking over the spot of a stay, or has taken it over. */
export async function findReplacing(
  db: Database,
  reservationId: number,
): Promise<{ id: number; status: NonNullable<ReplacementStatus> } | undefined> {
  const [row] = await db
    .select(columns(reservations, 'id', 'status'))
    .from(reservations)
    .where(
      and(eq(reservations.replacesId, reservationId), inArray(reservations.status, ['pending', 'confirmed'])),
    )
    .orderBy(reservations.status, desc(reservations.id))
    .limit(1)
  return row && { id: row.id, status: row.status === 'confirmed' ? 'confirmed' : 'pending' }
}

/** Returns the active stay whose spot this hold will take over, or null. */
export async function findReplaced(db: Database, reservationId: number): Promise<number | null> {
  const held = and(eq(reservations.id, reservationId), eq(reservations.status, 'pending'))
  const replaced = db.select({ id: reservations.replacesId }).from(reservations).where(held)
  const [found] = await db
    .select({ id: reservations.id })
    .from(reservations)
    .where(and(inArray(reservations.id, replaced), eq(reservations.status, 'confirmed')))
  return found?.id ?? null
}

/**
 * Returns the stay to whose spot the link of a sign-up leads, or why that spot cannot be taken over. The link works
 * only for its own event.
 */
export async function findReplaceableStay(
  db: Database,
  { token, eventId }: { token: string; eventId: number },
): Promise<number | ReplacementProblem> {
  const link = await findReplacementLink(db, token)
  if (!link || link.eventId !== eventId || link.endedAt !== null) return 'replacement_over'
  const row = await findReservation(db, link.reservationId)
  if (row?.status !== 'confirmed') return 'replacement_over'
  return (await findReplacing(db, row.id)) ? 'replacement_taken' : row.id
}
