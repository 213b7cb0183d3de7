/**
 * Duplicates a guest's tab, and lets another guest use the copy. That guest must neither see nor send the
 * first guest's data (R44.5, R44.6).
 */
import { expect, type Page, test } from '@playwright/test'
import { ANY_WIDTH } from './any-width.ts'
import {
  CARDS,
  chargesMade,
  expectPaid,
  expectStarted,
  fillCard,
  fillGuest,
  mailsTo,
  newEmail,
  openSignUp,
  payButton,
  signUpForm,
} from './guest.ts'

const EVENT = 'leather-and-light'

/** Opens a copy of the tab, with a copy of its session storage, as the browser's "Duplicate tab" does. */
async function copyOf(page: Page): Promise<Page> {
  await expect.poll(() => page.evaluate(() => sessionStorage.getItem('tab'))).not.toBeNull()
  const opened = page.waitForEvent('popup')
  await page.evaluate(() => void window.open('about:blank'))
  const copy = await opened
  expect(await copy.evaluate(() => sessionStorage.length)).toBeGreaterThan(1)
  return copy
}

async function fillBen(page: Page, email: string) {
  await fillGuest(page, email)
  const form = signUpForm(page)
  await form.getByLabel('First name').fill('Ben')
  await form.getByLabel('Last name').fill('Vance')
  await form.getByLabel('Nickname').fill('Benny')
  await form.getByLabel('Medical conditions').fill('A knee')
}

async function expectNothingOfAna(page: Page) {
  await openSignUp(page, EVENT)
  await expect(page.getByText('Your payment succeeded')).toHaveCount(0)
  for (const label of ['First name', 'Food allergies', 'Medical conditions'])
    await expect(signUpForm(page).getByLabel(label).first()).toHaveValue('')
}

test(
  "signs Ben up in a copy of Ana's tab after she paid, with his own stay, charge and e-mail (R44.5, R44.6)",
  ANY_WIDTH,
  async ({ page, request }) => {
    const [ana, ben] = [newEmail(), newEmail()]
    const before = await chargesMade(request)
    await openSignUp(page, EVENT)
    await fillGuest(page, ana)
    await signUpForm(page).getByLabel('Medical conditions').fill('Asthma')
    const copy = await copyOf(page)
    await fillCard(page, CARDS.good)
    await payButton(page).click()
    await expectPaid(page)

    await expectNothingOfAna(copy)
    await fillBen(copy, ben)
    await fillCard(copy, CARDS.good)
    await payButton(copy).click()
    await expectPaid(copy)
    await expect(copy.getByText(`A confirmation email is on its way to ${ben}`)).toBeVisible()
    await expect.poll(() => chargesMade(request)).toBe(before + 2)
    await copy.getByRole('link', { name: 'Your private page', exact: true }).click()
    await expect(copy.getByRole('heading', { name: 'Howdy, Benny.' })).toBeVisible()
    await expect(copy.getByText('Asthma')).toHaveCount(0)
    for (const email of [ana, ben])
      await expect.poll(async () => (await mailsTo(request, email)).length, { timeout: 20_000 }).toBe(1)

    // Ana's tab shows her confirmation now. A copy of that tab must not show it.
    const late = await copyOf(page)
    await expectNothingOfAna(late)
    await page.reload()
    await expectPaid(page)
    await expect(page.getByText(`A confirmation email is on its way to ${ana}`)).toBeVisible()
  },
)

test(
  "keeps Ana's spot held after a decline although her tab was copied, and lets her correct her address",
  ANY_WIDTH,
  async ({ page, request }) => {
    const [ana, ben] = [newEmail(), newEmail()]
    await openSignUp(page, EVENT)
    await fillGuest(page, newEmail())
    await fillCard(page, CARDS.declined)
    await payButton(page).click()
    await expect(signUpForm(page).getByText('Your card was declined.')).toBeVisible()

    const copy = await copyOf(page)
    await expectNothingOfAna(copy)
    await fillBen(copy, ben)
    await fillCard(copy, CARDS.good)
    await payButton(copy).click()
    await expectPaid(copy)

    const sent: unknown[] = []
    page.on('request', (call) => {
      if (call.url().endsWith('/api/createReservation')) sent.push(call.postDataJSON())
    })
    await signUpForm(page).getByLabel('Email').first().fill(ana)
    await fillCard(page, CARDS.good)
    await payButton(page).click()
    await expectPaid(page)
    // The form has sent the private link of Ana's hold with her corrected address. So the server must change
    // that hold instead of making another one.
    expect(sent).toMatchObject([{ createReservationData: { email: ana, uuid: expect.any(String) } }])
    await expect.poll(async () => (await mailsTo(request, ana)).length, { timeout: 20_000 }).toBe(1)
    await expect.poll(async () => (await mailsTo(request, ben)).length, { timeout: 20_000 }).toBe(1)
  },
)

test('shows an empty form in a copied tab of a closed original tab (R44.6)', ANY_WIDTH, async ({ page }) => {
  await openSignUp(page, EVENT)
  await fillGuest(page, newEmail())
  const copy = await copyOf(page)
  await page.close({ runBeforeUnload: true })
  await expectNothingOfAna(copy)
})

test('shows an empty form in a copied tab without BroadcastChannel too', ANY_WIDTH, async ({ page }) => {
  await page.context().addInitScript(() => Reflect.deleteProperty(window, 'BroadcastChannel'))
  await openSignUp(page, EVENT)
  await fillGuest(page, newEmail())
  await expectNothingOfAna(await copyOf(page))
  await page.reload()
  await expectStarted(page)
  await expect(signUpForm(page).getByLabel('Food allergies')).toHaveValue('Pecans')
})

test(
  'keeps what a guest typed in a tab over Back, Forward and a browser crash (R44.6)',
  ANY_WIDTH,
  async ({ page }) => {
    await openSignUp(page, EVENT)
    await fillGuest(page, newEmail())
    await page.goto('/the-land')
    await page.goBack()
    await expectStarted(page)
    await expect(signUpForm(page).getByLabel('Food allergies')).toHaveValue('Pecans')
    // Simulates a crash of the tab. A page marks its tab as its own in the browser's storage, and removes the
    // mark when the visitor leaves. A crashed page leaves the mark.
    await page.evaluate(() => {
      sessionStorage.setItem('tab', 'killed')
      localStorage.setItem('tab:killed', '')
    })
    await page.reload()
    await expect(signUpForm(page).getByLabel('Food allergies')).toHaveValue('Pecans')
    expect(await page.evaluate(() => localStorage.getItem('tab:killed'))).toBeNull()
  },
)

test('does not show in a copied tab who has joined the waitlist', ANY_WIDTH, async ({ page }) => {
  await page.goto('/events')
  await page.evaluate(() =>
    sessionStorage.setItem('waitlist:1', '{"stage":"joined","email":"ana@example.test"}'),
  )
  const copy = await copyOf(page)
  await copy.goto('/events')
  await expect.poll(() => copy.evaluate(() => JSON.stringify(sessionStorage))).not.toContain('ana@')
})
