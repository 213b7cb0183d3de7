/**
 * Searches random lists of steps for a planted mistake that nearly every list finds, so that the seed does not
 * matter. The first failing list must be shortened.
 */
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { planted, plantInSettle } from './planted-mistakes.ts'
import { searchHistories } from './search-histories.ts'
import { openHistorySite, type HistorySite } from './site.ts'

vi.mock('#domain/booking/domain/settle.ts', async (original) => plantInSettle(await original()))

let site: HistorySite
beforeAll(async () => {
  site = await openHistorySite()
})
afterAll(() => site.app.close())

test('shortens a failing list of random steps to a few steps', { timeout: 300_000 }, async () => {
  planted.mistake = 'a confirmation is e-mailed twice'
  const { story } = await searchHistories(site, { seed: 3, histories: 20 })
  expect(story).toMatch(/the mail invoice-success .* is there twice/)
  const lines = story?.split('\n').filter((line) => /^ +\d+\. /.test(line)) ?? []
  expect(lines.length).toBeLessThan(12)
})
