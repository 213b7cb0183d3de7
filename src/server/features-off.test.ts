/**
 * Tests the built site with wallets and saved cards switched off, and without discount codes. Headers, pages
 * and the scripts that a browser loads must contain no trace of these features (R41.8, R42.7, R43.7).
 */
import { readdir, readFile } from 'node:fs/promises'
import { posix } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createGuest } from '#test/support/booking/guest.ts'
import { codes } from '#platform/database/schema/codes.ts'
import { addDays, ranchDay } from '#shared/days.ts'
import { makeEvent } from '#test/support/factories.ts'
import { type TestInstallation, openTestInstallation, type Site } from '#test/support/reliability/cluster.ts'

const CLIENT = new URL('../../build/client/', import.meta.url)
const OFF = { WALLETS: 'off', KEEP_CARDS: 'off' }

let installation: TestInstallation
let plain = 0
beforeAll(async () => {
  installation = await openTestInstallation()
  const startDateDate = addDays(ranchDay(new Date()), 90)
  await installation.withDatabase(async ({ db }) => {
    plain = (await makeEvent(db, { urlName: 'plain-days', startDateDate })).id
    const { id: eventId } = await makeEvent(db, { urlName: 'coded-days', startDateDate })
    await db.insert(codes).values({ code: 'TENTH', kind: 'percent', value: 10, eventId })
  })
})
afterAll(() => installation.close())

/** Texts that each feature leaves in a page if the feature is switched on. */
const TRACES = {
  wallets: /wallet|apple ?pay|google ?pay|link\.com/i,
  'kept cards': /save my card|offersSavedCards|kept for the rest/i,
  codes: /have a code|TENTH/i,
}
/** Texts in each feature's own script. A page loads that script only where it uses the feature. */
const PARTS = {
  wallets: 'Or by card:',
  'kept cards': 'Save my card and charge',
  codes: 'Please type your code',
}

const traces = (text: string) =>
  Object.entries(TRACES).flatMap(([name, words]) => (words.test(text) ? [name] : []))

async function read(site: Site, path: string) {
  const response = await site.request(path)
  expect([path, response.status]).toEqual([path, 200])
  const html = await response.text()
  const scripts = await scriptsOf(html)
  const parts = Object.entries(PARTS).flatMap(([name, words]) => (scripts.includes(words) ? [name] : []))
  return { traces: traces(html), parts, opener: response.headers.get('cross-origin-opener-policy') }
}

/** Returns the text of all scripts that a page names, and of the scripts that these import statically. */
async function scriptsOf(html: string): Promise<string> {
  const wanted = new Set([...html.matchAll(/\/(assets\/[\w.-]+\.js)/g)].map(([, file = '']) => file))
  expect(wanted.size).toBeGreaterThan(0)
  let all = ''
  // The loop below also visits files that it adds to the set while it runs.
  for (const file of wanted) {
    const text = await readFile(new URL(file, CLIENT), 'utf8')
    for (const [, next = ''] of text.matchAll(/(?:from|import)\s*"(\.[^"]+\.js)"/g))
      wanted.add(posix.join(posix.dirname(file), next))
    all += text
  }
  return all
}

const everyAsset = async () => {
  const files = await readdir(new URL('assets/', CLIENT))
  const scripts = files.filter((file) => file.endsWith('.js'))
  return Promise.all(scripts.map((file) => readFile(new URL(`assets/${file}`, CLIENT), 'utf8')))
}

/**
 * Creates a guest who has paid a deposit. Returns the path of the guest's page, where the guest can pay the
 * remainder.
 */
async function privatePage(site: Site, eventId: number): Promise<string> {
  const guest = createGuest(site)
  const { uuid, clientSecret } = await guest.hold(eventId)
  await guest.pay(clientSecret)
  expect(await guest.look(uuid)).toMatchObject({ status: 'confirmed' })
  return `/complete-reservation/${uuid}`
}

const PLAIN = ['/event/plain-days', '/event/plain-days/sign-up']
const NOTHING = { traces: [], parts: [], opener: 'same-origin' }

test('leaves no trace of wallets, saved cards and codes when these features are switched off', async () => {
  const off = await installation.start({ env: OFF })
  const page = await privatePage(off, plain)
  for (const path of [...PLAIN, page, '/events'])
    expect([path, await read(off, path)]).toEqual([path, NOTHING])
  await off.stop()

  const on = await installation.start()
  const asset = await everyAsset()
  for (const words of Object.values(PARTS))
    expect(asset.filter((text) => text.includes(words))).toHaveLength(1)
  // With the features switched on, the same search must find their texts. Otherwise the test above would
  // prove nothing.
  expect(await read(on, '/event/coded-days/sign-up')).toEqual({
    traces: Object.keys(TRACES),
    parts: [],
    opener: 'same-origin-allow-popups',
  })
  await on.stop()
})
