import type { Locator, Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { ANY_WIDTH } from './any-width.ts'
import { api } from './api.ts'
import { mailsTo, newEmail } from './guest.ts'
import { payDeposit } from './money.ts'
import { makeEvent } from './roster.ts'
import { signInAsAdmin } from './sign-in.ts'
import { tidy } from './clean-up.ts'
import { expect, test } from './test.ts'

test.beforeEach(({ page }) => signInAsAdmin(page))
test.afterEach(({ page }) => tidy(page))

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

/** Returns the rows of the table of refunds. Leaves out "About", which only a table before the payment says. */
async function refundsOn(where: Page | Locator): Promise<string[]> {
  const table = where.getByRole('table').filter({ hasText: 'Your refund' })
  await expect(table).toBeVisible()
  const rows = await table.locator('tbody tr').allInnerTexts()
  return rows.map((row) => row.replace('About ', '').replaceAll(/\s+/g, ' '))
}

test(
  "shows the same refunds, by date, on an event's page, the form, the private page, in the cancel dialog and the e-mail (R51.1, R51.3)",
  ANY_WIDTH,
  async ({ page, request }) => {
    const start = inDays(120)
    const event = await makeEvent(page, { startDateDate: start, endDateDate: start })
    await page.goto(event.path)
    const onEvent = await refundsOn(page)
    expect(onEvent).toEqual([
      expect.stringMatching(/^Until \w+ \d+, \d+ \$436\.65 Full refund, minus card fees$/),
      expect.stringMatching(/^\w+ \d+.* – .*\d+ \$324\.15 75% refund, minus card fees$/),
      expect.stringMatching(/^From \w+ \d+, \d+ Nothing Unless someone takes .* at most \$810\.00$/),
    ])
    await expectAccessible(page)
    await page.goto(`${event.path}/sign-up`)
    expect(await refundsOn(page)).toEqual(onEvent)

    // Before the payment, the last row counts the whole price, because the remainder is due by then.
    const ofDeposit = onEvent.map((row) => row.replace('$810.00', '$405.00'))
    const email = newEmail()
    const { id } = await payDeposit(page, event.id, email)
    const { uuid } = await api<{ uuid: string }>(page, { method: 'GET', path: `auth/reservation?id=${id}` })
    await page.goto(`/complete-reservation/${uuid}`)
    const part = page.getByRole('region', { name: 'If you can’t come' })
    expect(await refundsOn(part)).toEqual(ofDeposit)
    await part.getByRole('button', { name: 'Cancel my stay' }).click()
    const dialog = page.getByRole('alertdialog', { name: 'Cancel your stay?' })
    expect(await refundsOn(dialog)).toEqual(ofDeposit)
    await expect(dialog.getByRole('button', { name: 'Cancel for a refund of $436.65' })).toBeVisible()
    await expectAccessible(page)

    const amounts = ['$436.65. Full refund', '$324.15. 75% refund', 'at most $405.00']
    await expect
      .poll(
        async () => {
          const text = (await mailsTo(request, email)).map((mail) => mail.text).join()
          return amounts.filter((words) => !text.includes(words))
        },
        { timeout: 20_000 },
      )
      .toEqual([])
  },
)
