/** Signs in at the embedded identity provider as a person does. */
import { expect, type Cookie, type Page } from '@playwright/test'
import { TRY_AGAIN } from './api.ts'

export const ADMIN = 'admin@example.test'
/** The e-mail address of a user who can sign in but is no admin. */
export const GUEST = 'guest@example.test'

/** Opens a page that requires a sign-in, fills in the identity provider's form, and returns to that page. */
export async function signIn(page: Page, email: string, returnUrl = '/admin') {
  await page.goto(`/api/auth/login?returnUrl=${encodeURIComponent(returnUrl)}`)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(process.env['DEV_ADMIN_PASSWORD'] ?? '')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL((url) => url.pathname + url.search === returnUrl)
}

/**
 * Returns the menu with all pages for staff. On a wide screen it is always there. On a phone this opens it first, if it
 * is closed.
 */
export async function deskMenu(page: Page) {
  const menu = page.getByRole('navigation', { name: 'Admin' })
  const more = page.getByRole('navigation', { name: 'Most used pages' }).getByRole('button', { name: 'More' })
  await expect(menu.or(more).first()).toBeVisible()
  if (await menu.isHidden()) await more.click()
  await expect(menu).toBeVisible()
  return menu
}

let kept: Cookie[] = []

/** Signs an admin in. Reuses the session of the previous test, unless that test ended it. */
export async function signInAsAdmin(page: Page) {
  await page.context().addCookies(kept)
  const isAdmin = async () =>
    (await page.request.get('/api/auth/is-admin', TRY_AGAIN)).json() as Promise<boolean>
  if (await isAdmin()) return
  await page.context().clearCookies()
  await signIn(page, ADMIN)
  expect(await isAdmin()).toBe(true)
  const cookies = await page.context().cookies()
  kept = cookies.filter(({ name }) => name.endsWith('session'))
}
