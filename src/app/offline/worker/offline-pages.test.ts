import { readFileSync } from 'node:fs'
import { runInNewContext } from 'node:vm'
import { beforeEach, describe, expect, test } from 'vitest'

const SITE = 'https://ranch.example'
const SOURCE = readFileSync(new URL('./offline-pages.js', import.meta.url), 'utf8')
const KEPT = {
  pages: ['/directions', '/contact', '/offline'],
  files: ['/directions/road.gpx'],
  list: '/offline',
  token: '/api/token',
}

type Answer = string | number | 'no reply' | 'no network'

/** The fake server's reply for each address. `asked` has the requests that the server got. */
let server: Record<string, Answer>
let asked: { address: string; credentials: string | undefined; body?: string | undefined }[]
let stored: Map<string, Map<string, string>>
let listeners: Record<string, (event: object) => void>

const build = (version: string) => ({
  '/directions': `<link href="/assets/style-${version}.css"><script src="/assets/entry-${version}.js"></script>`,
  '/contact': '<img srcset="/pictures/night-480.avif?v=1a 480w, /pictures/night-960.avif?v=1a 960w">',
  '/offline': 'what is kept',
  '/directions/road.gpx': '<gpx/>',
  [`/assets/style-${version}.css`]: 'body{}',
  [`/assets/entry-${version}.js`]:
    'import"./react-1.js";const d=["assets/late-1.js"];import("/assets/manifest-1.js")',
  '/assets/react-1.js': 'let react',
  '/assets/late-1.js': 'let late',
  '/assets/manifest-1.js': '["/assets/admin-1.js"]',
  '/pictures/night-960.avif?v=1a': 'a picture',
})

interface Asking {
  url: string
  method?: string
  mode?: string
}

async function answer(
  asking: string | Asking,
  init?: { credentials?: string; body?: string },
): Promise<Response> {
  const url = new URL(typeof asking === 'string' ? asking : asking.url, SITE)
  const address = url.pathname + url.search
  asked.push({ address, credentials: init?.credentials, body: init?.body })
  const said = server[address] ?? server[url.pathname] ?? 404
  if (said === 'no network') throw new TypeError('Failed to fetch')
  if (said === 'no reply') return new Promise(() => {})
  return typeof said === 'number' ? new Response('', { status: said }) : new Response(said)
}

function open(name: string) {
  const entries = stored.get(name) ?? new Map<string, string>()
  stored.set(name, entries)
  return {
    match: async (address: string) => responseOf(entries.get(address)),
    put: async (address: string, reply: Response) => void entries.set(address, await reply.text()),
    keys: async () => [...entries.keys()],
    delete: async (address: string) => entries.delete(address),
  }
}

const responseOf = (text: string | undefined) => (text === undefined ? undefined : new Response(text))

const caches = {
  open: async (name: string) => open(name),
  keys: async () => [...stored.keys()],
  has: async (name: string) => stored.has(name),
  delete: async (name: string) => stored.delete(name),
  match: async (address: string) => {
    for (const entries of stored.values()) if (entries.has(address)) return responseOf(entries.get(address))
  },
}

const atOnce = (done: () => void) => void setTimeout(done, 0)

/** Starts the service worker as a browser does, but all of its timeouts expire immediately. */
function start() {
  listeners = {}
  const self = {
    addEventListener: (type: string, listen: (event: object) => void) => (listeners[type] = listen),
    skipWaiting: async () => {},
    clients: { claim: async () => {} },
    location: new URL('/kept-pages.js', SITE),
    navigator: { locks: { request: (_: string, work: () => Promise<void>) => work() } },
    cookieStore: { get: async () => ({ value: 'token' }) },
  }
  const web = { URL, Response, TextEncoder, Uint8Array, crypto, caches, fetch: answer }
  runInNewContext(`self.KEPT = ${JSON.stringify(KEPT)}\n${SOURCE}`, {
    self,
    setTimeout: atOnce,
    ...web,
  })
}

async function happens(type: string, event: object = {}) {
  let whole: Promise<unknown> = Promise.resolve()
  listeners[type]?.({ ...event, waitUntil: (work: Promise<unknown>) => (whole = work) })
  await whole
}

