/**
 * Tests that a guest's private address does not leave the site, even while Stripe's script is on the page.
 */
import type { Page, Request } from '@playwright/test'
import { api } from './api.ts'
import { cardInput } from './guest.ts'
import { makeEvent, makeGuest } from './roster.ts'
import { signInAsAdmin } from './sign-in.ts'
import { tidy } from './clean-up.ts'
import { expect, test } from './test.ts'

test.beforeEach(({ page }) => signInAsAdmin(page))
test.afterEach(({ page }) => tidy(page))

const STAND_IN = '/dev/stripe/'

async function makeStay(page: Page) {
  const event = await makeEvent(page)
  const id = await makeGuest(page, event.id, { customerName: 'Ana Ortiz' })
  const { uuid } = await api<{ uuid: string }>(page, { method: 'GET', path: `auth/reservation?id=${id}` })
  return { uuid, path: `/complete-reservation/${uuid}` }
}

async function openCard(page: Page) {
  await page
    .getByRole('button', { name: /^Pay .+ now for invoice/ })
    .first()
    .click()
}

/** Returns everything that a request sends as one text: URL, headers and body. */
async function told(request: Request): Promise<string> {
  return JSON.stringify([request.url(), await request.allHeaders(), request.postData()])
}

test('requests from Stripe only the script, with tracking turned off, and sends Stripe no private address', async ({
  page,
}) => {
  const { uuid, path } = await makeStay(page)
  // Serves the page as with real Stripe keys, without the sandbox's script. Removes the page's content
  // security policy, because on a site with the sandbox it forbids Stripe's hosts.
  await page.route(`**${path}`, async (route) => {
    const response = await route.fetch()
    const { 'content-security-policy': _, ...headers } = response.headers()
    const body = (await response.text()).replace(`\\"${STAND_IN}js/stripe.js\\"`, 'null')
    await route.fulfill({ response, headers, body })
  })
  const asked: Request[] = []
  await page.route(/^https:\/\/[^/]*stripe\.(com|network)\//, (route) => {
    asked.push(route.request())
    return route.abort()
  })
  await page.goto(path)
  await openCard(page)
  await expect(page.getByText('The card fields did not load.')).toBeVisible()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.poll(() => asked.length).toBe(2)
  for (const request of asked) {
    expect(request.url()).toMatch(
      /^https:\/\/js\.stripe\.com\/[a-z]+\/stripe\.js\?advancedFraudSignals=false$/,
    )
    expect(await request.headerValue('referer')).toBeNull()
    expect(await told(request)).not.toContain(uuid)
  }
})

declare global {
  interface Window {
    madeFields?: [type: string, options: Record<string, unknown>][]
  }
}

/** Records which card fields the page creates with Stripe's script. */
function watchFields() {
  type Make = (type: string, options: Record<string, unknown>) => unknown
  type Stripe = (key: string) => { elements: () => { create: Make } }
  let stripe: Stripe | undefined
  Object.defineProperty(window, 'Stripe', {
    configurable: true,
    get: () => stripe,
    set: (given: Stripe) => {
      stripe = Object.assign((...args: Parameters<Stripe>) => {
        const made = given(...args)
        const elements = made.elements.bind(made)
        made.elements = (...how: []) => {
          const group = elements(...how)
          const create = group.create.bind(group)
          group.create = (type, options) => {
            ;(window.madeFields ??= []).push([type, options])
            return create(type, options)
          }
          return group
        }
        return made
      }, given)
    },
  })
}

test('does not offer Link in the card fields, and sends no private address from the frames of these fields', async ({
  page,
}) => {
  const { uuid, path } = await makeStay(page)
  const asked: Request[] = []
  page.on('request', (request) => {
    if (new URL(request.url()).pathname.startsWith(STAND_IN)) asked.push(request)
  })
  await page.addInitScript(watchFields)
  await page.goto(path)
  await openCard(page)
  await expect(cardInput(page, 'cardNumber')).toBeVisible()
  const fields = await page.evaluate(() => window.madeFields ?? [])
  const types = ['cardCvc', 'cardExpiry', 'cardNumber', 'expressCheckout']
  expect(fields.map(([type]) => type).toSorted()).toEqual(types)
  const { cardNumber, expressCheckout } = Object.fromEntries(fields)
  expect(cardNumber).toMatchObject({ disableLink: true })
  // The site offers Link only as a wallet, and requests no e-mail address or phone number from it.
  expect(expressCheckout).toMatchObject({ emailRequired: false, phoneNumberRequired: false })
  expect(asked.length).toBeGreaterThan(3)
  for (const request of asked) expect(await told(request)).not.toContain(uuid)
})
