/** Reads and writes the session table. Its key is a hash of the cookie, so that a leaked table opens no session. */
import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { and, eq, getTableColumns, isNull, lte, or, sql } from 'drizzle-orm'
import type { Database } from '#platform/database/database.ts'
import { people, sessions } from '#platform/database/schema/access.ts'
import { openColumns, type Sealer, sealRecord } from '#platform/sealing.ts'
import type { Identity } from './role-rules.ts'

interface NewSession extends Identity {
  issuer: string
  /** The identity provider's tokens as JSON. The database seals them. Null if the session has none. */
  tokens: string | null
  now: Date
  expiresAt: Date
}

interface SessionStore {
  db: Database
  sealer: Sealer
}

const hashCookie = (cookie: string): string => createHash('sha256').update(cookie).digest('hex')

const TABLE = 'sessions'

/** Creates a session and returns the value of its cookie. The database stores only a hash of that value. */
export async function createSession({ db, sealer }: SessionStore, session: NewSession): Promise<string> {
  const cookie = randomBytes(32).toString('base64url')
  const uuid = randomUUID()
  const { email, tokens, now, ...rest } = session
  const sealed = sealRecord(sealer, { table: TABLE, row: uuid }, { email, tokens })
  const row = { idHash: hashCookie(cookie), uuid, ...rest, ...sealed, createdAt: now, checkedAt: now }
  await db.insert(sessions).values(row)
  return cookie
}

/**
 * Returns the session of a cookie, or null if there is no such session or it has expired. `person` is the member of
 * staff whose session it is. Null for a person who does not work here, or who has just signed in.
 */
export async function findSession({ db, sealer }: SessionStore, cookie: string, now: Date) {
  const [row] = await db
    .select({ ...getTableColumns(sessions), person: getTableColumns(people) })
    .from(sessions)
    .leftJoin(people, eq(people.id, sessions.personId))
    .where(eq(sessions.idHash, hashCookie(cookie)))
  if (!row || row.expiresAt <= now) return null
  const { leasedUntil, leaseToken } = row
  return {
    ...row,
    ...openColumns(sealer, TABLE, row, 'email', 'tokens'),
    /**
     * The lease for renewing the session. Until the time `until`, only the request with this `token` may renew the
     * session.
     */
    lease: leasedUntil && leaseToken ? { until: leasedUntil, token: leaseToken } : null,
  }
}

export type Session = NonNullable<Awaited<ReturnType<typeof findSession>>>

/** Notes whose session this is. Does nothing if the person was removed in the meantime. */
export async function connectSession(db: Database, uuid: string, personId: number): Promise<void> {
  const known = db.select({ id: people.id }).from(people).where(eq(people.id, personId))
  await db
    .update(sessions)
    .set({ personId: sql`${known}` })
    .where(eq(sessions.uuid, uuid))
}

export interface Lease {
  uuid: string
  token: string
  until: Date
}

/**
 * Takes the lease for renewing a session. Returns false if another request holds the lease or has already renewed the
 * session.
 */
export async function takeLease(
  db: Database,
  { uuid, token, until }: Lease,
  { now, checkedAt }: { now: Date; checkedAt: Date },
): Promise<boolean> {
  const taken = await db
    .update(sessions)
    .set({ leasedUntil: until, leaseToken: token })
    .where(
      and(
        eq(sessions.uuid, uuid),
        eq(sessions.checkedAt, checkedAt),
        or(isNull(sessions.leasedUntil), lte(sessions.leasedUntil, now)),
      ),
    )
    .returning({ uuid: sessions.uuid })
  return taken.length > 0
}

/** Gives the lease another token and another end. Does nothing if the request no longer holds the lease `held`. */
export async function passLease(
  db: Database,
  held: Lease,
  next: Pick<Lease, 'token' | 'until'>,
): Promise<void> {
  await db
    .update(sessions)
    .set({ leasedUntil: next.until, leaseToken: next.token })
    .where(and(eq(sessions.uuid, held.uuid), eq(sessions.leaseToken, held.token)))
}

/**
 * Saves the identity that the identity provider has confirmed, and releases the lease. Does nothing if the request no
 * longer holds the lease `held`.
 */
export async function saveRenewed(
  { db, sealer }: SessionStore,
  held: Lease,
  { email, emailVerified, claims, tokens, now }: Identity & { tokens: string; now: Date },
): Promise<void> {
  const sealed = sealRecord(sealer, { table: TABLE, row: held.uuid }, { email, tokens })
  const confirmed = { emailVerified, claims, ...sealed, checkedAt: now }
  await db
    .update(sessions)
    .set({ ...confirmed, leasedUntil: null, leaseToken: null })
    .where(and(eq(sessions.uuid, held.uuid), eq(sessions.leaseToken, held.token)))
}

export async function deleteSession(db: Database, uuid: string): Promise<void> {
  await db.delete(sessions).where(eq(sessions.uuid, uuid))
}

export async function deleteExpiredSessions(db: Database, now: Date): Promise<void> {
  await db.delete(sessions).where(lte(sessions.expiresAt, now))
}
