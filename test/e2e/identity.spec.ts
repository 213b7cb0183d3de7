import type { Page } from '@playwright/test'
import { ANY_WIDTH, LONG_RUN } from './any-width.ts'
import { expectAccessible } from './accessible.ts'
import { ADMIN, deskMenu, GUEST, signIn } from './sign-in.ts'
import { expect, test } from './test.ts'

const PASSWORD = process.env['DEV_ADMIN_PASSWORD'] ?? ''

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
const submit = (page: Page) => page.getByRole('button', { name: 'Sign in' })
const logOut = (page: Page) => page.getByRole('button', { name: 'Log Out' }).first()

async function fillIn(page: Page, email: string, password = PASSWORD) {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(password)
}

test(
  'asks for a sign-in on an admin page and then shows that page to an admin (R14.5)',
  ANY_WIDTH,
  async ({ page }) => {
    await page.goto('/admin?from=here')
    await expect(heading(page, 'Sign in')).toBeVisible()
    await expectAccessible(page)
    await fillIn(page, ADMIN)
    await submit(page).click()
    await page.waitForURL('/admin?from=here')
    await expect(await deskMenu(page)).toBeVisible()
  },
)

test('signs an admin in by keyboard alone, after a wrong password', ANY_WIDTH, async ({ page }) => {
  await page.goto('/admin')
  await expect(page.getByLabel('Email')).toBeFocused()
  await page.keyboard.type(ADMIN)
  await page.keyboard.press('Tab')
  await page.keyboard.type('not the password')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toContainText('That is not the email and password of anybody here.')
  await expectAccessible(page)
  await expect(page.getByLabel('Email')).toHaveValue(ADMIN)
  await page.getByLabel('Password').focus()
  await page.keyboard.type(PASSWORD)
  await page.keyboard.press('Enter')
  await page.waitForURL('/admin')
})

test(
  'refuses every admin page to a signed-in user who is no admin, and offers to log out (R21.7)',
  LONG_RUN,
  async ({ page }) => {
    await signIn(page, GUEST, '/events')
    const guarded = [
      '/admin',
      '/create-event',
      '/create-event/leather-and-light',
      '/admin/history',
      '/admin/codes',
      '/admin/statements',
      '/admin/year',
      '/admin/taxes',
      '/admin/open-balances',
      '/admin/checks',
      '/admin/system',
      '/admin/rooms',
      '/event/founders-quiet-week/rooms',
      '/reservation/1',
      '/reservation/999999',
    ]
    for (const path of guarded) {
      const reply = await page.goto(path)
      expect(reply?.status()).toBe(403)
      expect(reply?.headers()['cache-control']).toContain('no-store')
      await expect(heading(page, 'This page is for staff only.')).toBeVisible()
      await expect(page.getByText('Demo', { exact: true })).toBeVisible()
    }
    await expectAccessible(page)
    await logOut(page).click()
    await page.waitForURL('/')
    await page.goto('/admin')
    await expect(heading(page, 'Sign in')).toBeVisible()
  },
)

test('signs an admin out of the site and of the identity provider', ANY_WIDTH, async ({ page }) => {
  await signIn(page, ADMIN)
  await (await deskMenu(page)).getByRole('button', { name: 'Log Out' }).click()
  await page.waitForURL('/')
  expect(await (await page.request.get('/api/auth/is-admin')).json()).toBe(false)
  await page.goBack()
  await page.goto('/admin')
  await expect(heading(page, 'Sign in')).toBeVisible()
})

test(
  'returns to the home page after a canceled sign-in, with a message and a way to try again (R14.5)',
  ANY_WIDTH,
  async ({ page }) => {
    await page.goto('/admin')
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.waitForURL('/?signIn=failed')
    await expect(page.getByRole('alert')).toContainText('The sign-in did not work.')
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Try again' }).click()
    await fillIn(page, ADMIN)
    await submit(page).click()
    await page.waitForURL('/admin')
  },
)

test(
  'signs nobody in at the callback address if no sign-in was started (R14.5)',
  ANY_WIDTH,
  async ({ page }) => {
    await page.goto('/callback?code=stolen&state=made-up')
    await page.waitForURL('/?signIn=failed')
    await expect(page.getByRole('alert')).toContainText('Nobody is signed in.')
  },
)

test(
  'stays on this site even if the return address names another site',
  LONG_RUN,
  async ({ page, baseURL }) => {
    await page.goto('/api/auth/login?returnUrl=https%3A%2F%2Fevil.example%2F')
    await fillIn(page, ADMIN)
    await submit(page).click()
    await page.waitForURL((url) => !url.pathname.startsWith('/dev/') && url.pathname !== '/callback')
    expect(new URL(page.url()).origin).toBe(baseURL)
  },
)

test(
  'signs in at the IP address of this machine and at its name if the site has no public URL',
  LONG_RUN,
  async ({ page, baseURL }) => {
    const site = (baseURL ?? '').replace('localhost', '127.0.0.1')
    await page.goto(`${site}/admin`)
    await fillIn(page, ADMIN)
    await submit(page).click()
    await page.waitForURL(`${site}/admin`)
    await (await deskMenu(page)).getByRole('button', { name: 'Log Out' }).click()
    await page.waitForURL(`${site}/`)
  },
)

test(
  'caches the home page with the parameter signIn only for known values',
  ANY_WIDTH,
  async ({ request }) => {
    const other = await request.get('/?signIn=perhaps', { maxRedirects: 0 })
    expect([other.status(), other.headers()['location']]).toEqual([302, '/'])
  },
)

test('signs an admin in without JavaScript (R14.9)', ANY_WIDTH, async ({ browser, baseURL }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, ...(baseURL ? { baseURL } : {}) })
  const page = await context.newPage()
  await page.goto('/admin')
  await fillIn(page, ADMIN)
  await submit(page).click()
  await expect(heading(page, 'Logging in')).toBeVisible()
  await page.getByRole('button', { name: 'Go on' }).click()
  await page.waitForURL('/admin')
  await expect(await deskMenu(page)).toBeVisible()
  await context.close()
})
