/**
 * Tests what a phone saves for offline use: the directions, the packing list and the contact page, and
 * nothing else.
 */
import type { BrowserContext, Page } from '@playwright/test'
import { api } from './api.ts'
import { newEmail } from './guest.ts'
import { payDeposit } from './money.ts'
import { makeEvent } from './roster.ts'
import { signInAsAdmin } from './sign-in.ts'
import { expect, test } from './test.ts'

async function keep(page: Page, path: string) {
  await page.goto(path)
  await expect(page.getByRole('status').filter({ hasText: 'for when the signal ends' })).toHaveText(
    /^Saved on this (phone|computer) for when the signal ends$/,
  )
  await expect
    .poll(() => page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length))
    .toBe(1)
}

/** Returns the addresses of everything that the browser has saved for offline use. */
const kept = (page: Page) =>
  page.evaluate(async () => {
    const names = await caches.keys()
    const all = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))
    return all.flat().map(({ url }) => url.slice(location.origin.length))
  })

async function withoutSignal(context: BrowserContext, page: Page, path: string) {
  await context.setOffline(true)
  const errors: string[] = []
  page.on('pageerror', ({ message }) => errors.push(message))
  const reply = await page.goto(path)
  expect(reply?.fromServiceWorker()).toBe(true)
  await page.evaluate(() => document.fonts.ready)
  // The next two lines check that the style sheet and both fonts are loaded.
  await expect(page.locator('body')).toHaveCSS('margin-top', '0px')
  expect(await page.evaluate(() => document.fonts.check('16px Besley'))).toBe(true)
  return errors
}

for (const path of ['/directions', '/packing-list']) {
  test(`saves the directions, the packing list and the contact page for offline use if a visitor opens only ${path}`, async ({
    page,
    context,
  }) => {
    await keep(page, path)

    await withoutSignal(context, page, '/directions')
    await expect(page.getByRole('heading', { name: 'Directions', level: 1 })).toBeVisible()
    await expect(page.getByRole('img', { name: /^Map of the 12 miles/ })).toBeVisible()
    await expect(page.getByText('The log gateway')).toBeVisible()
    await expect(page.getByRole('status').filter({ hasText: 'Saved on this' })).toBeVisible()
    const picture = page.locator('.scene-picture img')
    await expect
      .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBeGreaterThan(0)

    await withoutSignal(context, page, '/packing-list')
    await expect(page.getByRole('heading', { name: 'Packing List', level: 1 })).toBeVisible()
    await withoutSignal(context, page, '/contact')
    await expect(page.getByRole('link', { name: /@/ }).first()).toBeVisible()
  })
}

test('starts React without a signal, and navigates between the saved pages', async ({ page, context }) => {
  await keep(page, '/directions')
  const errors = await withoutSignal(context, page, '/directions')
  await page.getByRole('link', { name: 'the packing list' }).click()
  await expect(page.getByRole('heading', { name: 'Packing List', level: 1 })).toBeVisible()
  expect(errors).toEqual([])
})

test('saves only the directions, the packing list and the contact page for offline use, and no data of a guest', async ({
  page,
  context,
}) => {
  await keep(page, '/directions?attendee=somebody-unknown')
  await keep(page, '/directions')
  const addresses = await kept(page)
  expect(addresses.filter((address) => address.includes('attendee'))).toEqual([])
  const others = addresses.filter((address) => !/^\/(assets|pictures)\//.test(address))
  expect(others.toSorted()).toEqual(['/contact', '/directions', '/offline', '/packing-list'])
  await context.setOffline(true)
  await page.goto('/the-land')
  await expect(page.getByRole('heading', { name: 'No signal here.' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Try again' })).toHaveAttribute('href', '/the-land')
  await page.getByRole('link', { name: 'Packing list', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Packing List', level: 1 })).toBeVisible()
})

test('reports at the next signal that a guest read the saved directions, and removes the token from the address', async ({
  page,
  context,
}) => {
  await keep(page, '/directions')
  await withoutSignal(context, page, '/directions?attendee=somebody-unknown')
  await expect(page).toHaveURL(/\/directions$/)
  const report = page.waitForRequest((request) => request.url().endsWith('/api/viewedDirections'))
  await context.setOffline(false)
  expect((await report).postDataJSON()).toEqual({ name: 'somebody-unknown' })
})

test("saves a guest's stay on request, shows it at its link without a signal, and deletes it on request (R32.4)", async ({
  page,
  context,
}) => {
  await signInAsAdmin(page)
  const event = await makeEvent(page, { host: 'Dana Reyes' })
  const { id } = await payDeposit(page, event.id, newEmail())
  const { uuid } = await api<{ uuid: string }>(page, { method: 'GET', path: `auth/reservation?id=${id}` })
  await page.goto(`/complete-reservation/${uuid}`)
  await page.getByRole('button', { name: /^Save this on my/ }).click()
  await expect(page.getByText(/^Saved on this (phone|computer) until/)).toBeVisible()
  const contents = await page.evaluate(
    async () => (await (await caches.match(location.pathname))?.text()) ?? '',
  )
  expect(contents).toContain('Leave every gate as you found it')
  expect(contents).not.toMatch(/Pecans|Ortiz|@|\$|Mesa Road/)

  await context.setOffline(true)
  await page.goto(`/complete-reservation/${uuid}`)
  const stay = page.getByRole('heading', { name: `Your stay: ${event.name}` })
  await expect(stay).toBeVisible()
  await expect(page.getByText('Leave every gate as you found it')).toBeVisible()
  await expect(page.getByRole('link', { name: '505-555-0100' })).toBeVisible()
  await page.getByRole('button', { name: 'Remove it' }).click()
  await expect(page.getByText('Removed: nothing about your stay is saved here.')).toBeVisible()
  await page.reload()
  await expect(page.getByRole('heading', { name: 'For the road' })).toBeVisible()
  await expect(stay).toBeHidden()
  await context.setOffline(false)
  await page.getByRole('link', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { name: 'Howdy, Annie.' })).toBeVisible()
  await expect(page.getByRole('button', { name: /^Save this on my/ })).toBeVisible()
})

test('registers no service worker on the home page, the page about the land or the contact page', async ({
  page,
}) => {
  for (const path of ['/', '/the-land', '/contact']) {
    await page.goto(path, { waitUntil: 'networkidle' })
    expect(await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(0)
  }
})
