import { describe, expect, test } from 'vitest'
import { attachment } from './headers.ts'

/** What a browser would save it as: the old way and the new way. */
function namesIn(header: string): { plain: string | undefined; whole: string | undefined } {
  const [, plain] = /filename="([^"]*)"/.exec(header) ?? []
  const [, encoded] = /filename\*=UTF-8''(\S*)$/.exec(header) ?? []
  return { plain, whole: encoded === undefined ? undefined : decodeURIComponent(encoded) }
}

const named = (title: string) => namesIn(attachment(title, 'csv'))

test('an ordinary name is what it is', () => {
  expect(named('Leather and Light')).toEqual({
    plain: 'reservations-Leather-and-Light.csv',
    whole: 'Reservations Leather and Light.csv',
  })
})

test('letters of the world stay, and old programs get plain ones', () => {
  expect(named('Café & Ñandú 🌵')).toEqual({
    plain: 'reservations-Cafe-Nandu.csv',
    whole: 'Reservations Café & Ñandú 🌵.csv',
  })
  expect(named('静かな週')).toEqual({ plain: 'reservations.csv', whole: 'Reservations 静かな週.csv' })
})

describe('what leads elsewhere', () => {
  test.each([
    '../../etc/passwd',
    '..\\..\\windows\\system32',
    'a"; filename="evil.exe',
    "a'; filename*=UTF-8''evil.exe",
    'a\r\nSet-Cookie: session=1',
    'evil.exe\u202Evsc',
    'a\u0000b',
    'C:con|prn<>?*',
    '   ...   ',
    '=cmd|calc',
    'x'.repeat(5_000),
  ])('%j is one file name', (title) => {
    const header = attachment(title, 'csv')
    expect(header).toMatch(
      /^attachment; filename="[A-Za-z0-9-]+\.csv"; filename\*=UTF-8''[A-Za-z0-9%._~!&+-]+$/,
    )
    expect(header.length).toBeLessThan(1_500)
    const { whole = '' } = named(title)
    expect(whole).toMatch(/^Reservations.*\.csv$/)
    expect(whole).not.toMatch(/[\\/:*?"<>|\p{C}]/u)
  })
})
