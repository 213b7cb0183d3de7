/** Tests a sign-up with a discount code and a saved card (R41, R42). */
import { expectAccessible } from './accessible.ts'
import { ANY_WIDTH } from './any-width.ts'
import { api } from './api.ts'
import {
  CARDS,
  expectPaid,
  expectStarted,
  fillCard,
  fillGuest,
  newEmail,
  payButton,
  signUpForm,
} from './guest.ts'
import { makeEvent } from './roster.ts'
import { signInAsAdmin } from './sign-in.ts'
import { expect, test } from './test.ts'

const WIDE = { width: 1280, height: 900 }

test(
  'applies a discount code, saves the card for the remainder, shows when it is charged, and deletes the card',
  ANY_WIDTH,
  async ({ page }) => {
    await signInAsAdmin(page)
    const event = await makeEvent(page)
    const name = `E2E-${event.id}`
    await api(page, {
      method: 'POST',
      path: 'auth/codes',
      body: { code: { code: name, kind: 'percent', value: 10, eventId: event.id, note: null } },
    })
    await page.goto(`${event.path}/sign-up`)
    await expectStarted(page)
    await fillGuest(page, newEmail())
    const form = signUpForm(page)
    await form.getByRole('button', { name: 'Have a code?' }).click()
    await form.getByLabel('Code').fill(name.toLowerCase())
    await form.getByRole('button', { name: 'Apply' }).click()
    await expect(form.getByText(`Code ${name}: 10% off your stay, saving $90.00.`)).toBeVisible()
    await expect(payButton(page)).toHaveText('Pay $405.00 deposit')
    await expect(page.getByRole('row', { name: `${name} −$90.00` }).last()).toBeVisible()
    const keep = form.getByLabel('Save my card and charge the remainder to it: $405.00 on Fri, May 2, 2031.')
    await expect(keep).not.toBeChecked()
    await keep.check()
    await fillCard(page, CARDS.good)
    await expectAccessible(page)
    const phone = page.viewportSize()
    await page.setViewportSize(WIDE)
    await expectAccessible(page)
    if (phone) await page.setViewportSize(phone)
    await payButton(page).click()
    await expectPaid(page)
    await expect(page.getByText('We received $405.00.')).toBeVisible()
    await expect(page.getByText('$405.00, by Fri, May 2, 2031')).toBeVisible()
    await expectAccessible(page)

    await page.getByRole('link', { name: 'Your private page', exact: true }).click()
    const card = page.getByRole('region', { name: 'Your card' })
    await expect(card).toContainText(
      'Your Visa 4242 is saved. We’ll charge $405.00 to it on Fri, May 2, 2031',
    )
    await expect(page.getByRole('row', { name: `Code ${name} -$90.00` }).first()).toBeVisible()
    await expectAccessible(page)
    await card.getByRole('button', { name: 'Remove my card' }).click()
    const asked = page.getByRole('alertdialog', { name: 'Remove your Visa 4242?' })
    await asked.getByRole('button', { name: 'Remove my card' }).click()
    await expect(card.getByText(/^Your card is no longer saved/)).toBeVisible()
    await expect(card.getByRole('button')).toHaveCount(0)
    await expect(page.getByRole('button', { name: /^Pay \$405\.00 now/ })).toBeVisible()
  },
)
