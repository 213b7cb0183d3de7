/** Reads and writes the table of the people who work at the venue. */
import { randomUUID } from 'node:crypto'
import { and, asc, eq, inArray, lt, ne, or } from 'drizzle-orm'
import type { Database, Transaction } from '#platform/database/database.ts'
import { people } from '#platform/database/schema/access.ts'
import { openColumns, type Sealer, sealRecord } from '#platform/sealing.ts'

const TABLE = 'people'

export type PersonRow = typeof people.$inferSelect

interface Deps {
  db: Database
  sealer: Sealer
}

/** Returns a person's decrypted address and name. */
export const openPerson = (sealer: Sealer, row: PersonRow) => openColumns(sealer, TABLE, row, 'email', 'name')

/**
 * Returns the people whom these signs may identify: the id at the identity provider, or the e-mail address. The caller
 * must compare the address itself, because different addresses can have the same hash.
 */
export const findCandidates = async (
  { db, sealer }: Deps,
  { issuer, subject, email }: { issuer: string; subject: string; email: string | null },
): Promise<PersonRow[]> =>
  db
    .select()
    .from(people)
    .where(
      or(
        and(eq(people.issuer, issuer), eq(people.subject, subject)),
        email === null ? undefined : inArray(people.emailHash, sealer.lookups(email)),
      ),
    )

export const findPersonByUuid = async (db: Database, uuid: string): Promise<PersonRow | undefined> =>
  (await db.select().from(people).where(eq(people.uuid, uuid)))[0]

/** Returns all people, those who were added first come first. */
export const listPeople = async (db: Database): Promise<PersonRow[]> =>
  db.select().from(people).orderBy(asc(people.id))

/**
 * Locks all owners and then the person, and returns the person. So two owners who remove each other at the same time
 * cannot both succeed.
 */
export async function lockPerson(tx: Transaction, id: number): Promise<PersonRow | undefined> {
  await tx
    .select({ id: people.id })
    .from(people)
    .where(eq(people.role, 'owner'))
    .orderBy(asc(people.id))
    .for('update')
  return (await tx.select().from(people).where(eq(people.id, id)).for('update'))[0]
}

export const countOtherOwners = async (tx: Transaction, id: number): Promise<number> =>
  tx.$count(people, and(eq(people.role, 'owner'), ne(people.id, id)))

type NewPerson = Pick<PersonRow, 'role' | 'source' | 'createdAt'> &
  Partial<Pick<PersonRow, 'issuer' | 'subject' | 'lastSeenAt'>> & {
    email: string | null
    name: string | null
  }

/** Adds a person. Returns undefined if somebody with the same address or id exists. */
export async function insertPerson(
  { db, sealer }: Deps,
  { email, name, ...row }: NewPerson,
): Promise<PersonRow | undefined> {
  const uuid = randomUUID()
  const emailHash = email === null ? null : sealer.lookup(email)
  const sealed = sealRecord(sealer, { table: TABLE, row: uuid }, { email, name })
  const [made] = await db
    .insert(people)
    .values({ ...row, uuid, emailHash, ...sealed })
    .onConflictDoNothing()
    .returning()
  return made
}

export type PersonChanges = Partial<Pick<PersonRow, 'role' | 'source' | 'issuer' | 'subject' | 'lastSeenAt'>>

/** Changes a person and returns the row, or undefined if the person was removed. */
export const writePerson = async (
  db: Database,
  id: number,
  changes: PersonChanges,
): Promise<PersonRow | undefined> =>
  (await db.update(people).set(changes).where(eq(people.id, id)).returning())[0]

export async function writeName({ db, sealer }: Deps, { id, uuid }: PersonRow, name: string): Promise<void> {
  const sealed = sealRecord(sealer, { table: TABLE, row: uuid }, { name })
  await db.update(people).set(sealed).where(eq(people.id, id))
}

/** Deletes a person. The database deletes the person's sessions together with the row. */
export async function removePerson(tx: Transaction, id: number): Promise<void> {
  await tx.delete(people).where(eq(people.id, id))
}

/** Deletes the rows of people whose role did not come from an invitation, and who were last seen before `since`. */
export async function deleteUnseenPeople(db: Database, since: Date): Promise<void> {
  await db.delete(people).where(and(ne(people.source, 'invitation'), lt(people.lastSeenAt, since)))
}
