/**
 * Sealing of personal values (R18.1): AES-256-GCM under the first key of `DATA_KEYS`, bound to
 * the place in the database where the value stands, so that a sealed value moved elsewhere does not open.
 */
import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto'
import type { Sealed } from './database/schema/columns.ts'

/** The place of a sealed value. `row` is the row's uuid; `column` is the property's name in the schema (`customerName`). */
export interface Place {
  table: string
  row: string
  column: string
}

export interface Sealer {
  /** The id of the first key, under which everything new is sealed. */
  readonly keyId: string
  /** The ids of all keys that open. */
  readonly keyIds: readonly string[]
  seal(place: Place, value: string): Sealed
  /** Throws when the value was changed, moved, or sealed under a key that is not there: never an expected outcome. */
  open(place: Place, value: Sealed): string
  /** Keyed hash of an e-mail address (trimmed, in any case) under the first key: what a new row stores. */
  lookup(email: string): string
  /** The hashes under all keys: what a search compares with, so that rows from before a rotation are found. */
  lookups(email: string): string[]
}

interface Key {
  id: string
  cipher: KeyObject
  lookup: KeyObject
}

const FORMAT = 's1'
const ALGORITHM = 'aes-256-gcm'
const KEY_BYTES = 32
const IV_BYTES = 12
const TAG_BYTES = 16

/** Makes a sealer from `id:base64,…` (32 bytes each; the first one seals, all open). Throws on malformed keys. */
export function createSealer(dataKeys: string): Sealer {
  const keys = dataKeys.split(',').map(parseKey)
  const byId = new Map(keys.map((key) => [key.id, key]))
  const first = keys[0] as Key
  return {
    keyId: first.id,
    keyIds: keys.map(({ id }) => id),
    seal: (place, value) => seal(first, place, value),
    open: (place, value) => open(byId, place, value),
    lookup: (email) => lookup(first, email),
    lookups: (email) => keys.map((key) => lookup(key, email)),
  }
}

type Unsealed<Field> = Field extends string ? string : Field
type Sealing<Field> = Field extends string ? Sealed : Field

/** Seals every value of a record for one row; null and undefined pass. */
export function sealRecord<R extends Record<string, string | null | undefined>>(
  sealer: Sealer,
  row: Omit<Place, 'column'>,
  record: R,
): { [Column in keyof R]: Sealing<R[Column]> } {
  const sealed = Object.entries(record).map(([column, value]) => [
    column,
    typeof value === 'string' ? sealer.seal({ ...row, column }, value) : value,
  ])
  return Object.fromEntries(sealed) as { [Column in keyof R]: Sealing<R[Column]> }
}

/** Opens every value of a record of one row; null and undefined pass. */
export function openRecord<R extends Record<string, Sealed | null | undefined>>(
  sealer: Sealer,
  row: Omit<Place, 'column'>,
  record: R,
): { [Column in keyof R]: Unsealed<R[Column]> } {
  const opened = Object.entries(record).map(([column, value]) => [
    column,
    typeof value === 'string' ? sealer.open({ ...row, column }, value) : value,
  ])
  return Object.fromEntries(opened) as { [Column in keyof R]: Unsealed<R[Column]> }
}

/** A person's name of a row; null once it was deleted. */
export const openName = (
  sealer: Sealer,
  table: 'reservations' | 'waitlist_entries',
  { uuid, customerName }: { uuid: string; customerName: Sealed | null },
) => openRecord(sealer, { table, row: uuid }, { customerName }).customerName

function parseKey(entry: string): Key {
  const [id = '', encoded = ''] = entry.trim().split(':')
  const secret = Buffer.from(encoded, 'base64')
  if (!/^[A-Za-z0-9_-]+$/.test(id) || secret.length !== KEY_BYTES) {
    throw new Error('DATA_KEYS must be id:base64,… with keys of 32 bytes')
  }
  return { id, cipher: derive(secret, 'seal'), lookup: derive(secret, 'lookup') }
}

/**
 * One secret, two uses: neither tells anything about the other. A key object, because from bytes Node makes
 * one at each use, which takes five times as long as sealing a value.
 */
function derive(secret: Buffer, purpose: string): KeyObject {
  return createSecretKey(new Uint8Array(hkdfSync('sha256', secret, '', purpose, KEY_BYTES)))
}

/** JSON keeps the parts apart whatever they contain. */
function associatedData({ table, row, column }: Place): Buffer {
  return Buffer.from(JSON.stringify([FORMAT, table, row, column]))
}

function seal(key: Key, place: Place, value: string): Sealed {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv(ALGORITHM, key.cipher, iv, { authTagLength: TAG_BYTES })
  cipher.setAAD(associatedData(place))
  const body = Buffer.concat([cipher.update(value, 'utf8'), cipher.final(), cipher.getAuthTag()])
  return `${FORMAT}.${key.id}.${iv.toString('base64url')}.${body.toString('base64url')}` as Sealed
}

function open(keys: Map<string, Key>, place: Place, value: Sealed): string {
  const [format, id = '', iv = '', body = ''] = value.split('.')
  const key = keys.get(id)
  if (format !== FORMAT || !key) {
    throw new Error(`${place.table}.${place.column}: sealed under the key "${id}", which is not in DATA_KEYS`)
  }
  const bytes = Buffer.from(body, 'base64url')
  const decipher = createDecipheriv(ALGORITHM, key.cipher, Buffer.from(iv, 'base64url'), {
    authTagLength: TAG_BYTES,
  })
  decipher.setAAD(associatedData(place))
  decipher.setAuthTag(bytes.subarray(-TAG_BYTES))
  return Buffer.concat([decipher.update(bytes.subarray(0, -TAG_BYTES)), decipher.final()]).toString('utf8')
}

function lookup(key: Key, email: string): string {
  const address = email.trim().toLowerCase()
  return `${key.id}.${createHmac('sha256', key.lookup).update(address).digest('base64url')}`
}
