import { writeFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { ANY_WIDTH, LONG_RUN } from './any-width.ts'
import { expectAccessible } from './accessible.ts'
import { editNewEvent, field, fillEvent, newEvent, save } from './event-form.ts'
import { signInAsAdmin } from './sign-in.ts'
import { tidy } from './clean-up.ts'
import { expect, test } from './test.ts'

test.beforeEach(async ({ page }) => signInAsAdmin(page))
test.afterEach(({ page }) => tidy(page))

interface Sent {
  name: string
  mimeType: string
  buffer: Buffer
}

async function photo(name: string, background: string): Promise<Sent> {
  const picture = sharp({ create: { width: 1300, height: 900, channels: 3, background } })
  return { name: `${name}.jpg`, mimeType: 'image/jpeg', buffer: await picture.jpeg().toBuffer() }
}
const words = (name: string, text: string): Sent => ({
  name,
  mimeType: 'image/png',
  buffer: Buffer.from(text),
})

async function choose(page: Page, button: string, files: Sent[] | string) {
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: button }).click()
  await (await chooser).setFiles(files)
}

/** Drops a file on an element, with the browser's own drop event. */
async function drop(page: Page, onto: string, { name, mimeType, buffer }: Sent) {
  const base64 = buffer.toString('base64')
  const data = await page.evaluateHandle(
    (file) => {
      const transfer = new DataTransfer()
      const bytes = Uint8Array.from(atob(file.base64), (letter) => letter.charCodeAt(0))
      transfer.items.add(new File([bytes], file.name, { type: file.mimeType }))
      return transfer
    },
    { name, mimeType, base64 },
  )
  const place = page.getByRole('group', { name: onto }).locator('.file-drop')
  await place.dispatchEvent('dragover', { dataTransfer: data })
  await place.dispatchEvent('drop', { dataTransfer: data })
}

const UPLOADED = /^\/uploads\/[a-z0-9]{40}\.jpg$/

test.describe('for pictures and PDFs of an event, the site', () => {
  test(
    'uploads a picture and shows it, replaces it by a dropped file, and removes it (R11.14)',
    ANY_WIDTH,
    async ({ page }) => {
      await page.goto('/create-event')
      const address = field(page, 'First image')
      await choose(page, 'Upload a picture: First image', [await photo('dusk', '#203060')])
      await expect(address).toHaveValue(UPLOADED)
      const shown = page.getByRole('img', { name: 'First image, as it is now' })
      await expect(shown).toHaveJSProperty('complete', true)
      const before = await address.inputValue()
      await drop(page, 'First image, by address or file', await photo('noon', '#c0a060'))
      await expect(address).not.toHaveValue(before)
      await expect(address).toHaveValue(UPLOADED)
      await page.getByRole('button', { name: 'Clear First image' }).click()
      await expect(address).toHaveValue('')
      await expect(shown).toBeHidden()
    },
  )

  test(
    'uploads a PDF and opens it, and explains why it refuses a file that is no PDF',
    ANY_WIDTH,
    async ({ page }) => {
      await page.goto('/create-event')
      const address = field(page, 'PDF link')
      await choose(page, 'Upload a PDF: PDF link', [words('guide.pdf', '%PDF-1.7\n%%EOF\n')])
      await expect(address).toHaveValue(/^\/uploads\/[a-z0-9]{20}\.pdf$/)
      const kept = await address.inputValue()
      await expect(page.getByRole('link', { name: /^Open this PDF/ })).toHaveAttribute('href', kept)
      await choose(page, 'Upload a PDF: PDF link', [words('guide.pdf', '<script>hacked()</script>')])
      await expect(address).toHaveAccessibleDescription(/This PDF is incomplete or damaged/)
      await expect(address).toHaveValue(kept)
    },
  )

  test(
    'explains why it refuses a file that is no picture or too large, and changes nothing',
    ANY_WIDTH,
    async ({ page }) => {
      await page.goto('/create-event')
      const address = field(page, 'First image')
      await address.fill('/pictures/dusk-1600.webp')
      await choose(page, 'Upload a picture: First image', [
        words('logo.png', '<svg xmlns="http://www.w3.org/2000/svg"/>'),
      ])
      await expect(address).toHaveAccessibleDescription(/This is an SVG file/)
      const large = test.info().outputPath('huge.jpg')
      await writeFile(large, Buffer.alloc(26 * 1024 * 1024))
      await choose(page, 'Upload a picture: First image', large)
      await expect(address).toHaveAccessibleDescription(/huge\.jpg is larger than 25 MB/)
      await expect(address).toHaveValue('/pictures/dusk-1600.webp')
    },
  )

  test('shows the progress of a slow upload, and lets the admin cancel it', ANY_WIDTH, async ({ page }) => {
    await page.route('**/api/auth/upload', () => {})
    await page.goto('/create-event')
    await choose(page, 'Upload a picture: First image', [await photo('dusk', '#203060')])
    await expect(page.getByRole('progressbar', { name: 'Sending dusk.jpg' })).toBeVisible()
    await page.getByRole('button', { name: 'Cancel', exact: true }).click()
    await expect(page.getByRole('progressbar')).toBeHidden()
    await expect(field(page, 'First image')).toHaveValue('')
  })

  test(
    "shows an uploaded picture on the event's page, with its size, in the best format that the browser supports",
    ANY_WIDTH,
    async ({ page }) => {
      const { name, urlName } = newEvent()
      await page.goto('/create-event')
      await fillEvent(page, name)
      await choose(page, 'Upload a picture: First image', [await photo('dusk', '#203060')])
      await expect(field(page, 'First image')).toHaveValue(UPLOADED)
      await save(page)
      await expect(page).toHaveURL(`/event/${urlName}`)
      const scene = page.locator('.scene-picture img')
      await expect(scene).toHaveAttribute('width', '1300')
      await expect
        .poll(() => scene.evaluate((img: HTMLImageElement) => img.currentSrc))
        .toMatch(/\/uploads\/.*-\d+\.avif$/)
      await expect.poll(() => scene.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0)
      const preview = page.locator('meta[property="og:image"]')
      await expect(preview).toHaveAttribute(
        'content',
        /^http:\/\/localhost:\d+\/uploads\/[a-z0-9]{40}-1300\.jpg$/,
      )
    },
  )
})

