/** Database queries about discount codes for admins: list them, count their uses, change them. */
import { and, desc, eq, inArray, sql } from 'drizzle-orm'
import { columns, type Database, firstRow, rows, type Transaction } from '#platform/database/database.ts'
import { reservations } from '#platform/database/schema/booking.ts'
import { codes } from '#platform/database/schema/codes.ts'
import { events } from '#platform/database/schema/events.ts'
import { waitsForMailboxNow } from '#domain/booking/store/reservations.ts'
import type { CodeRow } from './codes.ts'

/** Returns all discount codes, or one, with their uses. The newest come first, ended codes last. */
export async function listCodes(db: Database, id?: number) {
  const found = await db
    .select({ code: codes, event: columns(events, 'id', 'name') })
    .from(codes)
    .leftJoin(events, eq(events.id, codes.eventId))
    .where(id === undefined ? undefined : eq(codes.id, id))
    .orderBy(sql`${codes.endedAt} is not null`, sql`${codes.id} desc`)
  const uses = await sumUses(db)
  return found.map(({ code, event }) => ({
    ...code,
    event,
    ...(uses.get(code.id) ?? { used: 0, everUsed: false, given: 0 }),
  }))
}

/**
 * Returns how often each discount code is used, and the cents it took off confirmed reservations of payers and
 * companions.
 */
async function sumUses(db: Database) {
  const found = rows<{ id: number; used: number; given: number }>(
    await db.execute(sql`select payer.code_id as id,
      count(*) filter (where guest.id = payer.id and guest.status in ('pending', 'confirmed'))::int as used,
      coalesce(sum(guest.discount) filter (where guest.status = 'confirmed'), 0)::int as given
      from reservations as payer join reservations as guest on guest.id = payer.id or guest.party_id = payer.id
      where payer.code_id is not null group by payer.code_id`),
  )
  return new Map(found.map(({ id, used, given }) => [id, { used, given, everUsed: true }]))
}

const MOST_USES = 500

/**
 * Returns the pending, confirmed and canceled sign-ups with a discount code, newest first. Names are still
 * encrypted.
 */
export async function listUses(db: Database, codeId: number) {
  const standing = sql`guest.status in ('pending', 'confirmed')`
  const theirs = sql`from reservations as guest
    where guest.id = ${reservations.id} or (guest.party_id = ${reservations.id} and ${standing})`
  return db
    .select({
      reservationId: reservations.id,
      ...columns(reservations, 'uuid', 'customerName', 'status'),
      waitsForMailbox: waitsForMailboxNow,
      signedUpAt: reservations.createdAt,
      event: columns(events, 'id', 'name'),
      discount: sql<number>`(select sum(guest.discount)::int ${theirs})`,
      people: sql<number>`(select count(*)::int ${theirs})`,
    })
    .from(reservations)
    .innerJoin(events, eq(events.id, reservations.eventId))
    .where(
      and(
        eq(reservations.codeId, codeId),
        inArray(reservations.status, ['pending', 'confirmed', 'cancelled']),
      ),
    )
    .orderBy(desc(reservations.id))
    .limit(MOST_USES)
}

export type CodeValues = Pick<
  CodeRow,
  'code' | 'kind' | 'value' | 'suggestion' | 'eventId' | 'validFrom' | 'validUntil' | 'uses' | 'note'
>

/** Inserts a discount code. Returns undefined if its name is taken. */
export async function insertCode(
  tx: Transaction,
  values: CodeValues,
  at: Date,
): Promise<CodeRow | undefined> {
  const made = { ...values, createdAt: at }
  return firstRow(tx.insert(codes).values(made).onConflictDoNothing({ target: codes.code }).returning())
}

export async function writeCode(
  tx: Transaction,
  id: number,
  changes: Partial<CodeValues & Pick<CodeRow, 'endedAt'>>,
): Promise<void> {
  await tx
    .update(codes)
    .set({ ...changes, version: sql`${codes.version} + 1` })
    .where(eq(codes.id, id))
}

/**
 * Returns whether anyone has ever signed up with the code. The answer stays valid while the caller holds the code's
 * lock.
 */
export const wasUsed = async (db: Database, id: number): Promise<boolean> =>
  (await db.$count(reservations, eq(reservations.codeId, id))) > 0

export async function removeCode(tx: Transaction, id: number): Promise<void> {
  await tx.delete(codes).where(eq(codes.id, id))
}
