import { expect, it } from 'vitest'
import { oneLine } from './text.ts'

it('keeps a line a line', () => {
  expect(oneLine(' Ada\r\nBcc: evil@example.test\u0000\u2028 \tLovelace\u202e ')).toBe(
    'Ada Bcc: evil@example.test Lovelace',
  )
  expect(oneLine('Zoë O’Hara-Nuñez 🤠')).toBe('Zoë O’Hara-Nuñez 🤠')
})
