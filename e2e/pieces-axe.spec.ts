/** No accessibility violation in any state of the shared pieces, in either scheme (R17.7). */
import { expectAccessible } from './accessible.ts'
import { LONG_RUN } from './any-width.ts'
import { carousel, picture } from './pieces.ts'
import { test } from './quiet.ts'
import { startReact } from './start-react.ts'

// All other pages as they come are in matrix.deep.spec.ts.
for (const path of ['/the-land', '/dev/parts']) {
  test(`${path} is accessible`, LONG_RUN, async ({ page }) => {
    await page.goto(path)
    await expectAccessible(page)
  })
}

test('a picture in full and the dialogs are accessible', LONG_RUN, async ({ page }) => {
  await page.goto('/the-land')
  await picture(carousel(page), '1 of').click()
  await expectAccessible(page)
  await page.goto('/dev/parts')
  await startReact(page)
  await page.getByRole('button', { name: 'Open the dialog' }).click()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Delete invoice 12' }).click()
  await expectAccessible(page)
})
