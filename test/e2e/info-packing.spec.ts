import type { Page } from '@playwright/test'
import { ANY_WIDTH } from './any-width.ts'
import { expectAccessible } from './accessible.ts'
import { expect, test } from './quiet.ts'

const box = (page: Page, name: string) => page.getByRole('checkbox', { name })

test.describe('the packing list without scripts', ANY_WIDTH, () => {
  test.use({ javaScriptEnabled: false })

  test(
    'lets a visitor check off items of the packing list without scripts (R16.7)',
    ANY_WIDTH,
    async ({ page }) => {
      await page.goto('/packing-list')
      for (const name of ['To wear', 'To carry', 'For your health', 'For the evening'])
        await expect(page.getByRole('group', { name }).getByRole('checkbox')).not.toHaveCount(0)
      await expect(page.getByRole('heading', { name: 'To leave at home' })).toBeVisible()
      await page.getByText('A water bottle').click()
      await expect(box(page, 'A water bottle')).toBeChecked()
      await expect(page.getByRole('button', { name: 'Start over' })).toBeHidden()
    },
  )
})

test(
  'counts checked items of the packing list, remembers them for the next visit, and lets the visitor reset them',
  ANY_WIDTH,
  async ({ page }) => {
    await page.goto('/packing-list')
    const status = page.getByRole('status').filter({ hasText: 'packed' })
    const all = await page.getByRole('checkbox').count()
    await expect(status).toHaveText(`0 of ${all} packed`)
    await box(page, 'A book').check()
    await box(page, 'A water bottle').check()
    await expect(status).toHaveText(`2 of ${all} packed`)

    await page.reload()
    await expect(box(page, 'A book')).toBeChecked()
    await expect(status).toHaveText(`2 of ${all} packed`)
    await expectAccessible(page)

    // The page must also restore the checked items after a client-side navigation.
    await page.getByRole('link', { name: 'the directions' }).click()
    await expect(page).toHaveURL(/\/directions$/)
    await page.goBack()
    await expect(box(page, 'A water bottle')).toBeChecked()
    await page.getByRole('button', { name: 'Start over' }).click()
    await expect(page.getByRole('checkbox', { checked: true })).toHaveCount(0)
    await page.reload()
    await expect(status).toHaveText(`0 of ${all} packed`)
  },
)

test('prints the packing list when the print button is pressed', ANY_WIDTH, async ({ page }) => {
  await page.addInitScript(() => {
    window.print = () => document.documentElement.setAttribute('data-printed', '')
  })
  for (const path of ['/packing-list', '/terms-of-stay']) {
    await page.goto(path)
    // Repeats pressing the button, because it has no effect before the script has loaded.
    await expect(async () => {
      await page.getByRole('button', { name: 'Print' }).click()
      await expect(page.locator('html[data-printed]')).toHaveCount(1, { timeout: 1000 })
    }).toPass()
  }
})

test(
  'prints the text of the packing list on white, without header, pictures or buttons (R16.10)',
  ANY_WIDTH,
  async ({ page }) => {
    for (const [path, words] of [
      ['/packing-list', 'Long pants'],
      ['/terms-of-stay', 'Full refund, minus card fees'],
    ] as const) {
      await page.goto(path)
      await page.emulateMedia({ media: 'print' })
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(page.getByText(words)).toBeVisible()
      await expect(page.getByText(words)).toHaveCSS('color', 'rgb(0, 0, 0)')
      await expect(page.getByRole('button', { name: 'Print' })).toBeHidden()
      await expect(page.getByRole('navigation', { name: 'Main' })).toBeHidden()
      await expect(page.locator('main img')).toBeHidden()
      await page.emulateMedia({ media: null })
    }
  },
)
