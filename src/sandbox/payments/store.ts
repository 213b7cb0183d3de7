/** The provider's objects in the database. `lock…` demands a transaction; order of locks: intent, charge. */
import { and, asc, desc, eq, gt, gte, inArray, lt, lte, sql, type SQL } from 'drizzle-orm'
import type { Database, Transaction } from '#platform/database/database.ts'
import type { Hidden, Kind, Kinds, StoredObject } from './model/objects.ts'
import { objects } from './tables.ts'

export interface Found<K extends Kind> {
  body: Kinds[K]
  hidden: Hidden
}

interface Links {
  intent?: string | null
  charge?: string | null
}

export async function insertObject(
  tx: Transaction,
  body: StoredObject,
  more: Links & { hidden?: Hidden } = {},
) {
  await tx.insert(objects).values({
    id: body.id,
    kind: body.object,
    created: body.created,
    intent: more.intent ?? null,
    charge: more.charge ?? null,
    body,
    hidden: more.hidden ?? {},
  })
}

/** Writes a changed object back; `hidden` stays as it is unless given. */
export async function saveObject(tx: Transaction, body: StoredObject, hidden?: Hidden): Promise<void> {
  await tx
    .update(objects)
    .set(hidden === undefined ? { body } : { body, hidden })
    .where(eq(objects.id, body.id))
}

export async function findObject<K extends Kind>(
  db: Database,
  kind: K,
  id: string,
): Promise<Found<K> | undefined> {
  const [row] = await db
    .select({ body: objects.body, hidden: objects.hidden })
    .from(objects)
    .where(and(eq(objects.id, id), eq(objects.kind, kind)))
  return row as Found<K> | undefined
}

export async function lockObject<K extends Kind>(
  tx: Transaction,
  kind: K,
  id: string,
): Promise<Found<K> | undefined> {
  const [row] = await tx
    .select({ body: objects.body, hidden: objects.hidden })
    .from(objects)
    .where(and(eq(objects.id, id), eq(objects.kind, kind)))
    .for('update')
  return row as Found<K> | undefined
}

/** An object of any type by its id, for `expand`. */
export async function findAny(db: Database, id: string): Promise<StoredObject | undefined> {
  const [row] = await db.select({ body: objects.body }).from(objects).where(eq(objects.id, id))
  return row?.body
}

export interface ListFilter extends Links {
  limit: number
  startingAfter?: string
  endingBefore?: string
  created?: { gt?: number; gte?: number; lt?: number; lte?: number }
  /** Events: their types. */
  types?: string[]
}

export type Page<K extends Kind> = { data: Kinds[K][]; hasMore: boolean } | { unknownCursor: string }

/** Newest first, as Stripe lists. */
export async function listObjects<K extends Kind>(
  db: Database,
  kind: K,
  filter: ListFilter,
): Promise<Page<K>> {
  const cursor = filter.startingAfter ?? filter.endingBefore
  const backwards = filter.startingAfter === undefined && filter.endingBefore !== undefined
  const wheres = [eq(objects.kind, kind), ...conditions(filter)]
  if (cursor !== undefined) {
    const [at] = await db
      .select({ seq: objects.seq })
      .from(objects)
      .where(and(eq(objects.id, cursor), eq(objects.kind, kind)))
    if (at === undefined) return { unknownCursor: cursor }
    wheres.push(backwards ? gt(objects.seq, at.seq) : lt(objects.seq, at.seq))
  }
  const found = await db
    .select({ body: objects.body })
    .from(objects)
    .where(and(...wheres))
    .orderBy(backwards ? asc(objects.seq) : desc(objects.seq))
    .limit(filter.limit + 1)
  const data = found.slice(0, filter.limit).map((row) => row.body as Kinds[K])
  return { data: backwards ? data.toReversed() : data, hasMore: found.length > filter.limit }
}

function conditions({ intent, charge, created, types }: ListFilter): SQL[] {
  const wheres: SQL[] = []
  if (intent) wheres.push(eq(objects.intent, intent))
  if (charge) wheres.push(eq(objects.charge, charge))
  if (created?.gt !== undefined) wheres.push(gt(objects.created, created.gt))
  if (created?.gte !== undefined) wheres.push(gte(objects.created, created.gte))
  if (created?.lt !== undefined) wheres.push(lt(objects.created, created.lt))
  if (created?.lte !== undefined) wheres.push(lte(objects.created, created.lte))
  if (types !== undefined) wheres.push(inArray(sql`${objects.body}->>'type'`, types))
  return wheres
}

/** All objects of a type, or those of one charge alone, oldest first. */
export async function listAll<K extends Kind>(
  db: Database,
  kind: K,
  { charge }: Pick<Links, 'charge'> = {},
): Promise<Kinds[K][]> {
  const found = await db
    .select({ body: objects.body })
    .from(objects)
    .where(and(eq(objects.kind, kind), charge ? eq(objects.charge, charge) : undefined))
    .orderBy(asc(objects.seq))
  return found.map((row) => row.body as Kinds[K])
}
