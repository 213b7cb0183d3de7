/**
 * Follows a guest in Firefox and WebKit (`npm run test:browsers`) from the home page to the private page. The
 * guest's first card is declined. All other browser tests use Chromium.
 */
import { randomUUID } from 'node:crypto'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type RunningSite, startSite } from '../../../scripts/site-process.ts'
import { type Browser, button, field, link, reads, until } from './browser.ts'
import { openBrowser } from './programs.ts'

const PHONE = [390, 844] as const
const DESK = [1280, 900] as const

const guestDetails = {
  'First name': 'Ana',
  'Last name': 'Ortiz',
  Nickname: 'Annie',
  Phone: '+1 505 555 0100',
  'Mailing address': '1 Mesa Road, Magdalena, NM',
  'Emergency contact name': 'Ben Ortiz',
  'Emergency contact phone': '+1 505 555 0101',
  'Food allergies': 'Pecans',
  'Medical conditions': 'None',
}

let site: RunningSite
let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'browsers-'))
  site = await startSite({ DATA_DIR: join(folder, 'data') })
})
afterAll(async () => {
  await site?.stop()
  await rm(folder, { recursive: true, force: true })
})

describe.each(['Firefox', 'WebKit'] as const)('the site in %s', (engine) => {
  let browser: Browser
  beforeAll(async () => {
    browser = await openBrowser(engine)
  })
  afterAll(() => browser?.close())
  // Saves a screenshot of each test that fails.
  afterEach(async ({ task }) => {
    if (task.result?.state !== 'fail') return
    await mkdir('test-results', { recursive: true })
    const name = `${engine} ${task.name}`.replaceAll(/\W+/g, '-').toLowerCase()
    await writeFile(join('test-results', `${name}.png`), await browser.screenshot())
  })

  const goto = (path: string) => browser.goto(new URL(path, site.address).href)
  const fillCard = async (number: string) => {
    const parts = { cardNumber: number, cardExpiry: '1240', cardCvc: '123' }
    for (const [part, typed] of Object.entries(parts))
      await browser.typeInFrame(
        `document.querySelector('iframe[name*="${part}"]')`,
        `document.querySelector('input:not([aria-hidden])')`,
        typed,
      )
  }

  test('shows public pages no wider than the screen on phones and desktops', async () => {
    for (const [width, height] of [PHONE, DESK]) {
      await browser.resize(width, height)
      for (const path of [
        '/',
        '/events',
        '/event/leather-and-light',
        '/the-land',
        '/contact',
        '/terms-of-stay',
      ]) {
        await goto(path)
        await until(browser, `document.querySelector('h1')`)
        const beside = await browser.evaluate<number>('document.documentElement.scrollWidth - innerWidth')
        expect(beside, `${path} at ${width}`).toBeLessThanOrEqual(0)
      }
    }
  })

  test('takes a guest from the home page to the private page, after a declined card', async () => {
    const email = `${randomUUID().slice(0, 8)}@example.test`
    await browser.resize(...DESK)
    await goto('/')
    await browser.click(link('Events'))
    await until(browser, reads('Leather & Light'))
    await browser.click(`document.querySelector('main a[href="/event/leather-and-light"]')`)
    await until(browser, `location.pathname === '/event/leather-and-light'`)

    await browser.click(button('Sign up'))
    await until(browser, field('First name'))
    await browser.type(field('Email'), email)
    for (const [label, answer] of Object.entries(guestDetails)) await browser.type(field(label), answer)
    await browser.click(field('Safety consent'))
    await fillCard('4000000000000002')
    await browser.click(button('Pay $450.00 deposit'))
    await until(browser, reads('Your card was declined.'))

    // After a reload, the form must still contain everything that was typed, except the card.
    await browser.goto(await browser.evaluate<string>('location.href'))
    await until(browser, field('First name'))
    await until(browser, `${field('Food allergies')}.value === 'Pecans'`)
    expect(await browser.evaluate(`${field('Email')}.value`)).toBe(email)
    if (!(await browser.evaluate(`${field('Safety consent')}.checked`)))
      await browser.click(field('Safety consent'))
    await fillCard('4242424242424242')
    await browser.click(button('Pay $450.00 deposit'))
    await until(browser, reads("Your payment succeeded. Grab your boots and we'll see you soon."))

    const text = await mailTo(email)
    expect(text).toContain('/complete-reservation/')
    await browser.click(link('Your private page'))
    await until(browser, reads('Howdy, Annie.'))
    await until(browser, reads('Still to pay'))
  })

  test('takes the payment of the remainder on the private page', async () => {
    await browser.click(button('Pay $450.00 now'))
    await fillCard('4242424242424242')
    await browser.click(
      `[...document.querySelectorAll('form button')].find((each) => each.innerText === 'Pay $450.00' && !each.disabled) ?? null`,
    )
    await until(browser, reads('Payment Complete'))
  })

  test('puts a guest on the waitlist of a full event', async () => {
    const email = `${randomUUID().slice(0, 8)}@example.test`
    await goto('/event/founders-quiet-week')
    await browser.click(button('Join the waitlist'))
    await browser.type(field('First name'), 'Cy')
    await browser.type(field('Last name'), 'Doe')
    await browser.type(field('Email'), email)
    await browser.click(
      `document.querySelector('form[aria-label="Join the waitlist"] button[type="submit"]')`,
    )
    expect(await mailTo(email)).toContain('/waitlist/')
  })

  test('still shows the checked items of the packing list after a reload', async () => {
    await goto('/packing-list')
    const box = `document.querySelector('main input[type="checkbox"]')`
    await browser.click(box)
    expect(await browser.evaluate(`${box}.checked`)).toBe(true)
    await goto('/packing-list')
    await until(browser, `${box}?.checked`)
  })
})

async function mailTo(email: string): Promise<string> {
  const deadline = Date.now() + 20_000
  for (;;) {
    const mails = (await (await fetch(`${site.address}/dev/mail.json`)).json()) as {
      to: unknown
      text: string
    }[]
    const mail = mails.find(({ to }) => JSON.stringify(to).includes(email))
    if (mail) return mail.text
    if (Date.now() > deadline) throw new Error(`no e-mail to ${email}`)
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
}
