/**
 * Encrypts values with AES-256-GCM and the first key of `DATA_KEYS`. Each value is bound to its table, row
 * and column. So a value that is copied to another place cannot be decrypted there (R18.1).
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
import { addressKey } from '#shared/email-address.ts'
import type { Sealed } from './database/schema/columns.ts'
import type { Place, Sealer } from './sealing.ts'

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

/**
 * Creates a sealer from `id:base64,…` (32 bytes per key). The first key encrypts new values, and all keys
 * decrypt. Throws on malformed keys.
 */
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

function parseKey(entry: string): Key {
  const [id = '', encoded = ''] = entry.trim().split(':')
  const secret = Buffer.from(encoded, 'base64')
  if (!/^[A-Za-z0-9_-]+$/.test(id) || secret.length !== KEY_BYTES) {
    throw new Error('DATA_KEYS must be id:base64,… with keys of 32 bytes')
  }
  return { id, cipher: derive(secret, 'seal'), lookup: derive(secret, 'lookup') }
}

/**
 * Derives a separate key for one purpose, so that leaking one derived key does not reveal the others. Returns
 * a key object: if it got bytes, Node would build a key object at each use, which takes five times as long as
 * encrypting a value.
 */
const derive = (secret: Buffer, purpose: string): KeyObject =>
  createSecretKey(new Uint8Array(hkdfSync('sha256', secret, '', purpose, KEY_BYTES)))

/** Uses JSON to join table, row and column, because two different places must never give the same text. */
const associatedData = ({ table, row, column }: Place): Buffer =>
  Buffer.from(JSON.stringify([FORMAT, table, row, column]))

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
    throw new Error(
      `${place.table}.${place.column}: encrypted with the key "${id}", which is not in DATA_KEYS`,
    )
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
  const address = addressKey(email)
  return `${key.id}.${createHmac('sha256', key.lookup).update(address).digest('base64url')}`
}
