import { expect, test } from 'vitest'
import { cdp, page } from 'vitest/browser'
import { showPart } from '#test/support/app/show-part.tsx'
import type { Statement } from '#domain/money/statements/contract.ts'
import { StatementView } from './statement.tsx'

const stay = { eventId: 3, name: 'Desert Cooking', urlName: 'desert-cooking', day: '2026-12-13', guests: 2 }
const sums = { opening: 0, charges: 0, refunds: 0, disputes: 0, fees: 0, other: 0, notOurs: 0, net: 0 }
const statement = {
  ...sums,
  month: '2026-10',
  readUntil: '2026-11-02T10:00:00.000Z',
  paidOut: 0,
  closing: 0,
  payouts: [],
  open: [],
  outside: [],
  owed: { stays: [{ ...stay, amount: 48_002 }], refunds: 0, total: 48_002, before: 0 },
  discounts: 0,
  untold: { count: 0, amount: 0 },
} as unknown as Statement

/**
 * Switches the page between screen and print.
 * @param name `print`, or empty for the screen
 */
const media = (name: string) =>
  (cdp() as unknown as { send: (method: string, params: object) => Promise<void> }).send(
    'Emulation.setEmulatedMedia',
    { media: name },
  )

test("prints the statement's list of deposits for upcoming stays as a table, not as cards", async () => {
  // The width in pixels of a printed Letter page without its margins.
  await page.viewport(680, 900)
  await media('print')
  try {
    await showPart(<StatementView statement={statement} />)
    const table = page.getByRole('table', { name: 'Deposits for upcoming stays' })
    // The browser loads the table's stylesheet separately, so the test waits for a style in it.
    await expect.poll(() => getComputedStyle(table.element()).display).toBe('block')
    const topOf = (name: string) =>
      table.getByText(name, { exact: true }).element().getBoundingClientRect().top
    await expect.poll(() => Math.abs(topOf('Desert Cooking') - topOf('$480.02'))).toBeLessThan(8)
  } finally {
    await media('')
    await page.viewport(390, 844)
  }
})