const install = () => happens('install')

/**
 * Sends a request through the service worker. Returns the response, or null if the worker leaves the request
 * to the browser.
 */
async function request(asking: Asking): Promise<{ status: number; text: string } | null> {
  let reply: Promise<Response> | null = null
  const works: Promise<unknown>[] = []
  listeners['fetch']?.({
    request: { method: 'GET', mode: 'no-cors', ...asking, url: new URL(asking.url, SITE).href },
    respondWith: (given: Promise<Response>) => (reply = given),
    waitUntil: (work: Promise<unknown>) => works.push(work),
  })
  if (!reply) return null
  const given: Response = await reply
  // If the fake server never replies, the worker's background work would never end.
  if (!Object.values(server).includes('no reply')) await Promise.all(works)
  return { status: given.status, text: given.headers.get('location') ?? (await given.text()) }
}

const visit = (url: string) => request({ url, mode: 'navigate' })
const addresses = () => [...stored.values()].flatMap((entries) => Array.from(entries.keys()))

beforeEach(() => {
  server = build('1')
  asked = []
  stored = new Map([['somebody else’s', new Map()]])
  start()
})

describe('when it saves pages for offline use, the service worker', () => {
  test('saves the pages for offline use with all files that they reference, but not the whole site', async () => {
    await install()
    expect(addresses().toSorted()).toEqual(Object.keys(build('1')).toSorted())
  })

  test("saves pages without cookies and without a guest's token in the address", async () => {
    await install()
    expect(asked.filter(({ credentials }) => credentials !== 'omit')).toEqual([])
    await visit('/directions?attendee=token')
    expect(addresses().filter((address) => address.includes('attendee'))).toEqual([])
    expect(asked.filter(({ address }) => address.includes('attendee'))).toHaveLength(1)
  })

  test('deletes all files of an older build of the site when it saves a new build', async () => {
    await install()
    server = build('2')
    await visit('/directions')
    expect(addresses().toSorted()).toEqual(Object.keys(build('2')).toSorted())
    expect([...stored.keys()]).toContain('somebody else’s')
  })

  test.each<Answer>([500, 404, 'no network'])(
    'keeps the old build if one file of the new build fails with %s',
    async (said) => {
      await install()
      server = { ...build('2'), '/assets/late-1.js': said }
      await request({ url: '/directions', mode: 'navigate' }).catch(() => {})
      server = Object.fromEntries(Object.keys(build('1')).map((address) => [address, 'no network']))
      expect((await visit('/directions'))?.text).toBe(build('1')['/directions'])
    },
  )

  test('requests one page to look for a new build, and requests nothing else if that build is already saved', async () => {
    await install()
    asked = []
    await visit('/contact')
    expect(asked.map(({ address }) => address).toSorted()).toEqual(['/contact', '/directions'])
  })
})

describe('when it answers requests from the network or from the saved pages, the service worker', () => {
  beforeEach(install)

  test("serves the server's response while the network works, even if the page is saved", async () => {
    server['/directions'] = 'fresh'
    expect(await visit('/directions?attendee=token')).toEqual({ status: 200, text: 'fresh' })
  })

  test.each<Answer>(['no network', 'no reply', 503])(
    'serves the saved page if the network fails (%s)',
    async (said) => {
      server['/directions'] = said
      server['/directions/road.gpx'] = said
      expect((await visit('/directions?attendee=token'))?.text).toBe(build('1')['/directions'])
      expect((await request({ url: '/directions/road.gpx' }))?.text).toBe('<gpx/>')
    },
  )

  test("returns the server's 404, even if the page is saved", async () => {
    server['/directions'] = 404
    expect((await visit('/directions').catch(() => null))?.status).toBe(404)
  })

  test('serves another size of a picture if the network fails and the requested size is not saved', async () => {
    server['/pictures/night-2400.webp?v=1a'] = 'no network'
    expect((await request({ url: '/pictures/night-2400.webp?v=1a' }))?.text).toBe('a picture')
  })

  test.each<Asking>([
    { url: '/api/reservation/export?uuid=x', mode: 'navigate' },
    { url: '/complete-reservation/x.data' },
    { url: '/directions.data' },
    { url: '/api/viewedDirections', method: 'PUT' },
    { url: '/api/auth/event/list' },
    { url: '/directions', method: 'POST', mode: 'navigate' },
    { url: 'https://elsewhere.example/assets/a.js' },
  ])('leaves the request $method $url to the browser', async (asking) => {
    expect(await request(asking)).toBeNull()
  })
})

