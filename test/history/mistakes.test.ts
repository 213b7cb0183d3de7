/**
 * Plants a mistake in the site's rules and runs random steps, as `history.test.ts` does. The checks after each step
 * and at the end must find the mistake. `mistakes.deep.test.ts` plants more mistakes.
 */
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { planted, plantInMoneyRules } from './planted-mistakes.ts'
import { openHistorySite, type HistorySite } from './site.ts'
import { searchHistories } from './search-histories.ts'

vi.mock('#shared/reservation-money.ts', async (original) => plantInMoneyRules(await original()))

let site: HistorySite
beforeAll(async () => {
  site = await openHistorySite()
})
afterAll(() => site.app.close())

test('finds the planted mistake that totals ignore refunds', { timeout: 300_000 }, async () => {
  planted.mistake = 'totals ignore refunds'
  const result = await searchHistories(site, { seed: 4, histories: 300, shortenForMs: 0 })
  // Two checks can find this mistake, because the total also decides which e-mail a payment causes. The test
  // stops at the first problem.
  expect(result.story).toMatch(/shows .* paid, the provider has|the mail invoice-success .* its causes never/)
})
