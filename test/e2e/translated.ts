/**
 * A `test` function for pages that the browser translates. A test fails if React or the page logs an error.
 */
import type { Browser, BrowserContext, Locator, Page } from '@playwright/test'
import { CARDS, cardInput, fillCard } from './guest.ts'
import { signInAsAdmin } from './sign-in.ts'
import { expect, test as base } from './test.ts'
import { altered, complaintsOf, wrongTexts, translated } from './translate.ts'

export { altered as t, CARDS, cardInput, expect, fillCard }

interface Translated {
  guest: Page
  /**
   * An admin's page that the browser translates. The test's own `page` is not translated, and prepares the
   * data.
   */
  admin: Page
}

async function openTranslated(browser: Browser, cookies: Parameters<BrowserContext['addCookies']>[0]) {
  const context = await browser.newContext(base.info().project.use)
  await context.addCookies(cookies)
  await translated(context)
  context.setDefaultTimeout(20_000)
  return { context, complaints: complaintsOf(context), page: await context.newPage() }
}

async function close({ context, complaints, page }: Awaited<ReturnType<typeof openTranslated>>) {
  await expect(page.getByText(altered('Something broke on our side.'))).toHaveCount(0)
  expect(complaints).toEqual([])
  expect(await wrongTexts(page)).toEqual([])
  await context.close()
}

export const test = base.extend<Translated>({
  guest: async ({ browser }, use) => {
    const opened = await openTranslated(browser, [])
    await use(opened.page)
    await close(opened)
  },
  admin: async ({ browser, page }, use) => {
    await signInAsAdmin(page)
    const opened = await openTranslated(browser, await page.context().cookies())
    await use(opened.page)
    await close(opened)
  },
})

/** Opens a page and waits until it is translated. */
export async function open(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await expect(page.locator('font').first()).toBeAttached()
}

export const button = (within: Page | Locator, name: string) =>
  within.getByRole('button', { name: altered(name) })

export const labeled = (within: Page | Locator, label: string) => within.getByLabel(altered(label)).first()

export async function fillIn(within: Page | Locator, answers: Record<string, string>): Promise<void> {
  for (const [label, answer] of Object.entries(answers)) await labeled(within, label).fill(answer)
}

export const DETAILS = {
  Phone: '+1 505 555 0100',
  'Mailing address': '1 Mesa Road\nMagdalena, NM',
  'Emergency contact name': 'Ben Ortiz',
  'Emergency contact phone': '+1 505 555 0101',
  'Food allergies': 'Pecans',
  'Medical conditions': 'None',
}

export async function fillSignUp(page: Page, email: string): Promise<void> {
  const form = page.getByRole('form', { name: 'Sign up' })
  await fillIn(form, { 'First name': 'Ana', 'Last name': 'Ortiz', Email: email, ...DETAILS })
  await labeled(form, 'Safety consent').check()
}
