import { ANY_WIDTH } from './any-width.ts'
import { newEmail } from './guest.ts'
import { goWithin, startReact } from './start-react.ts'
import { expect, test } from './test.ts'

test('shows which events have free spots, which have few, and which are over (R10.14)', async ({ page }) => {
  await page.goto('/events')
  await expect(page.getByRole('heading', { name: 'Available Events & Retreats' })).toBeVisible()
  const card = (name: RegExp) => page.getByRole('article').filter({ has: page.getByRole('link', { name }) })
  await expect(card(/Leather & Light/)).toContainText(/Open for Registration|Spaces? Left/)
  await expect(card(/Star Week/)).toContainText('Only 3 Spaces Left')
  await expect(card(/Desert Cooking/)).toContainText('Only 1 Space Left')
  await expect(card(/Quiet Week/)).toContainText('No spaces left, join the waitlist')
  await expect(card(/Cattle Drive/)).toContainText(/No spaces left$/)
  await expect(page.getByRole('link', { name: /Reunion/ })).toHaveCount(0)

  await expect(page.getByRole('heading', { name: 'Previous Events & Retreats' })).toBeVisible()
  await page.getByRole('link', { name: 'Branding Days' }).click()
  await expect(page).toHaveURL(/\/event\/spring-branding$/)
  await expect(page.getByText('Sign-up is closed.')).toBeVisible()
  await expect(page.getByRole('button', { name: /Sign up|waitlist/i })).toHaveCount(0)
})

test(
  'shows a loading ring after client-side navigation until the list of events loads (R17.14)',
  ANY_WIDTH,
  async ({ page }) => {
    const seen = Promise.withResolvers<void>()
    await page.route('**/events.data*', async (route) => {
      await seen.promise
      await route.continue()
    })
    await page.goto('/')
    // Starts React first, because before that a link loads the whole page instead of showing a progress ring.
    await startReact(page)
    await page.getByRole('link', { name: 'All events and retreats' }).click()
    await expect(page.getByText('Loading events')).toBeAttached()
    seen.resolve()
    await expect(page.getByRole('heading', { name: 'Previous Events & Retreats' })).toBeVisible()
    await expect(page.getByText('Loading events')).toHaveCount(0)
  },
)

test(
  'restores the scroll position or scrolls to the hash, even if the list of events loads late',
  ANY_WIDTH,
  async ({ page }) => {
    await page.goto('/events')
    await startReact(page)
    const scrolled = () => page.evaluate(() => scrollY)
    await page.evaluate(() => scrollTo({ top: 1500, behavior: 'instant' }))
    // Reads the position that the page reached. On a wide screen, the page is too short to scroll to 1500 px.
    const left = await scrolled()
    expect(left).toBeGreaterThan(900)
    await goWithin(page, '/contact')
    await expect.poll(scrolled).toBe(0)
    let late = Promise.withResolvers<void>()
    await page.route('**/events.data*', async (route) => {
      await late.promise
      await route.continue()
    })
    await page.goBack()
    await expect(page.getByText('Loading events')).toBeAttached()
    late.resolve()
    await expect.poll(scrolled).toBe(left)

    await goWithin(page, '/contact')
    // Waits for the contact page. React keeps showing the old page until the new one is ready.
    await expect(page).toHaveTitle(/^Contact/)
    late = Promise.withResolvers<void>()
    await goWithin(page, '/events#previous')
    await expect(page.getByText('Loading events')).toBeAttached()
    late.resolve()
    await expect(page.getByRole('heading', { name: 'Previous Events & Retreats' })).toBeInViewport()
  },
)

test("shows price, dates, place and free spots on the first screen of an event's page (R17.8)", async ({
  page,
}) => {
  await page.goto('/event/new-moon-star-week')
  const box = page.getByRole('complementary', { name: 'Price and sign-up' })
  for (const words of ['$1,250.00', 'Only 3 Spaces Left', 'Twelve Mile Ranch, New Mexico']) {
    await expect(box.getByText(words, { exact: true }).first()).toBeInViewport()
  }
  await expect(
    page
      .getByRole('main')
      .getByText(/^\w{3}, \w{3} \d+ – .* \d{4}$/)
      .first(),
  ).toBeInViewport()
  for (const name of ['Dates', 'Location', 'Includes', 'Cost']) {
    await expect(page.getByRole('rowheader', { name, exact: true })).toBeVisible()
  }
})

test('adds a visitor to the waitlist of a full event', ANY_WIDTH, async ({ page }) => {
  await page.goto('/event/founders-quiet-week')
  await page.getByRole('button', { name: 'Join the waitlist' }).click()
  const form = page.getByRole('form', { name: 'Join the waitlist' })
  await form.getByRole('button', { name: 'Join the waitlist' }).click()
  await expect(form.getByText('Required', { exact: true })).toHaveCount(3)
  await form.getByLabel('First name').fill('Ana')
  await page.reload()
  await expect(form.getByLabel('First name')).toHaveValue('Ana')
  await form.getByLabel('Last name').fill('Ortiz')
  await form.getByLabel('Email').fill(newEmail())
  await form.getByRole('button', { name: 'Join the waitlist' }).click()
  await expect(page.locator(':focus')).toContainText('Thank you. One more step.')
})

