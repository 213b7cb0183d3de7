import { beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { addDays, ranchDay } from '#shared/days.ts'
import { listStoredPresses } from '#app/guest/arrival/stored-presses.ts'
import { saveStay, type SavedStay } from './saved-stays.ts'
import { showStays } from './show-stays.ts'
import '#app/ui/button.css'

const TODAY = ranchDay(new Date())
const STAY: SavedStay = {
  uuid: 'one',
  eventName: 'Rain Week',
  dates: 'these days',
  from: TODAY,
  until: addDays(TODAY, 2),
  way: { leftPavementAt: null, hereAt: null, hereBy: null },
  gateNotes: [],
  host: null,
  hostPhone: null,
  directions: '/directions',
}
const left = page.getByRole('button', { name: 'Leaving the pavement' })
const here = page.getByRole('button', { name: 'I’m here' })
const waits = page.getByText(/sent as soon as there’s a signal/)

/** Returns the server's reply to a press of an arrival button. Null while there is no signal. */
let reply: ((body: { at: string }) => Response) | null
let told: { uuid: string; press: string; at: string }[]

/** Opens the offline page, or opens it again as a reload would. */
async function open() {
  document.body.replaceChildren(document.createElement('div'))
  await showStays(document.body.firstElementChild as HTMLElement)
}

beforeEach(async () => {
  await caches.delete('kept-presses')
  await caches.delete('kept-stays')
  await saveStay(STAY)
  reply = null
  told = []
  document.cookie = 'XSRF-TOKEN=any'
  vi.spyOn(console, 'error').mockImplementation(() => {})
  vi.spyOn(window, 'fetch').mockImplementation(async (_, init) => {
    const body = JSON.parse(String(init?.body))
    if (!reply) throw new TypeError('Failed to fetch')
    told.push(body)
    return reply(body)
  })
})

test('saves a press of an arrival button without a signal, shows it after a reload, sends it later (R36.2, R32.4)', async () => {
  await open()
  await left.click()
  await expect.element(page.getByText(/^You left the pavement at .* sent as soon as/)).toBeVisible()
  await expect.element(left).not.toBeInTheDocument()
  const [kept] = await listStoredPresses()
  await open()
  await expect.element(waits).toBeVisible()
  await here.click()
  await expect.element(page.getByText(/^You have been here since .* sent as soon as/)).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Pressed by mistake' })).toHaveFocus()

  reply = ({ at }) =>
    Response.json({ arrival: { leftPavementAt: kept?.body.at ?? null, hereAt: at, hereBy: 'guest' } })
  dispatchEvent(new Event('online'))
  await expect.element(waits).not.toBeInTheDocument()
  expect(told.map(({ press }) => press)).toEqual(['pavement', 'here'])
  expect(told[0]).toEqual(kept?.body)
  expect(await listStoredPresses()).toEqual([])
  await open()
  await expect.element(page.getByText(/^You have been here since/)).toBeVisible()
})

test('shows that the server refused a press of an arrival button, and offers the arrival buttons again', async () => {
  reply = () =>
    Response.json({ success: false, code: 'absurd_time', message: 'That cannot be.' }, { status: 409 })
  await open()
  await here.click()
  await expect.element(page.getByRole('alert')).toHaveTextContent('That cannot be.')
  await expect.element(left).toBeVisible()
  await open()
  await expect.element(left).toBeVisible()
})

test('deletes a stay that the guest removes from the phone, but keeps an unsent press of an arrival button', async () => {
  await open()
  await here.click()
  await expect.element(waits).toBeVisible()
  await page.getByRole('button', { name: 'Remove it' }).click()
  await expect
    .element(page.getByText('Removed: everything but your message, until it is sent.'))
    .toBeVisible()
  expect(await caches.match('/complete-reservation/one')).toBeUndefined()
  expect(await listStoredPresses()).toHaveLength(1)
})

test.each([
  ['before the event’s days', { ...STAY, from: addDays(TODAY, 1) }],
  ['to a guest who is not expected', { ...STAY, way: null }],
])('shows no arrival button on the offline page %s', async (_, stay) => {
  await saveStay(stay)
  await open()
  await expect.element(page.getByRole('button', { name: 'Remove it' })).toBeVisible()
  await expect.element(here).not.toBeInTheDocument()
})
