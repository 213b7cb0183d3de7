/** The visitors of half an hour: readers, guests who pay, admins at their lists, and an attacker. */
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { createGuest } from '#features/booking/testing/guest.ts'
import { createTestBrowser } from '#testing/browser.ts'

interface Target {
  address: string
  /** The admin's session, as a cookie's name and value. */
  session: [name: string, value: string]
  /** Events that guests sign up for, each of 45,000 cents now. */
  eventIds: number[]
  /** An event with many guests. */
  big: { id: number; urlName: string }
  picture: Buffer<ArrayBuffer>
}

/** The answers by status, and those that should not have been. */
export const emptyTally = () => ({
  statuses: new Map<number, number>(),
  signUps: 0,
  paid: 0,
  uploads: 0,
  /** Asked again, since the kept connection had just been closed. */
  retried: 0,
  wrong: new Set<string>(),
})

type Tally = ReturnType<typeof emptyTally>

const PAGES = ['', 'events', 'contact', 'the-land', 'directions', 'terms-of-stay', 'events.ics', 'lost-link']
const LOST = new Set(['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET'])

/** Somebody with a new browser: what they ask is counted. */
function visit(place: Target, tally: Tally) {
  const send = async (asked: Request): Promise<Response> => {
    const again = asked.clone()
    const reply = await fetch(asked, { redirect: 'manual' }).catch((error: unknown) => {
      // As browsers do: a kept connection may have been closed in the moment in which it was used again.
      if (!LOST.has(String(((error as Error).cause as { code?: unknown } | undefined)?.code))) throw error
      tally.retried += 1
      return fetch(again, { redirect: 'manual' })
    })
    tally.statuses.set(reply.status, (tally.statuses.get(reply.status) ?? 0) + 1)
    if (reply.status >= 500) tally.wrong.add(`${reply.status} ${new URL(asked.url).pathname}`)
    return reply
  }
  const request = (path: string, init?: RequestInit) => send(new Request(place.address + path, init))
  const browser = createTestBrowser(place.address, send)
  /** True when it was answered well; the answer is read to its end. */
  const open = async (path: string, init?: RequestInit) => {
    const reply = await browser.fetch(path, init)
    await reply.arrayBuffer()
    return reply.ok
  }
  return { place, tally, request, browser, open }
}

type Visitor = (one: ReturnType<typeof visit>) => Promise<void>

const some = <Item>(items: readonly Item[]): Item => items[Math.floor(Math.random() * items.length)] as Item

const reader: Visitor = async ({ place, open }) => {
  for (let page = 0; page < 6; page += 1) {
    await open(Math.random() < 0.2 ? `/event/${place.big.urlName}` : `/${some(PAGES)}`)
    await sleep(50)
  }
}

/** Signs up, and pays: at once, after a decline, or never. */
const guest: Visitor = async ({ place, tally, request, browser, open }) => {
  const one = createGuest({ request, browser: () => browser })
  const held = await one.hold(some(place.eventIds), { email: `soak-${randomUUID()}@example.test` })
  tally.signUps += 1
  const chance = Math.random()
  if (chance < 0.15) return
  if (chance < 0.35) await one.pay(held.clientSecret, 'pm_card_chargeDeclined')
  if ((await one.pay(held.clientSecret)) === 'succeeded') tally.paid += 1
  const { uuid } = await one.look(held.uuid)
  await open(`/complete-reservation/${uuid}`)
}

const admin: Visitor = async ({ place, browser, open }) => {
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
  await open(some(lists))
}

const uploader: Visitor = async ({ place, tally, browser, open }) => {
  browser.cookies.set(...place.session)
  await open('/api/auth/is-admin')
  const body = new FormData()
  body.set('file', new File([place.picture], 'land.jpg', { type: 'image/jpeg' }))
  const headers = { 'x-xsrf-token': browser.cookies.get('XSRF-TOKEN') ?? '' }
  if (await open('/api/auth/upload', { method: 'POST', body, headers })) tally.uploads += 1
}

/** Forged webhooks, unknown links, broken bodies: refused each time. */
const stranger: Visitor = async ({ open }) => {
  await open(`/complete-reservation/${randomUUID()}`)
  await open('/admin')
  const forged = { method: 'POST', body: '{}', headers: { 'stripe-signature': 't=1,v1=00' } }
  await open('/api/stripe/webhook', forged)
  await open('/api/createReservation', { method: 'POST', body: '{"a":' })
}

// Visitors who come again and again until the time is over.

/** The visitors of each kind at once, and the time for which each rests in between. */
const KINDS: { visitor: Visitor; many: number; restMs: number }[] = [
  { visitor: reader, many: 4, restMs: 200 },
  { visitor: guest, many: 2, restMs: 1500 },
  { visitor: admin, many: 2, restMs: 700 },
  { visitor: uploader, many: 1, restMs: 20_000 },
  { visitor: stranger, many: 1, restMs: 3000 },
]

/** Resolves when the last of them has gone; what broke is in the tally. */
export async function gatherCrowd(place: Target, tally: Tally, until: number): Promise<void> {
  const stay = async ({ visitor, restMs }: (typeof KINDS)[number]) => {
    while (Date.now() < until) {
      await visitor(visit(place, tally)).catch((error: unknown) => {
        tally.wrong.add(`${visitor.name}: ${wordsOf(error)}`)
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
