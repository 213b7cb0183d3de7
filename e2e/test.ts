/**
 * The `test` of all specs. With E2E_TRANSLATED=1 the browser translates every page, into the same words: whatever the tests do must
 * work there too (R48.1). `E2E_TRANSLATED=1 npm test -- e2e` runs all of them like that.
 */
import { test as base } from '@playwright/test'
import { translated } from './translate.ts'

export { expect } from '@playwright/test'

const TRANSLATED = process.env['E2E_TRANSLATED'] === '1'

export const test = base.extend({
  context: async ({ context }, use) => {
    if (TRANSLATED) await translated(context, { alters: false })
    await use(context)
  },
})
