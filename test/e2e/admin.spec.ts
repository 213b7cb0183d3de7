import type { Page } from '@playwright/test'
import { ANY_WIDTH } from './any-width.ts'
import { expectAccessible } from './accessible.ts'
import { fillGuest, newEmail, openSignUp, payButton } from './guest.ts'
import { expect, test } from './quiet.ts'
import { ADMIN, deskMenu, signIn, signInAsAdmin } from './sign-in.ts'

const part = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const figure = (page: Page, name: RegExp) => page.getByRole('figure', { name })

/** Finds an event in the admin's list of upcoming events. */
const coming = (page: Page, name: string) =>
  part(page, 'Coming events')
    .getByRole('listitem')
    .filter({ has: page.getByRole('link', { name, exact: true }) })

async function openToday(page: Page) {
  await signInAsAdmin(page)
  await page.goto('/admin')
  await expect(page.getByRole('heading', { name: 'Today', level: 1 })).toBeVisible()
}

test(
  'leads from the menu to every page for staff, and marks where you are (R12.7)',
  ANY_WIDTH,
  async ({ page }) => {
    await openToday(page)
    const links = await (await deskMenu(page)).getByRole('link').all()
    const pages = await Promise.all(
      links.map(async (link) => ({ name: await link.textContent(), href: await link.getAttribute('href') })),
    )
    expect(pages.map(({ href }) => href)).toEqual(
      expect.arrayContaining(['/create-event', '/events', '/family', '/calendar']),
    )
    expect(pages.length).toBeGreaterThan(18)
    for (const { name, href } of pages) {
      // On a phone, this is the second press. The first one opens the menu.
      await (await deskMenu(page)).getByRole('link', { name: name ?? '', exact: true }).click()
      await page.waitForURL((url) => url.pathname === href)
      await expect(page.locator('main h1')).toBeVisible()
      // On a phone the menu is closed now, but its links still say where the person is.
      await expect(page.locator(`#desk-menu a[href="${href}"]`)).toHaveAttribute('aria-current', 'page')
      await expect(page.locator('#desk-menu [aria-current]')).toHaveCount(1)
    }
  },
)

test('keeps the rail and the bottom bar in view while a long page scrolls', ANY_WIDTH, async ({ page }) => {
  await openToday(page)
  await page.evaluate(() => scrollTo(0, 700))
  const wide = (page.viewportSize()?.width ?? 0) >= 1024
  await expect(page.getByRole('navigation', { name: wide ? 'Admin' : 'Most used pages' })).toBeInViewport({
    ratio: 1,
  })
})

test('shows Today within one screen and a half at 1280 × 900', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 900 })
  await openToday(page)
  // Other tests add late payers, failures and news. A page with as many as the sample data has must fit.
  const height = await page.evaluate(() => {
    const more =
      '.owed-table tr:nth-child(n+2), .faults li:nth-child(n+2), .news-list li:nth-child(n+4), .owed-remind'
    for (const row of document.querySelectorAll(more)) row.remove()
    return document.documentElement.scrollHeight
  })
  expect(height).toBeLessThanOrEqual(1350)
})

/** Opens the palette with a key, and waits until it can be typed into. */
async function openPalette(page: Page, key = '/') {
  // A button with an action is enabled once React has started. Before, nothing listens to keys.
  await expect(page.getByRole('button', { name: 'Add a reservation' })).toBeEnabled()
  await page.keyboard.press(key)
  await expect(page.getByRole('combobox', { name: /A guest, an event, an amount/ })).toBeFocused()
}

test('opens the search with /, Ctrl+K and ⌘K, and closes it with Escape (R30.9)', async ({ page }) => {
  await openToday(page)
  for (const key of ['/', 'Control+k', 'Meta+k']) {
    await openPalette(page, key)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  }
})

test(
  'goes from a typed page name or act to the page with the keyboard alone',
  ANY_WIDTH,
  async ({ page }) => {
    await openToday(page)
    await openPalette(page)
    await page.keyboard.type('deposit slip')
    await expect(page.getByRole('option', { name: /^Cash and checks/ })).toBeVisible()
    await page.keyboard.press('Enter')
    await page.waitForURL('/admin/checks')
    await page.goto('/admin')

    await openPalette(page)
    await page.keyboard.type('record a payment for Seth Lujan')
    await expect(page.getByRole('option', { name: /^Record a payment for Seth Lujan/ }).first()).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('dialog', { name: 'Record a payment' })).toBeVisible()
    await expect(page).not.toHaveURL(/do=/)
  },
)

