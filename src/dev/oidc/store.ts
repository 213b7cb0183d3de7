/**
 * Stores the identity provider's sessions, codes, tokens and key in the database. The library `oidc-provider`
 * uses the machine's clock, so this file does too.
 */
import { createHash } from 'node:crypto'
import { exportJWK, generateKeyPair, type JWK } from 'jose'
import { and, eq, lte } from 'drizzle-orm'
import type { Adapter, AdapterPayload } from 'oidc-provider'
import { integer, primaryKey, text } from 'drizzle-orm/pg-core'
import type { Database } from '#platform/database/database.ts'
import type { Sealer } from '#platform/sealing.ts'
import { instant, sealed } from '#platform/database/schema/columns.ts'
import { sandbox } from '../tables.ts'

// The table for the identity provider's records, in the sandboxes' schema (R22.1). Tokens and keys are hashed
// or encrypted, so the rows reveal none of them.
export const records = sandbox.table(
  'oidc_records',
  {
    /** The library's name for the kind of record, such as `Session`, `RefreshToken` or `Interaction`. */
    model: text('model').notNull(),
    idHash: text('id_hash').notNull(),
    payload: sealed('payload').notNull(),
    /** Hash of a session's `uid`, a second id by which the library also looks for the session. */
    uidHash: text('uid_hash'),
    /** Hash of the grant that all tokens of one sign-in share. */
    grantHash: text('grant_hash'),
    consumedAt: instant('consumed_at'),
    expiresAt: instant('expires_at'),
  },
  (table) => [primaryKey({ columns: [table.model, table.idHash] })],
)

export const keys = sandbox.table('oidc_keys', {
  id: integer('id').primaryKey(),
  jwk: sealed('jwk').notNull(),
})

export const DDL = [
  `create table if not exists sandbox.oidc_records (
    model text not null, id_hash text not null, payload text not null check (payload like 's1.%'),
    uid_hash text, grant_hash text, consumed_at timestamptz(3), expires_at timestamptz(3),
    primary key (model, id_hash))`,
  `create index if not exists oidc_records_by_uid on sandbox.oidc_records (uid_hash)`,
  `create index if not exists oidc_records_by_grant on sandbox.oidc_records (grant_hash)`,
  `create table if not exists sandbox.oidc_keys (
    id integer primary key check (id = 1), jwk text not null check (jwk like 's1.%'))`,
]

export interface StoreParts {
  db: Database
  sealer: Sealer
  /** Resolves when the identity provider's tables exist. */
  ready: () => Promise<void>
}

const hashOf = (id: string) => createHash('sha256').update(id).digest('hex')

/** Creates the adapter through which the library `oidc-provider` stores one kind of record. */
export function createRecords({ db, sealer, ready }: StoreParts): (model: string) => Adapter {
  return (model) => {
    const one = (id: string) => and(eq(records.model, model), eq(records.idHash, hashOf(id)))
    const place = (row: string) => ({
      table: 'sandbox.oidc_records',
      row: `${model} ${row}`,
      column: 'payload',
    })

    async function find(where: ReturnType<typeof one>): Promise<AdapterPayload | undefined> {
      await ready()
      const [row] = await db.select().from(records).where(where)
      if (!row || (row.expiresAt && row.expiresAt <= new Date())) return undefined
      const payload = JSON.parse(sealer.open(place(row.idHash), row.payload)) as AdapterPayload
      return row.consumedAt ? { ...payload, consumed: Math.floor(row.consumedAt.getTime() / 1000) } : payload
    }

    return {
      async upsert(id, payload, expiresIn) {
        await ready()
        // Deletes expired records at each sign-in, because no job deletes them.
        if (model === 'Interaction') await db.delete(records).where(lte(records.expiresAt, new Date()))
        const idHash = hashOf(id)
        const row = {
          payload: sealer.seal(place(idHash), JSON.stringify(payload)),
          uidHash: payload.uid ? hashOf(payload.uid) : null,
          grantHash: payload.grantId ? hashOf(payload.grantId) : null,
          expiresAt: expiresIn ? new Date(Date.now() + expiresIn * 1000) : null,
        }
        await db
          .insert(records)
          .values({ model, idHash, ...row })
          .onConflictDoUpdate({ target: [records.model, records.idHash], set: row })
      },
      find: (id) => find(one(id)),
      findByUid: (uid) => find(and(eq(records.model, model), eq(records.uidHash, hashOf(uid)))),
      // The identity provider supports no user codes. Only devices without a browser need them.
      findByUserCode: async () => undefined,
      async consume(id) {
        await db.update(records).set({ consumedAt: new Date() }).where(one(id))
      },
      async destroy(id) {
        await db.delete(records).where(one(id))
      },
      async revokeByGrantId(grantId) {
        await db.delete(records).where(and(eq(records.model, model), eq(records.grantHash, hashOf(grantId))))
      },
    }
  }
}

const KEY_PLACE = { table: 'sandbox.oidc_keys', row: '1', column: 'jwk' }

/**
 * Returns the key that signs tokens. The first call creates the key. It stays the same after a restart and in
 * a second process.
 */
export async function keptKey({ db, sealer, ready }: StoreParts): Promise<JWK> {
  await ready()
  const read = async () => {
    const [row] = await db.select().from(keys)
    return row && (JSON.parse(sealer.open(KEY_PLACE, row.jwk)) as JWK)
  }
  const kept = await read()
  if (kept) return kept
  const { privateKey } = await generateKeyPair('RS256', { extractable: true })
  const jwk: JWK = { ...(await exportJWK(privateKey)), alg: 'RS256', use: 'sig' }
  await db
    .insert(keys)
    .values({ id: 1, jwk: sealer.seal(KEY_PLACE, JSON.stringify(jwk)) })
    .onConflictDoNothing()
  // Returns the stored key if another process has created one first.
  return (await read()) ?? jwk
}
