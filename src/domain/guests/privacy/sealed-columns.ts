/**
 * Lists every sealed column of the site and its sandboxes, what the purge does with it, and where a key rotation
 * finds it. A test compares this list with the schema, so that nobody forgets a new column.
 */
import { eachField, SEALED_FIELDS } from '#shared/guest-details.ts'

/**
 * What the purge does. `emptied`: sets the value to null. `forgotten`: deletes the whole row. `stays`: keeps the
 * value, which belongs to an admin or a machine.
 */
type AtPurge = 'emptied' | 'forgotten' | 'stays'

export interface SealedTable {
  /** The table's name in SQL. The seal of each value includes this name. */
  table: string
  /** The columns that identify a row. The seal includes their values, joined with spaces. */
  keys: string[]
  /** Maps each column's name in the seal to its name in SQL. */
  columns: Record<string, { column: string; atPurge: AtPurge }>
  /**
   * `column` contains the keyed hash of a sealed e-mail address. `of` is the name of the address's column in the
   * seal.
   */
  lookup?: { column: string; of: string }
}

const all = (atPurge: AtPurge, columns: Record<string, string>) =>
  Object.fromEntries(Object.entries(columns).map(([name, column]) => [name, { column, atPurge }]))

const snakeCase = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

export const SEALED_TABLES: readonly SealedTable[] = [
  {
    table: 'reservations',
    keys: ['uuid'],
    columns: all('emptied', eachField(SEALED_FIELDS, snakeCase)),
    lookup: { column: 'email_hash', of: 'email' },
  },
  {
    table: 'waitlist_entries',
    keys: ['uuid'],
    columns: all('emptied', { customerName: 'customer_name', email: 'email', phone: 'phone' }),
    lookup: { column: 'email_hash', of: 'email' },
  },
  { table: 'emails', keys: ['message_id'], columns: all('emptied', { content: 'content' }) },
  { table: 'guest_messages', keys: ['uuid'], columns: all('emptied', { subject: 'subject', body: 'body' }) },
  { table: 'cancellations', keys: ['uuid'], columns: all('emptied', { overrideReason: 'override_reason' }) },
  { table: 'payments', keys: ['id'], columns: all('emptied', { memo: 'memo' }) },
  { table: 'refunds', keys: ['id'], columns: all('emptied', { memo: 'memo' }) },
  {
    table: 'audit_entries',
    keys: ['uuid'],
    columns: {
      ...all('emptied', { details: 'details' }),
      // Keeps the admin's address, so that other admins can see who made a change.
      ...all('stays', { actorEmail: 'actor_email' }),
    },
  },
  {
    table: 'people',
    keys: ['uuid'],
    // Staff are not guests. An owner removes them, or `deleteUnseenPeople` does.
    columns: all('stays', { email: 'email', name: 'name' }),
    lookup: { column: 'email_hash', of: 'email' },
  },
  { table: 'sessions', keys: ['uuid'], columns: all('stays', { email: 'email', tokens: 'tokens' }) },
  { table: 'sandbox.mails', keys: ['uuid'], columns: all('forgotten', { raw: 'raw' }) },
  {
    table: 'sandbox.oidc_records',
    keys: ['model', 'id_hash'],
    columns: all('stays', { payload: 'payload' }),
  },
  { table: 'sandbox.oidc_keys', keys: ['id'], columns: all('stays', { jwk: 'jwk' }) },
]
