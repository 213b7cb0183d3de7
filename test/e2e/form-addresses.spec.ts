/**
 * Tests that each of an event's forms has its own address, so that Back, reloads and sharing work (R10.8).
 */
import type { Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { ANY_WIDTH } from './any-width.ts'
import { expectStarted, signUpForm } from './guest.ts'
import { expect, test } from './test.ts'

const waitlistForm = (page: Page) => page.getByRole('form', { name: 'Join the waitlist' })
const description = (page: Page) => page.getByRole('rowheader', { name: 'Includes' })
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 2, name })

test('leads by Back to the description and by Forward to the form with typed values, even after a reload (R10.8)', async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto('/events')
  await page.getByRole('link', { name: 'Leather & Light' }).click()
  await page.getByRole('button', { name: 'Sign up' }).click()
  await expect(page).toHaveURL(/\/event\/leather-and-light\/sign-up$/)
  await expect(heading(page, 'Sign up')).toBeFocused()
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(200)
  await expect(description(page)).toHaveCount(0)
  await expectStarted(page)
  await signUpForm(page).getByLabel('First name').fill('Ana')

  await page.goBack()
  await expect(page).toHaveURL(/\/event\/leather-and-light$/)
  await expect(description(page)).toBeVisible()
  await expect(signUpForm(page)).toHaveCount(0)
  await page.goForward()
  await expect(signUpForm(page).getByLabel('First name')).toHaveValue('Ana')
  await page.reload()
  await expect(signUpForm(page).getByLabel('First name')).toHaveValue('Ana')
  await page.getByRole('link', { name: 'Back to the event' }).click()
  await expect(description(page)).toBeVisible()
})

test(
  'opens the form at its shared address, or says why the event does not offer it now (R10.8)',
  ANY_WIDTH,
  async ({ page }) => {
    await page.goto('/event/leather-and-light/sign-up')
    await expect(heading(page, 'Sign up')).toBeFocused()
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(200)
    await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', /\/event\/leather-and-light$/)
    await expectAccessible(page)

    await page.goto('/event/founders-quiet-week/waitlist')
    await expect(heading(page, 'Join the waitlist')).toBeFocused()
    await expectAccessible(page)
    // This event is full, so the address of its sign-up form redirects to the waitlist.
    await page.goto('/event/founders-quiet-week/sign-up')
    await expect(page).toHaveURL(/\/founders-quiet-week\/waitlist$/)
    await expect(waitlistForm(page)).toBeVisible()
    // This event has free spots, so its page offers no waitlist form.
    await page.goto('/event/leather-and-light/waitlist')
    await expect(page.getByText('A spot is free.')).toBeVisible()
    await expect(description(page)).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Sign up' }).click()
    await expect(signUpForm(page)).toBeVisible()

    for (const [event, words] of [
      ['cattle-drive-weekend', 'This retreat is currently full'],
      ['spring-branding', 'Sign-up is closed.'],
    ])
      for (const form of ['sign-up', 'waitlist']) {
        await page.goto(`/event/${event}/${form}`)
        await expect(page.getByRole('alert').getByText(words ?? '')).toBeVisible()
        await expect(page.getByRole('form')).toHaveCount(0)
      }
  },
)

test(
  'asks for the password of a private event at the address of its form',
  ANY_WIDTH,
  async ({ page, request }) => {
    const reply = await request.get('/event/reunion/sign-up')
    expect(await reply.text()).not.toContain('$300.00')
    expect(reply.headers()['cache-control']).toContain('no-store')
    expect(reply.headers()['x-robots-tag'] ?? (await reply.text())).toContain('noindex')
    await page.goto('/event/reunion/sign-up')
    await page.getByLabel('Password').fill('yucca')
    await page.getByRole('button', { name: 'Yeehaw!' }).click()
    await expect(signUpForm(page)).toBeVisible()
    expect((await request.get('/event/reunion/other')).status()).toBe(404)
  },
)

test.describe('the site without JavaScript', ANY_WIDTH, () => {
  test.use({ javaScriptEnabled: false })

  test('shows the forms without JavaScript, says that signing up needs it, and unlocks a private event', async ({
    page,
  }) => {
    await page.goto('/event/leather-and-light')
    await page.getByRole('button', { name: 'Sign up' }).click()
    await expect(page).toHaveURL(/\/leather-and-light\/sign-up\??$/)
    await expect(signUpForm(page)).toBeVisible()
    await expect(page.getByRole('row', { name: /Deposit at sign-up/ }).first()).toContainText('$450.00')
    expect(await page.content()).toContain('Signing up needs JavaScript.')
    await page.goto('/event/founders-quiet-week/sign-up')
    await page.getByRole('link', { name: 'Join the waitlist' }).click()
    await expect(waitlistForm(page)).toBeVisible()
    await page.goto('/event/reunion/sign-up')
    await page.getByLabel('Password').fill('yucca')
    await page.getByRole('button', { name: 'Yeehaw!' }).click()
    await expect(page).toHaveURL(/\/event\/reunion\/sign-up$/)
    await expect(signUpForm(page)).toBeVisible()
  })
})
