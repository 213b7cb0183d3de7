/** The provider's own tables, in the sandboxes' schema (R22.1). Whoever reads them gets no token and no key: all is hashed or sealed. */
import { integer, primaryKey, text } from 'drizzle-orm/pg-core'
import { instant, sealed } from '#platform/database/schema/columns.ts'
import { sandbox } from '../own-tables.ts'

export const records = sandbox.table(
  'oidc_records',
  {
    /** `Session`, `RefreshToken`, `Interaction`, … */
    model: text('model').notNull(),
    idHash: text('id_hash').notNull(),
    payload: sealed('payload').notNull(),
    /** A session's other name, hashed. */
    uidHash: text('uid_hash'),
    /** The hash of the grant that all tokens of one sign-in share. */
    grantHash: text('grant_hash'),
    consumedAt: instant('consumed_at'),
    expiresAt: instant('expires_at'),
  },
  (table) => [primaryKey({ columns: [table.model, table.idHash] })],
)

/** One row: the key pair that signs. */
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
