/** The histories find mistakes: each of these is planted around the product's own code, and must be told. */
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import {
  planted,
  plantInSignUpRules,
  plantInTakeSpot,
  plantInMoneyRules,
  type Mistake,
} from './testing/plant.ts'
import { openHistorySite, type HistorySite } from './testing/site.ts'
import { tellHistories } from './testing/tell.ts'

vi.mock('../sign-up/rules.ts', async (original) => plantInSignUpRules(await original()))
vi.mock('../sign-up/take-spot.ts', async (original) => plantInTakeSpot(await original()))
vi.mock('../../../shared/reservation-money.ts', async (original) => plantInMoneyRules(await original()))

let site: HistorySite
beforeAll(async () => {
  site = await openHistorySite()
})
afterAll(() => site.app.close())

/** Each with a seed that meets it soon. */
const MISTAKES: [Mistake, number, RegExp][] = [
  ['nobody counts the spots', 2, /has \d spots, but \d are taken/],
  ['the lock is lost', 2, /has \d spots, but \d are taken/],
  ['refunds do not count', 3, /shows .* paid, the provider has/],
]

test.each(MISTAKES)('%s: that is found', { timeout: 300_000 }, async (mistake, seed, expected) => {
  planted.mistake = mistake
  const told = await tellHistories(site, { seed, histories: 300, patience: 0 })
  expect(told.story).toMatch(expected)
})
