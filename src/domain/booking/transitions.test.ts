/**
 * Checks that only one source file writes a reservation's status. Each change of status needs its audit entry, its
 * e-mail and the waitlist's job, and that file writes them.
 */
import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const files = globSync('src/**/*.ts').map((file) => file.replaceAll('\\', '/'))
const production = files.filter((file) => !/\.test\.ts$|\/testing\//.test(file))
const naming = (words: RegExp) => production.filter((file) => words.test(readFileSync(file, 'utf8'))).sort()

test("lets only transitions.ts write a reservation's status, including the first one", () => {
  expect(naming(/\b(setReservationStatus|insertReservation)\b/)).toEqual([
    'src/domain/booking/store/reservations.ts',
    'src/domain/booking/transitions.ts',
  ])
})

test('lets only the store of bookings insert reservations', () => {
  const inFeatures = naming(/\.insert\(reservations\)/).filter((file) => file.startsWith('src/domain/'))
  expect(inFeatures).toEqual(['src/domain/booking/store/reservations.ts'])
})