test('finds an invoice by its amount', ANY_WIDTH, async ({ page }) => {
  await openToday(page)
  await openPalette(page)
  await page.keyboard.type('240.00')
  await expect(page.getByRole('option', { name: /^Invoice \d+: .*\$240\.00/ }).first()).toBeVisible()
})

test('ends the admin’s session with "Log Out" and returns to the home page', ANY_WIDTH, async ({ page }) => {
  await page.goto('/')
  // Waits until the Today page has reported which notifications it has shown, because that request needs the
  // session.
  const noted = page.waitForResponse((response) => response.url().endsWith('/auth/news/seen'))
  await signIn(page, ADMIN)
  await noted
  await (await deskMenu(page)).getByRole('button', { name: 'Log Out' }).click()
  await page.waitForURL((url) => url.pathname === '/')
  await page.goto('/admin')
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
})

test("shows on Today's first screen the next event, how many e-mails failed, and the overdue amount (R12.7)", async ({
  page,
}) => {
  await openToday(page)
  const answers = page.getByRole('list', { name: 'At a glance' }).getByRole('listitem')
  await expect(answers).toHaveCount(3)
  for (const answer of await answers.all()) await expect(answer).toBeInViewport({ ratio: 1 })
  await expect(answers.nth(0)).toContainText('Desert Cooking')
  await expect(answers.nth(1)).toContainText(/\d+ emails? failed/)
  await expect(answers.nth(2)).toContainText(/\$[\d,.]+ overdue/)
  await answers.nth(2).getByRole('link').click()
  await expect(part(page, 'Payments due')).toBeInViewport()
})

test(
  'shows on Today the guests with missing details, the failed e-mail, and the overdue invoice',
  ANY_WIDTH,
  async ({ page }) => {
    await openToday(page)
    const arrivals = part(page, 'Arriving next')
    await expect(arrivals.getByRole('listitem').filter({ hasText: 'Owes $240.00' })).toBeVisible()
    await expect(arrivals.getByText('Ready').first()).toBeVisible()
    await expect(part(page, 'Needs attention')).toContainText('Email not sent: Info reminder')
    const late = part(page, 'Payments due').getByRole('table', { name: 'Overdue invoices' })
    const overdue = late.getByRole('row', { name: /Desert Cooking/ })
    await expect(overdue).toContainText('$240.00')
    await expect(overdue.getByRole('link').first()).toHaveAttribute('href', /^\/reservation\/\d+$/)
    await expect(part(page, 'Reconciliation')).toHaveCount(0)
    await page.getByText(/\d+ later events/).click()
    await expect(coming(page, 'The Reunion').getByText('Private')).toBeVisible()
    await expect(coming(page, 'Founders’ Quiet Week')).toContainText('Full:')
  },
)

test('shows a new sign-up on the Today page after a reload', ANY_WIDTH, async ({ page }) => {
  await openToday(page)
  const spots = async () => {
    const text = await coming(page, 'Open Ranch Day')
      .getByText(/spots taken/)
      .textContent()
    return Number(text?.match(/^\d+/)?.[0])
  }
  const before = await spots()
  await openSignUp(page, 'open-ranch-day')
  await fillGuest(page, newEmail())
  await payButton(page).click()
  await expect(page.getByRole('heading', { name: /^Your spot is reserved\./ })).toBeVisible()
  await page.goto('/admin')
  await expect(coming(page, 'Open Ranch Day')).toContainText(`${before + 1} of 40 spots taken`)
})