test('asks visitors of a full event without a waitlist to check back later', ANY_WIDTH, async ({ page }) => {
  await page.goto('/event/cattle-drive-weekend')
  await expect(
    page.getByText(
      'This retreat is currently full, please check back here in case there are any cancellations',
    ),
  ).toBeVisible()
  await expect(page.getByRole('button', { name: /Sign up|waitlist/i })).toHaveCount(0)
})

test(
  'reveals nothing of a private event before the visitor types its password (R10.10)',
  ANY_WIDTH,
  async ({ page }) => {
    await page.goto('/event/reunion')
    await expect(
      page.getByRole('heading', {
        name: 'This is a private event. Please enter the password',
      }),
    ).toBeVisible()
    expect(await page.content()).not.toContain('$300.00')
    // Starts React first. Other tests cover the plain form, which works before React has started.
    await startReact(page)
    await page.getByLabel('Password').fill('sagebrush')
    await page.getByRole('button', { name: 'Yeehaw!' }).click()
    await expect(page.getByText('Password incorrect, try again.')).toBeVisible()
    await page.getByLabel('Password').press('y')
    await expect(page.getByText('Password incorrect, try again.')).toHaveCount(0)
    await page.getByLabel('Password').fill('  yucca ')
    await page.getByRole('button', { name: 'Yeehaw!' }).click()
    await expect(page.getByRole('button', { name: 'Sign up' })).toBeVisible()
    await expect(page.getByRole('main')).toBeFocused()
  },
)

test(
  'hides the message about a wrong password when the visitor types another one, even on a slow connection',
  ANY_WIDTH,
  async ({ page }) => {
    const typed = Promise.withResolvers<void>()
    await page.route('**/assets/*.js', async (route) => {
      await typed.promise
      await route.continue()
    })
    await page.goto('/event/reunion', { waitUntil: 'commit' })
    const field = page.getByLabel('Password')
    await field.fill('sagebrush')
    await page.getByRole('button', { name: 'Yeehaw!' }).click()
    await expect(page.getByText('Password incorrect, try again.')).toBeVisible()
    await expect(field).toBeFocused()
    await field.press('y')
    typed.resolve()
    await expect(page.getByText('Password incorrect, try again.')).toHaveCount(0)
    await expect(field).toHaveValue('y')
  },
)

test("shows an event's PDF in a frame, with the sign-up button always visible (R10.9)", async ({ page }) => {
  await page.goto('/event/field-guide')
  await expect(page.getByRole('link', { name: 'Open PDF' })).toHaveAttribute('href', /\.pdf$/)
  await expect(page.locator('iframe[title$="(PDF)"]')).toHaveAttribute('src', /\.pdf$/)
  await expect(page.getByRole('rowheader', { name: 'Cost', exact: true })).toHaveCount(0)
  await page.getByRole('button', { name: 'Reserve a spot' }).click()
  await expect(page.getByRole('form', { name: 'Sign up' })).toBeVisible()
})

test('answers 404 for an unknown event', ANY_WIDTH, async ({ page }) => {
  const response = await page.goto('/event/no-such-event')
  expect(response?.status()).toBe(404)
  await expect(page.getByRole('heading', { name: 'Event Not Found' })).toBeVisible()
})

test(
  'answers 404 for an unknown reservation, with a reply that no cache may store',
  ANY_WIDTH,
  async ({ page }) => {
    const response = await page.goto('/complete-reservation/00000000-0000-4000-8000-000000000000')
    expect(response?.status()).toBe(404)
    expect(response?.headers()['cache-control']).toContain('no-store')
    expect(response?.headers()['referrer-policy']).toBe('no-referrer')
    await expect(page.getByRole('heading', { name: 'Reservation not found' })).toBeVisible()
  },
)

test.describe('the site without JavaScript', ANY_WIDTH, () => {
  test.use({ javaScriptEnabled: false })

  test('shows all texts of an event and unlocks a private event without JavaScript', async ({ page }) => {
    await page.goto('/events')
    await page.getByRole('link', { name: /Leather & Light/ }).click()
    await expect(page.getByRole('row', { name: /Deposit at sign-up/ })).toContainText('$450.00')
    // Checks the HTML text, because Chromium does not show `noscript` elements if a test has turned scripts
    // off.
    expect(await page.content()).toContain('Signing up needs JavaScript.')
    await page.goto('/event/reunion')
    await page.getByLabel('Password').fill('wrong')
    await page.getByRole('button', { name: 'Yeehaw!' }).click()
    await expect(page.getByText('Password incorrect, try again.')).toBeVisible()
    await page.getByLabel('Password').fill('YUCCA')
    await page.getByRole('button', { name: 'Yeehaw!' }).click()
    await expect(page.getByText('$300.00').first()).toBeVisible()
  })
})
