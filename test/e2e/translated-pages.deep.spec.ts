/**
 * Opens every page and every dialog while the browser translates them, types into all fields and presses the
 * buttons. React must not fail or leave outdated text (R48.1).
 */
import type { Locator, Page } from '@playwright/test'
import { ANY_WIDTH } from './any-width.ts'
import { DOG, tidyCalendar } from './calendar.ts'
import { type Made, makeAll, pagesOf } from './every-page.ts'
import { signInAsAdmin } from './sign-in.ts'
import { tidy } from './clean-up.ts'
import { wrongTexts } from './translate.ts'
import { expect, open, test } from './translated.ts'

test.beforeEach(({ page }) => signInAsAdmin(page))
test.afterEach(async ({ page }) => {
  await tidyCalendar(page)
  await tidy(page)
})

const openDialog = (page: Page) => page.locator('dialog[open]').last()
/** Matches buttons that would end the test's session. The test does not press them. */
const LEFT_ALONE = /log out/i
/** Matches buttons that would delete records that later pages show. */
const DELETES = /^(Delete|Cancel (Event|retreat|reservation)|Remove|Revoke)/i
/** The largest number of buttons to press on a page. Buttons whose names differ only in digits count once. */
const MOST_BUTTONS = 30

async function expectSound(page: Page, where: string) {
  expect.soft(await wrongTexts(page), `outdated text or translated amounts at ${where}`).toEqual([])
}

/** Types some text into every editable field, and toggles every checkbox. */
async function fillAnyhow(page: Page) {
  const dialog = openDialog(page)
  // Ignores errors, because a field may be disabled, or disappear when the test fills in another field.
  for (const field of await dialog.locator('input:not([type=file]), textarea, select').all())
    await fillField(field).catch(() => {})
}

const SOON = { timeout: 1000 }

async function fillField(field: Locator) {
  const { type, list } = await field.evaluate(
    (each) => ({
      type: each instanceof HTMLInputElement ? each.type : each.tagName.toLowerCase(),
      list: each instanceof HTMLSelectElement ? [...each.options].map(({ value }) => value) : [],
    }),
    undefined,
    SOON,
  )
  switch (type) {
    case 'checkbox':
    case 'radio':
      return field.click({ ...SOON, force: true })
    case 'select':
      return field.selectOption(list.at(-1) ?? '', SOON)
    case 'date':
      return field.fill('2031-06-02', SOON)
    case 'color':
      return field.fill('#662255', SOON)
    default:
      return field.fill(type === 'email' ? 'ana@example.test' : '3', SOON)
  }
}

/**
 * Presses the last button of the dialog that does something, so that the dialog shows a success or a failure.
 */
async function act(page: Page) {
  const buttons = openDialog(page).getByRole('button', {
    name: /^(?!Close|Cancel|Keep|Back|Discard)/,
    disabled: false,
  })
  await buttons
    .last()
    .click({ timeout: 2000 })
    .catch(() => {})
  await page.waitForTimeout(500)
}

async function closeAll(page: Page, path: string) {
  for (let tries = 0; tries < 4 && (await openDialog(page).count()) > 0; tries += 1) {
    await page.keyboard.press('Escape')
    const discard = openDialog(page).getByRole('button', { name: /^Discard/ })
    if (await discard.isVisible().catch(() => false)) await discard.click({ timeout: 2000 }).catch(() => {})
    await page.waitForTimeout(150)
  }
  if ((await openDialog(page).count()) > 0 || !page.url().endsWith(path)) await open(page, path)
}

/** Waits for the page to which `/callback` redirects once React runs. */
async function waitForSignInFailed(page: Page) {
  await page.waitForURL('/?signIn=failed')
  await expect(page.locator('font').first()).toBeAttached()
}

/**
 * Opens a page and each of its dialogs. In dialogs about the test's own records, also presses the last button
 * that does something. Returns how many dialogs opened.
 */
async function walk(page: Page, path: string, made: Made): Promise<number> {
  const isOwn = Object.values(made).some((part) => path.includes(String(part)))
  await open(page, path)
  if (path.startsWith('/callback')) await waitForSignInFailed(page)
  await page.evaluate(() => {
    for (const fold of document.querySelectorAll('details')) fold.open = true
  })
  await expectSound(page, path)
  const start = new URL(page.url())
  const names = await page
    .locator('button[aria-haspopup=dialog]:not([disabled])')
    .evaluateAll((all) => all.map((each) => each.getAttribute('aria-label') ?? each.textContent.trim()))
  // Of several buttons such as "Delete invoice 12" and "Delete invoice 13", the test presses only one.
  const kinds = new Map(names.map((name) => [name.replaceAll(/\d+/g, ''), name] as const))
  let opened = 0
  for (const name of [...kinds.values()].slice(0, MOST_BUTTONS)) {
    if (LEFT_ALONE.test(name)) continue
    const button = page.getByRole('button', { name, exact: true }).first()
    if (!(await button.isVisible().catch(() => false))) continue
    await button.click({ timeout: 5000 }).catch(() => {})
    if ((await openDialog(page).count()) > 0) {
      opened += 1
      await expect.soft(openDialog(page).locator('font').first(), `${path}: ${name}`).toBeAttached()
      await fillAnyhow(page)
      if (isOwn && !DELETES.test(name)) await act(page)
      await expectSound(page, `${path}: ${name}`)
    }
    await closeAll(page, start.pathname + start.search)
  }
  return opened
}

test(
  'keeps every page and dialog working for a guest whose browser translates the site (R48.1)',
  ANY_WIDTH,
  async ({ guest, page }) => {
    test.setTimeout(15 * 60_000)
    const made = await makeAll(page)
    for (const { guest: paths = [] } of Object.values(pagesOf(made)))
      for (const path of paths) await walk(guest, path, made)
  },
)

test(
  "keeps the family's pages working in a browser that translates the site (R48.1)",
  ANY_WIDTH,
  async ({ guest, page }) => {
    await guest.request.get(`/api/checkPassword?dogName=${DOG}`)
    const made = await makeAll(page)
    for (const { family = [] } of Object.values(pagesOf(made)))
      for (const path of family) await walk(guest, path, made)
  },
)

test(
  'keeps every page and dialog working for an admin whose browser translates the site (R48.1)',
  ANY_WIDTH,
  async ({ admin, page }) => {
    test.setTimeout(20 * 60_000)
    const made = await makeAll(page)
    let opened = 0
    for (const { admin: paths = [] } of Object.values(pagesOf(made)))
      for (const path of paths) opened += await walk(admin, path, made)
    expect(opened).toBeGreaterThan(25)
  },
)
