/** Who may write how a reservation stands: with each change go its audit, its e-mail and the waitlist's job, so there is one place. */
import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const files = globSync('src/**/*.ts').map((file) => file.replaceAll('\\', '/'))
const production = files.filter((file) => !/\.test\.ts$|\/testing\//.test(file))
const naming = (words: RegExp) => production.filter((file) => words.test(readFileSync(file, 'utf8'))).sort()

test('only the transitions write a status, the first one included', () => {
  expect(naming(/\b(setReservationStatus|insertReservation)\b/)).toEqual([
    'src/features/booking/store/reservations.ts',
    'src/features/booking/transitions.ts',
  ])
})

test('no other feature inserts a reservation', () => {
  const inFeatures = naming(/\.insert\(reservations\)/).filter((file) => file.startsWith('src/features/'))
  expect(inFeatures).toEqual(['src/features/booking/store/reservations.ts'])
})
