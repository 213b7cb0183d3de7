/**
 * The `test` function of all specs. With E2E_TRANSLATED=1 the browser translates every page, with a
 * translator that keeps the words, and all tests must still pass (R48.1): `E2E_TRANSLATED=1 npm test -- e2e`.
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
