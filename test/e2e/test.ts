/**
 * The `test` function of all browser tests. With E2E_TRANSLATED=1 the browser translates every page. The
 * translator keeps the words, so all tests must still pass (R48.1): `E2E_TRANSLATED=1 npm test -- e2e`.
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
