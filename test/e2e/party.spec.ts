import type { Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { ANY_WIDTH } from './any-width.ts'
import { api } from './api.ts'
import {
  CARDS,
  chargesMade,
  expectPaid,
  fillCard,
  fillGuest,
  mailsTo,
  newEmail,
  openSignUp,
  payButton,
  signUpForm,
} from './guest.ts'
import { payDeposit } from './money.ts'
import { makeEvent } from './roster.ts'
import { signInAsAdmin } from './sign-in.ts'
import { tidy } from './clean-up.ts'
import { expect, test } from './test.ts'

test(
  "signs up a party of three after a decline and the bank's authentication, and gives each a private page (R39)",
  ANY_WIDTH,
  async ({ page, request }) => {
    const benEmail = newEmail()
    const before = await chargesMade(request)
    await openSignUp(page, 'leather-and-light')
    await fillGuest(page, newEmail())
    await page.getByRole('button', { name: 'Add a guest' }).click()
    const guest = (number: number) => page.getByRole('group', { name: `Guest ${number}`, exact: true })
    await guest(2).getByLabel('Full name').fill('Ben Ortiz')
    await guest(2).getByLabel('Email').fill(benEmail)
    await guest(2).getByLabel('Late checkout').check()
    await expect(page.getByRole('row', { name: 'Ben Ortiz $925.00' }).first()).toBeVisible()
    await fillCard(page, CARDS.declined)
    await expect(payButton(page)).toHaveText('Pay $912.50 deposit')
    await expectAccessible(page)
    await payButton(page).click()
    await expect(signUpForm(page).getByText('Your card was declined.')).toBeVisible()

    // The site still holds both spots. Then a third guest joins the party, and Ben gives up the option "late
    // checkout".
    await expect(page.getByRole('alert').getByText('Your 2 spots are still held for you.')).toBeVisible()
    await guest(2).getByLabel('Late checkout').uncheck()
    await page.getByRole('button', { name: 'Add another guest' }).click()
    await guest(3).getByLabel('Full name').fill('Cleo')
    await fillCard(page, CARDS.asksTheBank)
    await expect(payButton(page)).toHaveText('Pay $1,350.00 deposit')
    await payButton(page).click()
    const bank = page.locator('dialog iframe').contentFrame()
    await bank.getByRole('button', { name: 'Complete authentication' }).click()
    await expectPaid(page)
    await expect(page.getByText('We received $1,350.00.')).toBeVisible()
    await expect(page.getByText(`Ben Ortiz: the link is on its way to ${benEmail}.`)).toBeVisible()
    await expect(page.getByText('Cleo: the link is on your private page.')).toBeVisible()
    expect(await chargesMade(request)).toBe(before + 1)
    await expectAccessible(page)

    await expect.poll(async () => (await mailsTo(request, benEmail)).length, { timeout: 20_000 }).toBe(1)
    const [mail] = await mailsTo(request, benEmail)
    const link = /\/complete-reservation\/[0-9a-f-]{36}/.exec(mail?.text ?? '')?.[0]
    await page.getByRole('link', { name: 'Your private page', exact: true }).click()
    const party = page.getByRole('region', { name: 'Your party' })
    await expect(party.getByText(/didn’t give us an email address/)).toBeVisible()
    await page.goto(link ?? '')
    await expect(page.getByRole('heading', { name: 'Howdy, Ben.' })).toBeVisible()
    await expect(page.getByText(/Ana Ortiz pays/)).toBeVisible()
  },
)

test(
  'adds a companion and shares their private link, and lets the payer cancel alone so that the companion pays',
  ANY_WIDTH,
  async ({ page }) => {
    await signInAsAdmin(page)
    const start = new Date(Date.now() + 60 * 86_400_000).toISOString().slice(0, 10)
    const event = await makeEvent(page, { startDateDate: start, endDateDate: start })
    const { id } = await payDeposit(page, event.id, newEmail())
    const { uuid } = await api<{ uuid: string }>(page, { method: 'GET', path: `auth/reservation?id=${id}` })
    await page.goto(`/reservation/${id}`)
    await page.getByRole('button', { name: 'Add a companion…' }).click()
    const adding = page.getByRole('dialog', { name: 'Add a companion of Ana Ortiz' })
    await adding.getByLabel('Full name').fill('Ben Hale')
    await expectAccessible(page)
    await adding.getByRole('button', { name: 'Add the companion', exact: true }).click()
    await expect(
      page.getByRole('region', { name: 'Party' }).getByRole('link', { name: 'Ben Hale' }),
    ).toBeVisible()
    await expect(page.getByText('Ben Hale: Stay $900.00')).toBeVisible()

    await page.goto(`/complete-reservation/${uuid}`)
    const party = page.getByRole('region', { name: 'Your party' })
    await expectAccessible(page)
    const link = await party.getByText('/complete-reservation/').textContent()
    await page.goto(link ?? '')
    const details = page.getByRole('form', { name: 'Your details' })
    const answers = {
      Phone: '505 555 0100',
      'Mailing address': '2 Mesa Road',
      'Emergency contact name': 'Kin',
      'Emergency contact phone': '505 555 0101',
      'Food allergies': 'Pecans',
      'Medical conditions': 'None',
    }
    for (const [label, answer] of Object.entries(answers))
      await details.getByLabel(label, { exact: true }).fill(answer)
    await details.getByLabel('Safety consent').check()
    await details.getByRole('button', { name: 'Save your details' }).click()
    await expect(page.getByText('That is all we need.')).toBeVisible()
    await page.reload()
    await expect(page.getByText('Someone shared this link with you')).toBeVisible()
    await expect(page.getByText('Ana Ortiz pays for your stay, so you have nothing to pay.')).toBeVisible()
    await expectAccessible(page)

    await page.goto(`/complete-reservation/${uuid}`)
    await expect(party.getByText('Coming, $900.00. We have their details.')).toBeVisible()
    await expect(party.getByText('/complete-reservation/')).toBeHidden()
    await page.getByRole('button', { name: 'Cancel my stay' }).click()
    await expect(page.getByText('Ben Hale pays from now on')).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Cancel for a refund of $324.15' }).click()
    await expect(page.locator('#how-it-stands').getByText('Your stay is canceled.')).toBeVisible()
    await page.goto(link ?? '')
    await expect(page.getByRole('button', { name: /^Pay \$900\.00 now/ })).toBeVisible()
    await tidy(page)
  },
)

test(
  'lets the payer cancel the stay of one companion, with amounts that add up before and after (R52.1, R52.3)',
  ANY_WIDTH,
  async ({ page }) => {
    await openSignUp(page, 'leather-and-light')
    await fillGuest(page, newEmail())
    await page.getByRole('button', { name: 'Add a guest' }).click()
    await page.getByRole('group', { name: 'Guest 2', exact: true }).getByLabel('Full name').fill('Ben Ortiz')
    await fillCard(page, CARDS.good)
    await payButton(page).click()
    await expectPaid(page)
    await page.getByRole('link', { name: 'Your private page', exact: true }).click()
    await expect(amounts(page).getByRole('row', { name: 'Ben Ortiz’s stay $900.00' })).toBeVisible()
    await expect(amounts(page).getByRole('row', { name: 'Total $1,800.00' })).toBeVisible()
    await expectSums(page)

    await page.getByRole('button', { name: 'Cancel their stay: Ben Ortiz' }).click()
    const dialog = page.getByRole('alertdialog', { name: 'Cancel Ben Ortiz’s stay?' })
    await expect(dialog.getByRole('table').getByRole('row')).toHaveCount(4)
    await expectAccessible(page)
    await dialog.getByRole('button', { name: /^Cancel for a refund of / }).click()
    await expect(dialog).toBeHidden()
    await expect(page.getByRole('heading', { name: /^Howdy, / })).toBeVisible()
    await expect(
      amounts(page).getByRole('row', { name: /^(Kept after a cancellation: Ben Ortiz|Total \$900\.00)/ }),
    ).not.toHaveCount(0)
    await expect(amounts(page).getByRole('row', { name: 'Ben Ortiz’s stay' })).toHaveCount(0)
    await expectSums(page)
  },
)

const amounts = (page: Page) => page.getByRole('table', { name: 'Amounts' }).first()

/** Checks that the rows above the total add up to it, and the rows below it too. */
async function expectSums(page: Page): Promise<void> {
  const rows = await amounts(page)
    .getByRole('row')
    .evaluateAll((all: HTMLTableRowElement[]) =>
      all
        .filter((row) => !row.classList.contains('money-included'))
        .map(({ cells: [head, amount] }) => ({
          label: head?.textContent,
          cents: Math.round(Number(amount?.textContent.replace(/[$,]/g, '')) * 100),
        })),
    )
  const at = rows.findIndex(({ label }) => label === 'Total')
  const sum = (part: typeof rows) => part.reduce((all, { cents }) => all + cents, 0)
  const total = rows[at]?.cents
  expect([sum(rows.slice(0, at)), sum(rows.slice(at + 1))]).toEqual([at === 0 ? 0 : total, total])
}
