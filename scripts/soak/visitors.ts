/** The visitors of half an hour: readers, guests who pay, admins at their lists, and an attacker. */
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { createGuest } from '#features/booking/testing/guest.ts'
import { createTestBrowser, type TestBrowser } from '#testing/browser.ts'

export interface Target {
  address: string
  /** The admin's session, as a cookie's name and value. */
  session: [name: string, value: string]
  /** Events that guests sign up for, each of 45,000 cents now. */
  eventIds: number[]
  /** An event with many guests. */
  big: { id: number; urlName: string }
  picture: Buffer<ArrayBuffer>
}

/** What was answered, by status; and what should not have been. */
export interface Tally {
  statuses: Map<number, number>
  signUps: number
  paid: number
  uploads: number
  /** Asked again, since the kept connection had just been closed. */
  retried: number
  wrong: string[]
}

export type Visitor = (place: Target, tally: Tally) => Promise<void>

const PAGES = [
  '/',
  '/events',
  '/contact',
  '/the-land',
  '/directions',
  '/terms-of-stay',
  '/events.ics',
  '/lost-link',
]

function browserAt({ address }: Target, tally: Tally): TestBrowser {
  return createTestBrowser('http://site.invalid', async (asked) => {
    const { pathname, search } = new URL(asked.url)
    return await ask(address, tally, pathname + search, {
      method: asked.method,
      headers: asked.headers,
      body: asked.body === null ? null : await asked.arrayBuffer(),
      redirect: 'manual',
    })
  })
}

async function ask(address: string, tally: Tally, path: string, init: RequestInit = {}): Promise<Response> {
  const reply = await fetch(address + path, init).catch((error: unknown) => {
    // As browsers do: a kept connection may have been closed in the moment in which it was used again.
    if (!LOST.has(String(((error as Error).cause as { code?: unknown } | undefined)?.code))) throw error
    tally.retried += 1
    return fetch(address + path, init)
  })
  tally.statuses.set(reply.status, (tally.statuses.get(reply.status) ?? 0) + 1)
  if (reply.status >= 500) tally.wrong.push(`${reply.status} ${path.replace(/\?.*/, '')}`)
  return reply
}

const LOST = new Set(['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET'])

const some = <Item>(items: readonly Item[]): Item => items[Math.floor(Math.random() * items.length)] as Item
const read = async (reply: Response) => void (await reply.arrayBuffer())

export const reader: Visitor = async (place, tally) => {
  const browser = browserAt(place, tally)
  for (let page = 0; page < 6; page += 1) {
    await read(await browser.fetch(Math.random() < 0.2 ? `/event/${place.big.urlName}` : some(PAGES)))
    await sleep(50)
  }
}

/** Signs up, and pays: at once, after a decline, or never. */
export const guest: Visitor = async (place, tally) => {
  const request = (path: string, init?: RequestInit) => ask(place.address, tally, path, init)
  const browser = () => browserAt(place, tally)
  const one = createGuest({ browser, request })
  const email = `soak-${randomUUID()}@example.test`
  const held = await one.hold(some(place.eventIds), { email })
  tally.signUps += 1
  const chance = Math.random()
  if (chance < 0.15) return
  if (chance < 0.35) await one.pay(held.clientSecret, 'pm_card_chargeDeclined')
  if ((await one.pay(held.clientSecret)) === 'succeeded') tally.paid += 1
  const { uuid } = await one.look(held.uuid)
  await read(await one.browser.fetch(`/complete-reservation/${uuid}`))
}

export const admin: Visitor = async (place, tally) => {
  const browser = browserAt(place, tally)
  browser.cookies.set(...place.session)
  const { id, urlName } = place.big
  const lists = [
    '/admin',
    '/admin/history',
    `/admin/history?event=${id}`,
    '/events',
    `/event/${urlName}`,
    `/event-sheet/${urlName}`,
    `/api/auth/event/export?id=${id}`,
    `/api/auth/event/mailPlan?id=${id}`,
    `/api/auth/event/get?eventUrlName=${urlName}`,
    '/api/calendarGetEvents',
    '/api/auth/system',
  ]
  await read(await browser.fetch(some(lists)))
}

export const uploader: Visitor = async (place, tally) => {
  const browser = browserAt(place, tally)
  browser.cookies.set(...place.session)
  await read(await browser.fetch('/api/auth/is-admin'))
  const body = new FormData()
  body.set('file', new File([place.picture], 'land.jpg', { type: 'image/jpeg' }))
  const headers = { 'x-xsrf-token': browser.cookies.get('XSRF-TOKEN') ?? '' }
  const reply = await browser.fetch('/api/auth/upload', { method: 'POST', body, headers })
  await read(reply)
  if (reply.ok) tally.uploads += 1
}

/** Forged webhooks, unknown links, broken bodies: refused each time. */
export const stranger: Visitor = async (place, tally) => {
  const browser = browserAt(place, tally)
  await read(await browser.fetch(`/complete-reservation/${randomUUID()}`))
  await read(await browser.fetch('/admin'))
  const forged = { method: 'POST', body: '{}', headers: { 'stripe-signature': 't=1,v1=00' } }
  await read(await browser.fetch('/api/stripe/webhook', forged))
  await read(await browser.fetch('/api/createReservation', { method: 'POST', body: '{"a":' }))
}

// Visitors who come again and again until the time is over.

/** How many of a kind at once, and how long each rests in between. */
const KINDS: { visitor: Visitor; many: number; restMs: number }[] = [
  { visitor: reader, many: 4, restMs: 200 },
  { visitor: guest, many: 2, restMs: 1500 },
  { visitor: admin, many: 2, restMs: 700 },
  { visitor: uploader, many: 1, restMs: 20_000 },
  { visitor: stranger, many: 1, restMs: 3000 },
]

export const emptyTally = (): Tally => ({
  statuses: new Map(),
  signUps: 0,
  paid: 0,
  uploads: 0,
  retried: 0,
  wrong: [],
})

/** Resolves when the last of them has gone; what broke is in the tally. */
export async function gatherCrowd(place: Target, tally: Tally, until: number): Promise<void> {
  const stay = async ({ visitor, restMs }: (typeof KINDS)[number]) => {
    while (Date.now() < until) {
      await visitor(place, tally).catch((error: unknown) => {
        tally.wrong.push(`${visitor.name}: ${wordsOf(error)}`)
      })
      await sleep(restMs * (0.5 + Math.random()))
    }
  }
  await Promise.all(KINDS.flatMap((kind) => Array.from({ length: kind.many }, () => stay(kind))))
}

function wordsOf(error: unknown): string {
  const { message, cause } = error as Error
  const { code } = (cause ?? {}) as { code?: string }
  return code ? `${message} (${code})` : message
}
