/** No accessibility violation in any state of the shared pieces, in either scheme (DESIGN item 4). */
import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { carousel, picture } from './pieces.ts'
import { expect, test } from './quiet.ts'

async function expectAccessible(page: Page) {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.waitForFunction(() => !document.getAnimations().some((each) => each instanceof CSSTransition))
    const { violations } = await new AxeBuilder({ page }).analyze()
    expect(
      violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]),
      colorScheme,
    ).toEqual([])
  }
}

for (const path of ['/the-land', '/our-history', '/dev/parts']) {
  test(`${path} is accessible`, async ({ page }) => {
    await page.goto(path)
    await expectAccessible(page)
  })
}

test('a picture in full and the dialogs are accessible', async ({ page }) => {
  await page.goto('/the-land')
  await picture(carousel(page), '1 of').click()
  await expectAccessible(page)
  await page.goto('/dev/parts')
  await page.getByRole('button', { name: 'Open the modal' }).click()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Delete invoice 12' }).click()
  await expectAccessible(page)
})
