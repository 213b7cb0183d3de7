import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { sameText, sign } from './signing.ts'

test('treats two texts as equal only if every byte is equal (R19.3)', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (one, other) => {
      expect(sameText(one, one)).toBe(true)
      expect(sameText(one, other)).toBe(Buffer.from(one).equals(Buffer.from(other)))
      expect(sameText(one, `${one}x`)).toBe(false)
    }),
  )
})

test('returns a different signature for each secret, purpose and value', () => {
  const texts = fc.string({ maxLength: 20 })
  fc.assert(
    fc.property(texts, texts, texts, (secret, purpose, value) => {
      const mark = sign(secret, purpose, value)
      expect(sign(secret, purpose, value)).toBe(mark)
      expect(sign(`${secret}x`, purpose, value)).not.toBe(mark)
      expect(sign(secret, `${purpose}x`, value)).not.toBe(mark)
      expect(sign(secret, purpose, `${value}x`)).not.toBe(mark)
      expect(mark).toMatch(/^[\w-]{43}$/)
    }),
  )
})
