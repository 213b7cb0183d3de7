import { describe, expect, test } from 'vitest'
import { attachment } from './headers.ts'

/**
 * Returns the two file names of a download: the plain name, and the decoded name that newer browsers prefer.
 */
function namesIn(header: string): { plain: string | undefined; whole: string | undefined } {
  const [, plain] = /filename="([^"]*)"/.exec(header) ?? []
  const [, encoded] = /filename\*=UTF-8''(\S*)$/.exec(header) ?? []
  return { plain, whole: encoded === undefined ? undefined : decodeURIComponent(encoded) }
}

const named = (title: string) => namesIn(attachment(title, 'csv'))

test('keeps an ordinary title in both file names of a download', () => {
  expect(named('Leather and Light')).toEqual({
    plain: 'reservations-Leather-and-Light.csv',
    whole: 'Reservations Leather and Light.csv',
  })
})

test('keeps all letters in a download’s encoded name, and uses plain letters in the name for old programs', () => {
  expect(named('Café & Ñandú 🌵')).toEqual({
    plain: 'reservations-Cafe-Nandu.csv',
    whole: 'Reservations Café & Ñandú 🌵.csv',
  })
  expect(named('静かな週')).toEqual({ plain: 'reservations.csv', whole: 'Reservations 静かな週.csv' })
})

describe('a download with a dangerous title', () => {
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
  ])('gets one safe file name for the title %j', (title) => {
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