const stay = (until: string) => JSON.stringify({ until })

describe('for pages outside the saved offline pages (R32.4), the service worker', () => {
  beforeEach(install)

  test('serves a page that is not for offline use from the network, and saves nothing of it', async () => {
    server['/the-land'] = 'the land'
    const before = addresses()
    expect(await visit('/the-land')).toEqual({ status: 200, text: 'the land' })
    expect(addresses()).toEqual(before)
  })

  test('redirects to the offline page if the network fails, with the path of the failed page in the hash', async () => {
    server['/complete-reservation/x'] = 'no network'
    expect(await visit('/complete-reservation/x?y=1')).toEqual({
      status: 302,
      text: `${SITE}/offline#/complete-reservation/x?y=1`,
    })
    server['/offline'] = 'no network'
    expect((await visit('/offline'))?.text).toBe('what is kept')
  })

  test.each([404, 410])(
    'deletes the saved details of a stay if the server returns %i for the private page',
    async (gone) => {
      stored.set('kept-stays', new Map([['/complete-reservation/x', stay('9999-01-01')]]))
      server['/complete-reservation/x'] = 200
      await visit('/complete-reservation/x')
      expect(stored.get('kept-stays')?.size).toBe(1)
      server['/complete-reservation/x'] = gone
      await visit('/complete-reservation/x')
      expect(stored.get('kept-stays')?.size).toBe(0)
    },
  )

  test('deletes the saved details of stays at past events when any page opens, but not at upcoming events', async () => {
    stored.set(
      'kept-stays',
      new Map([
        ['/a', stay('2020-01-01')],
        ['/b', stay('9999-01-01')],
      ]),
    )
    server['/the-land'] = 'no network'
    await visit('/the-land')
    expect([...(stored.get('kept-stays')?.keys() ?? [])]).toEqual(['/b'])
  })
})

const press = (name: string, at: string, until = '9999-01-01') =>
  JSON.stringify({ endpoint: { method: 'PUT', path: 'arrivalPress' }, body: { press: name, at }, until })
const sent = () =>
  asked.flatMap(({ address, body }) => (address === '/api/arrivalPress' ? [JSON.parse(body ?? '')] : []))
const left = () => [...(stored.get('kept-presses')?.keys() ?? [])]

describe('for arrival buttons pressed without a signal (R36.2), the service worker', () => {
  beforeEach(() => {
    stored.set(
      'kept-presses',
      new Map([
        ['/here', press('here', '2027-07-01T21:00:00.000Z')],
        ['/pavement', press('pavement', '2027-07-01T20:00:00.000Z')],
        ['/over', press('here', '2020-07-01T20:00:00.000Z', '2020-07-02')],
      ]),
    )
    server['/api/token'] = 'a token'
  })

  test('sends stored presses when the signal returns, the oldest first, and deletes presses for past events', async () => {
    server['/api/arrivalPress'] = 'noted'
    await happens('sync', { tag: 'kept-presses' })
    expect(sent().map((body) => body.press)).toEqual(['pavement', 'here'])
    expect(left()).toEqual([])
  })

  test.each<Answer>([503, 429, 'no network'])(
    'keeps saved presses for the next attempt if the server fails with %s',
    async (said) => {
      server['/api/arrivalPress'] = said
      await expect(happens('sync', { tag: 'kept-presses' })).rejects.toThrow()
      expect(sent().map((body) => body.press)).toEqual(['pavement'])
      expect(left()).toEqual(['/here', '/pavement'])
    },
  )

  test('deletes a stored press after the server has refused it', async () => {
    server['/api/arrivalPress'] = 409
    await happens('sync', { tag: 'kept-presses' })
    expect(left()).toEqual([])
  })
})
