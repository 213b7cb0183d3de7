/** The session table. Its key is the cookie's hash, so reading the table opens no session. */
import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { eq, lte } from 'drizzle-orm'
import type { Database } from '../../platform/database/database.ts'
import { sessions } from '../../platform/database/schema/access.ts'
import type { Sealer } from '../../platform/sealing.ts'
import type { Identity } from './rules.ts'

export interface NewSession extends Identity {
  issuer: string
  /** The provider's tokens as JSON, kept sealed; null when there are none. */
  tokens: string | null
  now: Date
  expiresAt: Date
}

export interface Session extends Identity {
  issuer: string
  tokens: string | null
  createdAt: Date
  /** When the provider last confirmed it. */
  checkedAt: Date
  expiresAt: Date
}

interface SessionStore {
  db: Database
  sealer: Sealer
}

function hashOf(cookie: string): string {
  return createHash('sha256').update(cookie).digest('hex')
}

const place = (row: string, column: 'email' | 'tokens') => ({ table: 'sessions', row, column })

/** Starts a session; what comes back is the cookie's value, which is stored nowhere. */
export async function createSession({ db, sealer }: SessionStore, session: NewSession): Promise<string> {
  const cookie = randomBytes(32).toString('base64url')
  const uuid = randomUUID()
  const seal = (column: 'email' | 'tokens', value: string | null) =>
    value === null ? null : sealer.seal(place(uuid, column), value)
  await db.insert(sessions).values({
    idHash: hashOf(cookie),
    uuid,
    issuer: session.issuer,
    subject: session.subject,
    email: seal('email', session.email),
    emailVerified: session.emailVerified,
    claims: session.claims,
    tokens: seal('tokens', session.tokens),
    createdAt: session.now,
    checkedAt: session.now,
    expiresAt: session.expiresAt,
  })
  return cookie
}

/** The session that a cookie opens; null when there is none or its time is over. */
export async function findSession(
  { db, sealer }: SessionStore,
  cookie: string,
  now: Date,
): Promise<Session | null> {
  const [row] = await db
    .select()
    .from(sessions)
    .where(eq(sessions.idHash, hashOf(cookie)))
  if (!row || row.expiresAt <= now) return null
  return {
    issuer: row.issuer,
    subject: row.subject,
    email: row.email === null ? null : sealer.open(place(row.uuid, 'email'), row.email),
    emailVerified: row.emailVerified,
    claims: row.claims,
    tokens: row.tokens === null ? null : sealer.open(place(row.uuid, 'tokens'), row.tokens),
    createdAt: row.createdAt,
    checkedAt: row.checkedAt,
    expiresAt: row.expiresAt,
  }
}

/** Removes the sessions whose time is over. */
export async function deleteExpiredSessions(db: Database, now: Date): Promise<void> {
  await db.delete(sessions).where(lte(sessions.expiresAt, now))
}
