/**
 * Plants a mistake in the site's rules, which the checks of the histories must find. `mistakes.deep.test.ts`
 * plants more.
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

test('finds the planted mistake: totals ignore refunds', { timeout: 300_000 }, async () => {
  planted.mistake = 'totals ignore refunds'
  const result = await searchHistories(site, { seed: 4, histories: 300, shortenForMs: 0 })
  // The total also decides which e-mail a payment causes, so two checks can find this mistake. The history
  // stops at the first of them.
  expect(result.story).toMatch(/shows .* paid, the provider has|the mail invoice-success .* its causes never/)
})
