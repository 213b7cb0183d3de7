import { describe, expect, test } from 'vitest'
import type { Sealed } from './database/schema/columns.ts'
import { openColumns, sealRecord } from './sealing.ts'
import { createSealer } from './aes-sealer.ts'

const KEY_A = `a:${Buffer.alloc(32, 1).toString('base64')}`
const KEY_B = `b:${Buffer.alloc(32, 2).toString('base64')}`
const sealer = createSealer(KEY_A)
const flipped = (text: string) => `${text.startsWith('A') ? 'B' : 'A'}${text.slice(1)}`
const place = { table: 'reservations', row: '6a0e8f0e-3f0a-4d6b-9a55-2f4d5b1c7e10', column: 'phone' }

describe('an encrypted value', () => {
  test('decrypts to the original in any script, and shows nothing of the original while encrypted', () => {
    const sealed = sealer.seal(place, 'José ☎ 505-555-0100')
    expect(sealed).toMatch(/^s1\.a\.[\w-]+\.[\w-]+$/)
    const body = Buffer.from(sealed.split('.')[3] ?? '', 'base64url')
    for (const shown of [sealed, body.toString('latin1')]) expect(shown).not.toContain('555-0100')
    expect(sealer.open(place, sealed)).toBe('José ☎ 505-555-0100')
    expect(sealer.open(place, sealer.seal(place, ''))).toBe('')
  })

  test('is different each time, even for equal values', () => {
    expect(sealer.seal(place, 'None')).not.toBe(sealer.seal(place, 'None'))
  })

  test.each([
    ['row', { ...place, row: '00000000-0000-4000-8000-000000000000' }],
    ['column', { ...place, column: 'address' }],
    ['table', { ...place, table: 'waitlist_entries' }],
  ])('does not decrypt in another %s', (_where, elsewhere) => {
    const sealed = sealer.seal(place, 'secret')
    expect(() => sealer.open(elsewhere, sealed)).toThrow()
  })

  test('does not decrypt after any part of it was changed or cut off', () => {
    const sealed = sealer.seal(place, 'a value of some length')
    const [format, id, iv = '', body = ''] = sealed.split('.')
    for (const changed of [
      [format, id, flipped(iv), body],
      [format, id, iv, flipped(body)],
      [format, id, iv, body.slice(0, -4)],
      [format, id, iv, ''],
      ['s2', id, iv, body],
    ]) {
      expect(() => sealer.open(place, changed.join('.') as Sealed)).toThrow()
    }
  })
})

describe('the encryption with several keys', () => {
  const rotated = createSealer(`${KEY_B},${KEY_A}`)

  test('encrypts with the first key, and decrypts with older keys too', () => {
    expect(rotated.open(place, sealer.seal(place, 'before'))).toBe('before')
    expect(rotated.seal(place, 'after')).toMatch(/^s1\.b\./)
  })

  test('names the missing key if a value cannot be decrypted', () => {
    expect(() => sealer.open(place, rotated.seal(place, 'x'))).toThrow(/key "b"/)
  })

  test('finds an e-mail address that was hashed with any of the keys', () => {
    expect(rotated.lookups('sam@example.test')).toContain(sealer.lookup('sam@example.test'))
    expect(rotated.lookups('sam@example.test')).toContain(rotated.lookup('sam@example.test'))
  })
})

test('hashes an e-mail address ignoring case and spaces, and gives another hash for another key', () => {
  expect(sealer.lookup(' Sam@Example.TEST ')).toBe(sealer.lookup('sam@example.test'))
  expect(sealer.lookup('sam@example.test')).not.toBe(sealer.lookup('pat@example.test'))
  expect(createSealer(KEY_B).lookup('sam@example.test').slice(2)).not.toBe(
    sealer.lookup('sam@example.test').slice(2),
  )
})

test('encrypts and decrypts a record column by column, and leaves empty values empty', () => {
  const row = { table: place.table, row: place.row }
  const sealed = sealRecord(sealer, row, { phone: '1', nickname: null })
  expect(sealed.nickname).toBeNull()
  expect(sealer.open(place, sealed.phone)).toBe('1')
  expect(openColumns(sealer, row.table, { uuid: row.row, ...sealed }, 'phone', 'nickname')).toEqual({
    phone: '1',
    nickname: null,
  })
})

test.each(['', 'a', 'a:c2hvcnQ=', `a b:${Buffer.alloc(32).toString('base64')}`])(
  'refuses the malformed keys %j',
  (keys) => {
    expect(() => createSealer(keys)).toThrow(/DATA_KEYS/)
  },
)

describe('for a name that was stored before the site refused invisible names, the site', () => {
  const uuid = '6a0e8f0e-3f0a-4d6b-9a55-2f4d5b1c7e10'
  const opened = (customerName: string, nickname: string) => {
    const row = { table: 'reservations', row: uuid }
    const sealed = sealRecord(sealer, row, { customerName, nickname })
    return openColumns(sealer, 'reservations', { uuid, ...sealed }, 'customerName', 'nickname')
  }

  test.each(['\u200b', '\u202e\u2066', '\u3164', '\u2800', ' \ufe0f '])(
    'shows the invisible name %j as "No name"',
    (text) => {
      const { customerName, nickname } = opened(text, text)
      expect(customerName).toBe('No name')
      expect(nickname?.trim()).toBe('')
    },
  )

  test('shows a name without marks that reverse text, and a deleted name as empty', () => {
    expect(opened('\u202eAna\u0007 Gil\u200b', '')).toEqual({ customerName: 'Ana Gil', nickname: '' })
    expect(opened('', '').customerName).toBe('')
  })
})

test('returns an unchanged hash for an old stored address, and one hash for every spelling of its domain', () => {
  expect(sealer.lookup(' Ana@Example.test ')).toBe('a.-qPJI0TpF9Ns_7JvTzMhW9d3xcqoT73mT_ic44HeXIM')
  const written = ['josé@BÜCHER.example', 'josé@bücher.example', 'JOSÉ@xn--bcher-kva.example']
  expect(new Set(written.map((address) => sealer.lookup(address))).size).toBe(1)
})
