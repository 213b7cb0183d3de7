import type { Page } from '@playwright/test'
import { LONG_RUN } from './any-width.ts'
import { eventForm, field, fillEvent, newEvent, save } from './event-form.ts'
import { signInAsAdmin } from './sign-in.ts'
import { goWithin, startReact } from './start-react.ts'
import { tidy } from './clean-up.ts'
import { expect, test } from './test.ts'

test.afterEach(({ page }) => tidy(page))

const GUIDE = 'https://files.example/guide.pdf'

/** Sends HTML in place of the PDF, because a test cannot read a PDF in a frame. */
async function answerForGuide(page: Page) {
  await page.route(GUIDE, (route) => route.fulfill({ contentType: 'text/html', body: '<h1>The guide</h1>' }))
}

async function makeGuided(page: Page, password = '') {
  const event = newEvent()
  await signInAsAdmin(page)
  await page.goto('/create-event')
  await fillEvent(page, event.name)
  await field(page, 'PDF link').fill(GUIDE)
  await eventForm(page)
    .getByLabel(/^Password/)
    .fill(password)
  await save(page)
  await expect(page).toHaveURL(`/event/${event.urlName}`)
  return event
}

const guide = (page: Page) =>
  page.frameLocator('iframe[title$="(PDF)"]').getByRole('heading', { name: 'The guide' })

test(
  'shows a PDF of another site in its frame, even after a client-side navigation',
  LONG_RUN,
  async ({ page }) => {
    await answerForGuide(page)
    const { urlName } = await makeGuided(page)
    await page.locator('iframe').scrollIntoViewIfNeeded()
    await expect(guide(page)).toBeVisible()

    await page.goto('/the-land')
    await startReact(page)
    await goWithin(page, `/event/${urlName}`)
    await expect(page).toHaveURL(`/event/${urlName}`)
    await page.locator('iframe').scrollIntoViewIfNeeded()
    await expect(guide(page)).toBeVisible()
  },
)

test(
  'shows a PDF of another site in its frame after the visitor has unlocked the private event',
  LONG_RUN,
  async ({ page, browser }) => {
    const { urlName } = await makeGuided(page, 'Yucca')
    const context = await browser.newContext()
    const guest = await context.newPage()
    await answerForGuide(guest)
    await guest.goto(`/event/${urlName}`)
    await guest.getByLabel('Password').fill('yucca')
    await guest.getByRole('button', { name: 'Yeehaw!' }).click()
    await guest.locator('iframe').scrollIntoViewIfNeeded()
    await expect(guide(guest)).toBeVisible()
    await context.close()
  },
)
