import { expectAccessible } from './accessible.ts'
import { LONG_RUN } from './any-width.ts'
import { carousel, picture } from './components.ts'
import { test } from './quiet.ts'
import { startReact } from './start-react.ts'

// Checks only two pages. In the long run, matrix.deep.spec.ts checks all pages after loading.
for (const path of ['/the-land', '/dev/parts']) {
  test(`shows an accessible page at ${path} (R17.7)`, LONG_RUN, async ({ page }) => {
    await page.goto(path)
    await expectAccessible(page)
  })
}

test(
  'keeps the full-screen view of pictures and the dialogs accessible (R17.7)',
  LONG_RUN,
  async ({ page }) => {
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
  },
)
