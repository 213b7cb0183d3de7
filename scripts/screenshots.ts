/**
 * `npm run screenshots`: takes the pictures of README.md and the guides. Starts the site with its sample
 * data, opens Chromium, and writes `docs/pictures/<name>.webp`. `npm run screenshots -- today rooms` writes
 * only the pictures `today` and `rooms`.
 */
import { mkdir, mkdtempDisposable, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type Page } from '@playwright/test'
import sharp from 'sharp'
import { fillCard, fillGuest, payButton } from '#test/e2e/guest.ts'
import { signIn } from '#test/e2e/sign-in.ts'
import { startSite } from './site-process.ts'
import { findChromium } from './test-run/chromium.ts'

const FOLDER = 'docs/pictures'
const SCREEN = { width: 1280, height: 800 }
/** Maximum size of a picture in bytes, so that a clone of the repository stays small. */
const LIMIT_BYTES = 200_000
/**
 * Milliseconds to wait before taking a picture. Some pages poll, so waiting for an idle network would never
 * end.
 */
const SETTLE_MS = 2000
const EVENT = 'leather-and-light'
const GUEST = 'ana.ortiz@example.test'

type Shoot = (page: Page, name: string) => Promise<void>

async function shoot(page: Page, name: string): Promise<void> {
  await page.waitForLoadState('load')
  await page.evaluate(() => document.fonts.ready)
  await page.waitForTimeout(SETTLE_MS)
  // Hides the page's header, because on a scrolled page it would cover the first lines.
  const isScrolled = await page.evaluate(() => scrollY > 0)
  const header = page.locator('.bar')
  if (isScrolled) await header.evaluateAll(([bar]) => bar?.setAttribute('hidden', ''))
  const screen = await page.screenshot({ animations: 'disabled', scale: 'css' })
  if (isScrolled) await header.evaluateAll(([bar]) => bar?.removeAttribute('hidden'))
  const picture = await sharp(screen).webp({ quality: 72, effort: 6, smartSubsample: true }).toBuffer()
  if (picture.length > LIMIT_BYTES) throw new Error(`${name} has ${picture.length} bytes`)
  await writeFile(join(FOLDER, `${name}.webp`), picture)
  console.log(`${name}: ${Math.round(picture.length / 1000)} KB`)
}

/** Scrolls until the element is at the top of the screen. */
async function scrollTo(page: Page, selector: string): Promise<void> {
  const element = page.locator(selector).first()
  await element.waitFor()
  await element.evaluate((place) => {
    place.scrollIntoView({ block: 'start', behavior: 'instant' })
    scrollBy({ top: -24, behavior: 'instant' })
  })
}

/** Books a spot as a guest, and takes pictures on the way from the event's page to the private page. */
async function book(guest: Page, take: Shoot): Promise<void> {
  await guest.goto(`/event/${EVENT}`)
  await take(guest, 'event')
  await guest.getByRole('button', { name: 'Sign up' }).first().click()
  await fillGuest(guest, GUEST)
  await fillCard(guest, '4242424242424242')
  await payButton(guest).scrollIntoViewIfNeeded()
  await take(guest, 'sign-up')
  await payButton(guest).click()
  const privatePage = guest.getByRole('link', { name: 'Your private page', exact: true })
  await privatePage.waitFor({ timeout: 60_000 })
  await take(guest, 'paid')
  await privatePage.click()
  await guest.getByRole('heading', { name: 'Howdy, Annie.' }).waitFor()
  await take(guest, 'private-page')
}

/** Opens the confirmation e-mail of the booking in the e-mail sandbox. */
async function openConfirmation(guest: Page): Promise<void> {
  for (let tries = 0; tries < 60; tries += 1) {
    const mails = (await (await guest.request.get('/dev/mail.json')).json()) as { id: number; to: string }[]
    const mail = mails.find(({ to }) => to === GUEST)
    if (mail) return void (await guest.goto(`/dev/mail/${mail.id}`))
    await guest.waitForTimeout(1000)
  }
  throw new Error('The confirmation did not arrive')
}

/** Admin pages: name, path, and the element to scroll to. */
const ADMIN_PAGES: [name: string, path: string, place?: string][] = [
  ['today', '/admin'],
  ['event-form', `/create-event/${EVENT}`],
  ['event-guests', '/event/desert-cooking/guests'],
  ['waitlist', '/event/founders-quiet-week/waiting'],
  ['kitchen-sheet', '/event/desert-cooking/kitchen'],
  ['rooms', '/event/founders-quiet-week/rooms'],
]

const wanted = process.argv.slice(2)
const take: Shoot = async (page, name) => {
  if (wanted.length === 0 || wanted.includes(name)) await shoot(page, name)
}

const executablePath = await findChromium()
if (!executablePath) throw new Error('No Chromium could be found or fetched: set CHROMIUM_PATH to one')
process.env['DEV_ADMIN_PASSWORD'] = 'for-the-screenshots'
await mkdir(FOLDER, { recursive: true })
await using folder = await mkdtempDisposable(join(tmpdir(), 'screenshots-'))
await using site = await startSite({
  DATA_DIR: join(folder.path, 'data'),
  DEV_ADMIN_PASSWORD: process.env['DEV_ADMIN_PASSWORD'],
})
await using browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] })
const open = async () => {
  const context = await browser.newContext({
    baseURL: site.address,
    viewport: SCREEN,
    reducedMotion: 'reduce',
    timezoneId: 'America/Denver',
  })
  return context.newPage()
}

const guest = await open()
await guest.goto('/')
await take(guest, 'home')
await book(guest, take)
await openConfirmation(guest)
await take(guest, 'confirmation')

const admin = await open()
await signIn(admin, 'admin@example.test')
for (const [name, path, place] of ADMIN_PAGES) {
  await admin.goto(path)
  if (place !== undefined) await scrollTo(admin, place)
  await take(admin, name)
}
await admin.goto(`/event/${EVENT}/guests`)
await admin.getByRole('link', { name: 'Ana Ortiz' }).first().click()
await admin.waitForURL('**/reservation/*')
await take(admin, 'reservation')
await scrollTo(admin, '#invoices')
await take(admin, 'reservation-invoices')