const list = (page: Page) => page.getByRole('list', { name: 'Photos in their order' })
const cards = (page: Page) => list(page).getByRole('listitem')
const described = (page: Page) => list(page).getByRole('textbox')

async function openPhotos(page: Page, names: string[]) {
  const { urlName } = await editNewEvent(page)
  await page.goto(`/event/${urlName}/photos`)
  const sent = await Promise.all(names.map((name, at) => photo(name, `#${at}${at}4060`)))
  if (sent.length > 0) await choose(page, 'Add photos', sent)
  await expect(cards(page)).toHaveCount(names.length, { timeout: 20_000 })
  return urlName
}

async function describePhoto(page: Page, number: number, text: string) {
  const words = page.getByRole('textbox', { name: `What photo ${number} shows` })
  await words.fill(text)
  await words.press('Enter')
  await expect(
    cards(page)
      .nth(number - 1)
      .getByText('Saved'),
  ).toBeVisible()
}

test.describe('the photo section of an event', () => {
  test(
    'adds several photos to an event together, and orders, describes and deletes them',
    ANY_WIDTH,
    async ({ page }) => {
      const urlName = await openPhotos(page, ['dawn', 'noon', 'dusk'])
      for (const [at, text] of ['Dawn', 'Noon', 'Dusk'].entries()) await describePhoto(page, at + 1, text)
      const forward = page.getByRole('button', { name: 'Move photo 3 forward' })
      await forward.focus()
      await page.keyboard.press('Enter')
      await expect(described(page).nth(1)).toHaveValue('Dusk')
      // Scrolls before the drag, so that both photos are visible. Scrolling during the drag would move
      // another photo.
      await list(page).evaluate((element) => element.scrollIntoView({ block: 'start' }))
      const handles = list(page).locator('.photo-handle')
      await handles.nth(0).dragTo(handles.nth(1))
      await expect(described(page).nth(1)).toHaveValue('Dawn')
      await page.getByRole('button', { name: 'Delete photo 3' }).click()
      await expect(page.getByRole('alertdialog', { name: 'Are you sure?' })).toContainText(
        'This is a permanent deletion.',
      )
      await page.getByRole('button', { name: 'Delete', exact: true }).click()
      await expect(cards(page)).toHaveCount(2)
      await page.goto(`/event/${urlName}/photos`)
      await expect(described(page).nth(0)).toHaveValue('Dusk')
      await expect(described(page).nth(1)).toHaveValue('Dawn')
      await page.goto(`/event/${urlName}`)
      await expect(page.locator('.slide img').first()).toHaveAttribute('alt', 'Dusk')
    },
  )

  test(
    'retries a failed upload of a photo while the other photos are uploaded',
    LONG_RUN,
    async ({ page }) => {
      const { urlName } = await editNewEvent(page)
      let calls = 0
      await page.route('**/api/auth/addPhotoToEvent?*', (route) => {
        calls += 1
        return calls === 1 ? route.abort() : route.continue()
      })
      await page.goto(`/event/${urlName}/photos`)
      await choose(page, 'Add photos', [
        await photo('dawn', '#204060'),
        words('page.png', '<html>'),
        await photo('dusk', '#402060'),
      ])
      await expect(cards(page)).toHaveCount(1, { timeout: 20_000 })
      const queue = page.getByRole('list', { name: 'Uploading' })
      await expect(queue.getByText('page.png: This is not a JPEG')).toBeVisible()
      await expect(queue.getByText(/dawn\.jpg: The picture did not upload/)).toBeVisible()
      await queue.getByRole('button', { name: 'Try again with dawn.jpg' }).click()
      await expect(cards(page)).toHaveCount(2, { timeout: 20_000 })
      await queue.getByRole('button', { name: 'Remove page.png' }).click()
      await expect(queue).toBeHidden()
    },
  )

  test(
    'keeps an unsaved photo description, says that it is not saved, and saves it when the network is back',
    LONG_RUN,
    async ({ page }) => {
      await openPhotos(page, ['dawn'])
      const SAVES = '**/api/auth/event/photo'
      await page.route(SAVES, (route) => route.abort())
      const shown = page.getByRole('textbox', { name: 'What photo 1 shows' })
      await shown.fill('First light')
      await shown.blur()
      // Reads the description from the browser, because Playwright's own version ignores the text of an
      // `<output>`.
      const state = page.locator(`[id="${await shown.getAttribute('aria-describedby')}"]`)
      await expect(state).toHaveText('Not saved yet: no connection')
      await expect(shown).toHaveValue('First light')

      await page.unroute(SAVES)
      await page.evaluate(() => dispatchEvent(new Event('online')))
      await expect(state).toHaveText('Saved')
      await page.reload()
      await expect(shown).toHaveValue('First light')
    },
  )

  test('keeps the photo section accessible (R17.7)', LONG_RUN, async ({ page }) => {
    await openPhotos(page, ['dawn', 'dusk'])
    await expectAccessible(page)
  })
})
