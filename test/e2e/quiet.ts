/**
 * A `test` function that also fails if the page writes to the console: `import { expect, test } from
 * './quiet.ts'`.
 */
import { expect, test as base } from './test.ts'

export { expect }

/** A console message that does not fail a test, because a browser may block autoplay (R17.1). */
const ALLOWED = 'info: Autoplay prevented'

export const test = base.extend({
  page: async ({ page }, use) => {
    const lines: string[] = []
    page.on('console', (message) => lines.push(`${message.type()}: ${message.text()}`))
    page.on('pageerror', (error) => lines.push(`uncaught: ${error.message}`))
    await use(page)
    expect(lines.filter((line) => line !== ALLOWED)).toEqual([])
  },
})
