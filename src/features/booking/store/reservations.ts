/** The table `reservations`: whom it holds a spot for, until when, and how it stands; with `reservation_options` and `replacement_links`. Its status is written by `transitions.ts` alone. */
import { randomUUID } from 'node:crypto'
import { and, asc, desc, eq, gt, inArray, isNull, lte, notInArray, or, sql } from 'drizzle-orm'
import {
  columns,
  type Database,
  firstRow,
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
import { type Chosen, sumOf } from '#features/events/domain/options.ts'
import type { Choice } from '../domain/choices.ts'
import type { ReplacementProblem, ReplacementStatus } from '../domain/replacement.ts'
import type { SealedGuest } from '../sealed-guest.ts'

export type ReservationRow = typeof reservations.$inferSelect

/** The row behind a private link, also when its personal fields are purged: its `purgedAt` says so. No link has what is no uuid. */
export async function findReservationByUuid(db: Database, uuid: string): Promise<ReservationRow | undefined> {
  if (!isUuid(uuid)) return undefined
  return firstRow(db.select().from(reservations).where(eq(reservations.uuid, uuid)))
}

export const findReservation = (db: Database, id: number): Promise<ReservationRow | undefined> =>
  firstRow(db.select().from(reservations).where(eq(reservations.id, id)))

export interface ReservationPage {
  eventId: number
  /** Only those with a greater id. */
  after: number
  limit?: number | undefined
}

/** Reservations of an event by id, whatever became of them. */
export async function listReservations(
  db: Database,
  { eventId, after, limit }: ReservationPage,
): Promise<ReservationRow[]> {
  const all = db
    .select()
    .from(reservations)
    .where(and(eq(reservations.eventId, eventId), gt(reservations.id, after)))
    .orderBy(asc(reservations.id))
  return limit === undefined ? all : all.limit(limit)
}

/** All of a party by the reservation of the payer, that one first, whatever became of them. */
export const listParty = async (db: Database, partyId: number): Promise<ReservationRow[]> =>
  (await listParties(db, [partyId])).get(partyId) ?? []

/** For lists: whether a hold waits for its payer's mailbox, as `domain/mailbox.ts › waitsForMailbox` says of one. */
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

/** Counts the reservations of an event, whatever became of them. */
export const countReservations = async (db: Database, eventId: number): Promise<number> =>
  db.$count(reservations, eq(reservations.eventId, eventId))

/** The reservations that are meant: one, several, or all of an event. */
export type StayOrEvent = { reservationId: number } | { reservationIds: number[] } | { eventId: number }

export function ofStayOrEvent(which: StayOrEvent) {
  if ('eventId' in which) return eq(reservations.eventId, which.eventId)
  return 'reservationIds' in which
    ? inArray(reservations.id, which.reservationIds)
    : eq(reservations.id, which.reservationId)
}

/** Joins the one intent that may still pay an invoice. */
export const isOpenForInvoice = and(
  eq(paymentIntents.invoiceId, invoices.id),
  // As words, not as a value sent along: only so a plan that is kept can use the index of the open ones.
  sql`${paymentIntents.status} = 'open'`,
)

/** A number that no reservation has or will have. */
export async function spendReservationId(tx: Transaction): Promise<number> {
  const [row] = rows<{ id: number }>(
    await tx.execute(sql`select nextval(pg_get_serial_sequence('reservations', 'id'))::int as id`),
  )
  if (!row) throw new Error('The sequence gave no number')
  return row.id
}

/** A payer, or a guest alone: what becomes of the spots of a party follows from that one. */
const isNoCompanion = or(isNull(reservations.partyId), eq(reservations.partyId, reservations.id))

/** Holds that ended at or before an instant, the longest ended first; of a party that of the payer. */
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

/** The reservations of an event that hold a spot, by id. Purged ones are over, and nobody is left to be told. */
export const listStanding = async (db: Database, eventId: number) =>
  db
    .select(columns(reservations, 'id', 'status', 'partyId'))
    .from(reservations)
    .where(standingOfEvent(eventId))
    .orderBy(asc(reservations.id))

export interface NewReservation {
  uuid: string
  eventId: number
  status: 'pending' | 'confirmed'
  holdExpiresAt: Date | null
  attemptHash: string | null
  /** The stay whose spot it takes over. */
  replacesId?: number | null
  /** With what is chosen, without what a code takes off; of this guest alone. */
  price: Cents
  /** Cents that a code took off this guest's stay. */
  discount?: Cents
  codeId?: number | null
  chosen?: readonly Chosen[]
  companions?: readonly NewCompanion[]
  /** The hash of the terms that were agreed to just now; null when nobody has agreed to any. */
  termsHash: string | null
  guest: SealedGuest
  now: Date
}

/** Somebody for whom another guest pays. */
export type NewCompanion = Pick<NewReservation, 'uuid' | 'price' | 'discount' | 'guest' | 'chosen'>

/** Inserts a reservation and its companions' reservations. The caller holds the event's lock. @returns their ids, the payer's first */
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
        price: price + sumOf(companions),
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

/** Inserts those who come along with the payer, whose price is the caller's to raise; gives their ids. */
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

/** Sets the choices of a reservation; those that it had already keep their moment. The caller holds the event's lock. */
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

/** The choices of a reservation, lodging first, else in the order of the event's page. */
export const listChoices = async (db: Database, reservationId: number): Promise<Choice[]> =>
  (await listChoicesOf(db, [reservationId])).get(reservationId) ?? []

/** Likewise of several, by reservation; those without choices are missing. */
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

/** The same attempt of the form repeats a reply while this lasts; afterwards it is a sign-up of its own. */
const STANDING: ReadonlySet<ReservationStatus> = new Set(['pending', 'confirmed'])

/**
 * A reservation's new state. One that stands no more forgets its attempt, so that the form may try again. An expired one
 * forgets whose spot it was to take over, too: that stay simply stays, and somebody else may book by its link.
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

/** Writes changes, sealed where they are personal, and raises the version. The caller holds the row's lock. */
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

/** The code of a sign-up stands with another of its guests from now on. The caller holds both rows. */
export async function passCode(tx: Transaction, { from, to }: { from: number; to: number }): Promise<void> {
  const code = tx.select({ codeId: reservations.codeId }).from(reservations).where(eq(reservations.id, from))
  await tx
    .update(reservations)
    .set({ codeId: sql`${code}` })
    .where(eq(reservations.id, to))
  await tx.update(reservations).set({ codeId: null }).where(eq(reservations.id, from))
}

/** Notes the first time that a guest looked at the directions. The token opens nothing, and unknown ones change nothing. */
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

/** Their invoices and mails go with them; payments, refunds and intents stay and lose the tie. */
export async function deleteReservationRows(tx: Transaction, which: StayOrEvent): Promise<void> {
  await tx.delete(reservations).where(ofStayOrEvent(which))
}

// Links by which a guest passes on the spot of a stay, and who takes it over or has done so.

/** A link by its token, whatever became of it; not the link of a guest whose data is deleted. */
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

/** The token of a stay's open link; null when there is none. */
export async function findOpenToken(db: Database, reservationId: number): Promise<string | null> {
  const [row] = await db
    .select({ token: replacementLinks.token })
    .from(replacementLinks)
    .where(openOf(reservationId))
  return row?.token ?? null
}

const openOf = (reservationId: number) =>
  and(eq(replacementLinks.reservationId, reservationId), isNull(replacementLinks.endedAt))

/** The caller holds the event's lock and has found no open one. */
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

/** The reservation that is taking over a stay's spot, or has done so. */
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

/** The stay that stands and whose spot this reservation takes over once it is confirmed; null: none. */
export async function findReplaced(db: Database, reservationId: number): Promise<number | null> {
  const held = and(eq(reservations.id, reservationId), eq(reservations.status, 'pending'))
  const replaced = db.select({ id: reservations.replacesId }).from(reservations).where(held)
  const [found] = await db
    .select({ id: reservations.id })
    .from(reservations)
    .where(and(inArray(reservations.id, replaced), eq(reservations.status, 'confirmed')))
  return found?.id ?? null
}

/** The stay whose spot a sign-up by this link takes over, or why there is none. The token opens the link's own event alone. */
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