test('shows each chart of the outlook as a table of twelve months too', ANY_WIDTH, async ({ page }) => {
  await signInAsAdmin(page)
  await page.goto('/admin/outlook')
  for (const [name, columns] of [
    [/^Spots taken/, ['Month', 'Taken', 'Spots', 'Share']],
    [/^Deposits/, ['Retreats in', 'Deposits']],
    [/^Income/, ['Month', 'Income']],
  ] as const) {
    const chart = figure(page, name)
    await expect(chart.locator('svg')).toBeVisible()
    await expect(chart.getByRole('table')).toHaveCount(0)
    await chart.getByText('As a table').click()
    await expect(chart.getByRole('columnheader')).toHaveText([...columns])
    await expect(chart.getByRole('rowheader')).toHaveCount(12)
  }
  await expectAccessible(page)
})

test('shows admin charts as tables without JavaScript', ANY_WIDTH, async ({ page, browser, baseURL }) => {
  await signInAsAdmin(page)
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL })
  await context.addCookies(await page.context().cookies())
  const plain = await context.newPage()
  await plain.goto('/admin/outlook')
  await expect(figure(plain, /^Spots taken/).getByRole('rowheader')).toHaveCount(12)
  await expect(
    figure(plain, /^Income/)
      .getByRole('rowheader')
      .first(),
  ).toBeVisible()
  await plain.goto('/admin')
  await expect(part(plain, 'Payments due')).toContainText('$240.00')

  // The monthly statement works without scripts too. An admin can print it, and can save the names of
  // accounts with a plain form (R40.4).
  await plain.goto('/admin/statements')
  await plain
    .getByRole('group', { name: 'Bank', exact: true })
    .getByLabel('Name in QuickBooks')
    .fill('Checking')
  await plain.getByRole('button', { name: 'Save accounts' }).click()
  await expect(plain.getByText('Saved.')).toBeVisible()
  await expect(
    plain.getByRole('group', { name: 'Bank', exact: true }).getByLabel('Name in QuickBooks'),
  ).toHaveValue('Checking')
  await plain.emulateMedia({ media: 'print' })
  await expect(plain.getByRole('heading', { name: 'At the bank', exact: true })).toBeVisible()
  await expect(plain.getByRole('button', { name: 'Save accounts' })).toBeHidden()
  await context.close()
})

/** Changes an event as another admin, with the request that the event form would send. */
async function changeShortDescription(page: Page, urlName: string, shortDescription: string) {
  const status = await page.evaluate(
    async ({ urlName, shortDescription }) => {
      const found = await fetch(`/api/auth/event/get?eventUrlName=${urlName}`)
      const { id } = (await found.json()) as { id: number }
      const token = document.cookie.split('; ').find((each) => each.startsWith('XSRF-TOKEN='))
      const changed = await fetch('/api/auth/event/update', {
        method: 'PUT',
        headers: {
          'content-type': 'application/json',
          'x-xsrf-token': decodeURIComponent(token?.split('=')[1] ?? ''),
        },
        body: JSON.stringify({ updateEventData: { id, shortDescription } }),
      })
      return changed.status
    },
    { urlName, shortDescription },
  )
  expect(status).toBe(200)
}

test(
  'shows in the history who changed what, for the whole site or one event',
  ANY_WIDTH,
  async ({ page }) => {
    await openToday(page)
    await changeShortDescription(page, 'field-guide', `Walks with a botanist ${newEmail().slice(6, 12)}.`)
    await (await deskMenu(page)).getByRole('link', { name: 'History', exact: true }).click()
    await expect(page.getByRole('heading', { name: 'History', level: 1 })).toBeVisible()
    const newest = page.getByRole('listitem').filter({ hasText: 'changed' }).first()
    await expect(newest).toContainText('short description')
    await expect(newest).toContainText(ADMIN)
    await expect(newest).not.toContainText('botanist')

    await page.getByLabel('Event').selectOption('Leather & Light')
    await page.getByRole('button', { name: 'Show' }).click()
    await expect(page).toHaveURL(/\?event=\d+$/)
    await expect(page.getByText('The Field Guide Residency').locator('visible=true')).toHaveCount(0)
    await page.getByLabel('Event').selectOption('The Field Guide Residency')
    await page.getByRole('button', { name: 'Show' }).click()
    const entry = page
      .getByRole('main')
      .getByRole('listitem')
      .filter({ hasText: 'short description' })
      .first()
    await entry.getByRole('link', { name: 'The Field Guide Residency' }).click()
    await expect(page).toHaveURL(/\/event\/field-guide\/guests$/)
  },
)
