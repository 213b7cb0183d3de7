/**
 * `npm run bench`: measures the built site over HTTP, and a bare `node:http` server in the same run. Only the
 * ratios between the two are valid on another machine.
 *
 *     npm run bench -- --against ../before   also measures another built checkout, in alternating rounds
 *     npm run bench -- --only sign-ups       measures only one part: pages, sign-ups, payments, memory or reads
 *     npm run bench -- --rounds 9            measures nine times
 *
 * Fails if a sign-up is lost or wrongly refused.
 */
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { mkdtempDisposable } from 'node:fs/promises'
import { createServer, get, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { availableParallelism, loadavg, tmpdir, totalmem } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { buffer } from 'node:stream/consumers'
import { parseArgs } from 'node:util'
import autocannon from 'autocannon'
import { OAuth2Server } from 'oauth2-mock-server'
import { DETAILS } from '#test/support/booking/guest.ts'
import { startProcess } from '#test/support/process.ts'
import { type RunningSite, startSite } from '../site-process.ts'

const { values: asked } = parseArgs({
  options: {
    against: { type: 'string' },
    only: { type: 'string', multiple: true, default: ['pages', 'sign-ups', 'payments', 'memory', 'reads'] },
    rounds: { type: 'string', default: '5' },
  },
})
const ROUNDS = Number(asked.rounds)
const CHECKOUTS = [
  { name: 'this', folder: process.cwd() },
  ...(asked.against === undefined ? [] : [{ name: 'against', folder: resolve(asked.against) }]),
]

const BROTLI = { 'accept-encoding': 'br' }
/**
 * Request headers with which the server renders a page. The session cookie keeps it from using the cache,
 * because the visitor may be signed in.
 */
const RENDERED = { ...BROTLI, cookie: 'session=none' }
const PAGES = [
  { what: 'known page', path: '/event/leather-and-light', headers: BROTLI },
  { what: 'known page, 304', path: '/event/leather-and-light', headers: BROTLI, confirmed: true },
  { what: 'page rendered again', path: '/event/leather-and-light', headers: RENDERED },
  { what: 'anonymous list', path: '/api/auth/event/list', headers: BROTLI },
]
const PAGE_SECONDS = 2
const READERS = 8

const CROWDS = [
  { connections: 32, guests: 160 },
  { connections: 400, guests: 400 },
]
/**
 * Guests who pay by card in a round, one after another. Each payment arrives by a webhook of the sandbox. The rounds
 * are short, because a shared machine may change its speed within a long one.
 */
const PAYERS = 10
const PAYMENTS = { count: 4 * ROUNDS, together: true }
const IDLE_MS = 20_000
/** How many times as fast the clock runs, so that a day of requests to Stripe passes in five minutes. */
const FAST_CLOCK = 288
const DAY_MS = 86_400_000
/** What a spot costs, and the part of it that is due at sign-up, in cents. */
const [PRICE, DEPOSIT] = [90_000, 45_000]

interface Round {
  rate: number
  cpu: number
  p99: number
}

interface WireReply {
  status: number
  headers: IncomingHttpHeaders
  body: Buffer
}

interface Subject {
  name: string
  round: () => Promise<Round>
}

const problems: string[] = []
const issuer = new OAuth2Server()
await issuer.issuer.keys.generate('RS256')
await issuer.start(0, '127.0.0.1')
const ADMIN = {
  OIDC_ISSUER: issuer.issuer.url ?? '',
  OIDC_CLIENT_ID: 'bench',
  OIDC_CLIENT_SECRET: 'bench',
  OIDC_AUDIENCE: 'bench',
  ADMIN_SUBJECTS: 'bench',
}

async function measureSites(): Promise<void> {
  await using ends = new AsyncDisposableStack()
  const sites: { name: string; site: RunningSite }[] = []
  for (const { name, folder } of CHECKOUTS) {
    const data = ends.use(await mkdtempDisposable(join(tmpdir(), 'bench-')))
    // Turns nightly backups off, because a backup could run in the middle of a measurement.
    const env = { DATA_DIR: join(data.path, 'data'), SAMPLE_DATA: 'on', BACKUPS: 'off', ...ADMIN }
    // Starts and stops the site once before measuring. The first start creates the database and the sample
    // data, so it takes more memory than later starts.
    await (await startSite(env, folder)).stop()
    const site = ends.use(await startSite(env, folder))
    sites.push({ name, site })
    if (!asked.only.includes('memory')) continue
    await (await fetch(site.address)).arrayBuffer()
    await sleep(IDLE_MS)
    console.log(`idle memory, ${name}: ${residentMegabytes(site).toFixed(0)} MB`)
  }
  if (asked.only.includes('pages'))
    for (const page of PAGES) {
      const url = `${sites[0]?.site.address}${page.path}`
      // Requests the page once before measuring, because the cache answers all later requests.
      const { etag } = (await readWire(url, page.headers)).headers
      const headers = { ...page.headers, ...(page.confirmed && etag ? { 'if-none-match': etag } : {}) }
      const reply = await readWire(url, headers)
      const load = { ...page, headers, connections: READERS, duration: PAGE_SECONDS }
      await compare(page.what, reply, (site) => loadRound(site, load), sites)
    }
  if (asked.only.includes('sign-ups'))
    for (const crowd of CROWDS) {
      const headers = { 'content-type': 'application/json' }
      const reply = { status: 201, headers, body: Buffer.alloc(120, 'x') }
      await compare(`sign-ups, ${crowd.connections} at once`, reply, (site) => signUps(site, crowd), sites)
    }
  if (asked.only.includes('payments')) {
    const reply = {
      status: 200,
      headers: { 'content-type': 'application/json' },
      body: Buffer.alloc(120, 'x'),
    }
    const what = 'sign-ups paid by card, with their webhooks'
    await compare(what, reply, (site) => payments(site), sites, PAYMENTS)
  }
}

/**
 * Measures every checkout and the bare server in alternating rounds, or `together` at the same time, if the load is so
 * small that they do not disturb each other. Prints the medians, and the ratios of measurements from the same round:
 * their median, and the range of the middle half of them.
 */
async function compare(
  what: string,
  { status, headers, body }: WireReply,
  work: (site: Loaded) => Promise<Round>,
  sites: { name: string; site: RunningSite }[],
  { count = ROUNDS, together = false } = {},
): Promise<void> {
  const reply = JSON.stringify({ status, headers, body: body.toString('base64') })
  await using program = startProcess({}, ['scripts/bench/bare-server.ts', reply])
  const bare = { ...program, address: await program.address, bare: true }
  const subjects: Subject[] = [
    ...sites.map(({ name, site }) => ({ name, round: () => work(site) })),
    { name: 'bare node:http', round: () => work(bare) },
  ]
  const rounds: Round[][] = subjects.map(() => [])
  for (const { round } of subjects) await round()
  for (let nth = 0; nth < count; nth += 1) {
    if (together) {
      await untilQuiet([...sites.map(({ site }) => site), bare])
      const measured = await Promise.all(subjects.map(({ round }) => round()))
      for (const [at, round] of measured.entries()) rounds[at]?.push(round)
      continue
    }
    // Reverses the order of the sites in every second round. Otherwise one site would always be measured
    // right after the same other site, which could slow it down.
    const order = [...subjects.keys()]
    for (const at of nth % 2 ? order.toReversed() : order) {
      await untilQuiet([...sites.map(({ site }) => site), bare])
      rounds[at]?.push((await subjects[at]?.round()) as Round)
    }
  }
  console.log(`\n${what}`)
  for (const [at, { name }] of subjects.entries()) {
    const own = rounds[at] ?? []
    const ratios = subjects.flatMap((other, index) => {
      const others = rounds[index] ?? []
      if (index <= at || other.name === name) return []
      const paired = (key: 'rate' | 'cpu') =>
        own.map((round, nth) => round[key] / (others[nth]?.[key] ?? NaN))
      return [
        `/ ${other.name}: ${spread(paired('rate'))}, CPU ${spread(paired('cpu').map((ratio) => 1 / ratio))}`,
      ]
    })
    const [rate, cpu, p99] = [
      median(own.map((one) => one.rate)),
      median(own.map((one) => one.cpu)),
      median(own.map((one) => one.p99)),
    ]
    console.log(
      `  ${name.padEnd(15)} ${rate.toFixed(0).padStart(6)}/s  p99 ${p99.toFixed(0).padStart(5)} ms  CPU ${cpu.toFixed(3)} ms  ${ratios.join('  ')}`,
    )
  }
}

type Loaded = Pick<RunningSite, 'address' | 'child'> & { bare?: boolean }

/**
 * Sends many requests to one address for some seconds. The bench fails if a reply has another status than 2xx
 * or 304.
 */
async function loadRound(
  site: Loaded,
  options: Omit<autocannon.Options, 'url'> & { path: string },
): Promise<Round> {
  const { path, ...load } = options
  const [cpu, begun] = [processorMs(site), performance.now()]
  // Uses the time of the last reply, because the load generator autocannon reports the end only at whole
  // seconds.
  let last = begun
  const result = await new Promise<autocannon.Result>((done, failed) => {
    const instance = autocannon({ url: site.address + path, ...load }, (error, ended) =>
      error ? failed(error) : done(ended),
    )
    instance.on('response', () => (last = performance.now()))
  })
  const seconds = (last - begun) / 1000
  const good = result['2xx'] + result['3xx']
  if (result.errors > 0 || result['4xx'] + result['5xx'] > 0)
    throw new Error(`${path}: ${result.errors} errors, ${result['4xx']} of 4xx, ${result['5xx']} of 5xx`)
  return { rate: good / seconds, cpu: (processorMs(site) - cpu) / good, p99: result.latency.p99 }
}

/**
 * Signs guests up for a new free event that has exactly one spot for each guest. Checks that each guest gets
 * a spot, and that one more guest gets none.
 */
async function signUps(
  site: Loaded,
  { connections, guests }: { connections: number; guests: number },
): Promise<Round> {
  const event = site.bare ? { id: 0, urlName: '' } : await createEvent(site, guests)
  const { cookie, token } = site.bare ? { cookie: '', token: '' } : await openBrowser(site)
  const headers = {
    'content-type': 'application/json',
    cookie,
    'x-xsrf-token': token,
    'sec-fetch-site': 'same-origin',
  }
  const path = '/api/createReservation'
  const body = () => {
    const attempt = randomUUID()
    const email = `guest-${attempt}@example.test`
    const order = { ...DETAILS, amount: 0, paymentIntent: null, email, eventId: event.id, attempt }
    return JSON.stringify({ createReservationData: order })
  }
  const request = {
    method: 'POST' as const,
    path,
    headers,
    setupRequest: (one: autocannon.Request) => ({ ...one, body: body() }),
  }
  const round = await loadRound(site, { path, connections, amount: guests, timeout: 60, requests: [request] })
  if (site.bare) return round
  const more = await fetch(site.address + path, { method: 'POST', headers, body: body() })
  const text = await more.text()
  if (more.status !== 409 || !text.includes('event_full'))
    problems.push(`One guest more than spots got ${more.status}: ${text}`)
  const reply = await asAdmin<{ reservationCount: number }>(
    site,
    `/api/auth/event/get?eventUrlName=${event.urlName}&guests=1`,
  )
  if (reply.reservationCount !== guests)
    problems.push(`${guests} sign-ups were acknowledged, and ${reply.reservationCount} are there`)
  return round
}

/**
 * Lets guests sign up and pay by card, one after another. The processor time includes the webhooks and e-mails that
 * follow. On the bare server, sends as many requests.
 */
async function payments(site: Loaded): Promise<Round> {
  const event = site.bare ? null : await createEvent(site, PAYERS, PRICE)
  const browser = site.bare ? null : await openBrowser(site)
  const [cpu, begun] = [processorMs(site), performance.now()]
  const times: number[] = []
  for (let guest = 0; guest < PAYERS; guest += 1) {
    const from = performance.now()
    if (event && browser) await signUpWithCard(site, browser, event.id)
    else for (let request = 0; request < 3; request += 1) await (await fetch(site.address)).arrayBuffer()
    times.push(performance.now() - from)
  }
  const seconds = (performance.now() - begun) / 1000
  // Waits without a request, because requests would count as work of the guests.
  await untilQuiet([site])
  const spent = processorMs(site) - cpu
  if (event) await confirmed(site, event.urlName)
  return { rate: PAYERS / seconds, cpu: spent / PAYERS, p99: Math.max(...times) }
}

/** Waits until all guests of the event have paid. Fails after a minute. */
async function confirmed(site: Loaded, urlName: string): Promise<void> {
  type Listed = { reservations?: { status: string }[] }
  const path = `/api/auth/event/get?eventUrlName=${urlName}&guests=${PAYERS}`
  for (const begun = performance.now(); performance.now() - begun < 60_000; await sleep(100)) {
    const { reservations = [] } = await asAdmin<Listed>(site, path)
    if (reservations.filter(({ status }) => status === 'confirmed').length === PAYERS) return
  }
  problems.push('Not all payments by card were recorded within a minute')
}

async function createEvent(site: Loaded, spots: number, cost = 0): Promise<{ id: number; urlName: string }> {
  const urlName = `bench-${randomUUID().slice(0, 8)}`
  const days = { startDate: 'Noon', startDateDate: '2099-07-01', endDate: 'Noon', endDateDate: '2099-07-02' }
  const body = { name: 'Bench', urlName, hostCell: '505-555-0177', cost, spots, ...days }
  type Created = { event: { id: number; urlName: string } }
  const { event } = await asAdmin<Created>(site, '/api/auth/event/create', body)
  return event
}

/**
 * Calls the API as an admin. `Reply` has only the fields that the bench reads, because another checkout's
 * reply may have other fields.
 */
async function asAdmin<Reply>({ address }: Loaded, path: string, body?: object): Promise<Reply> {
  const token = await issuer.issuer.buildToken({
    scopesOrTransform: (_, payload) => void Object.assign(payload, { sub: 'bench', aud: 'bench' }),
  })
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const reply = await fetch(address + path, {
    headers,
    ...(body ? { method: 'POST', body: JSON.stringify(body) } : {}),
  })
  if (!reply.ok) throw new Error(`${path} returned ${reply.status}: ${await reply.text()}`)
  return (await reply.json()) as Reply
}

async function openBrowser({ address }: Loaded): Promise<{ cookie: string; token: string }> {
  const reply = await fetch(`${address}/api/auth/is-admin`)
  await reply.arrayBuffer()
  const cookie = reply.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
  return { cookie, token: decodeURIComponent(/XSRF-TOKEN=([^;]*)/.exec(cookie)?.[1] ?? '') }
}

/** Reads a reply without decompressing it, because the bench measures the bytes that the server sends. */
async function readWire(url: string, headers: Record<string, string>): Promise<WireReply> {
  const { promise, resolve, reject } = Promise.withResolvers<WireReply>()
  get(url, { headers }, (response) => {
    const { date: _, connection: __, 'keep-alive': ___, ...own } = response.headers
    buffer(response).then((body) => resolve({ status: response.statusCode ?? 0, headers: own, body }), reject)
  }).on('error', reject)
  return promise
}

/**
 * Counts an idle site's requests to Stripe in a day. The site's clock runs fast. A local server that returns
 * empty lists replaces Stripe.
 */
async function providerReads({ name, folder }: (typeof CHECKOUTS)[number]): Promise<void> {
  const reads = new Map<string, number>()
  const stripe = createServer((request, response) => {
    const read = `${request.method} ${request.url?.split('?')[0]}`
    reads.set(read, (reads.get(read) ?? 0) + 1)
    const list = { object: 'list', url: request.url, data: [], has_more: false }
    response.setHeader('content-type', 'application/json').end(JSON.stringify(list))
  })
  await new Promise<void>((started) => stripe.listen(0, '127.0.0.1', started))
  await using data = await mkdtempDisposable(join(tmpdir(), 'bench-'))
  const env = {
    DATA_DIR: join(data.path, 'data'),
    SAMPLE_DATA: 'off',
    BACKUPS: 'off',
    STRIPE_SECRET_KEY: 'sk_test_bench',
    STRIPE_PUBLISHABLE_KEY: 'pk_test_bench',
    STRIPE_WEBHOOK_SECRET: 'whsec_bench',
    STRIPE_API_BASE: `http://127.0.0.1:${(stripe.address() as AddressInfo).port}`,
  }
  await (await startSite(env, folder)).stop()
  reads.clear()
  const clock = new URL('fast-clock.mjs', import.meta.url).href
  const fast = { NODE_OPTIONS: `--import=${clock}`, FAST_CLOCK: String(FAST_CLOCK) }
  const site = await startSite({ ...env, ...fast }, folder)
  await sleep(DAY_MS / FAST_CLOCK)
  await site.stop()
  const all = [...reads.values()].reduce((sum, count) => sum + count, 0)
  console.log(
    `provider reads on an idle day, ${name}: ${all} (${[...reads].map(([read, count]) => `${read} ${count}`).join(', ')})`,
  )
  stripe.close()
  stripe.closeAllConnections()
}

/** Counts a site's requests to the sandbox of Stripe for a sign-up with a card, and for the first minute after it. */
async function readsOfSignUp({ name, folder }: (typeof CHECKOUTS)[number]): Promise<void> {
  await using data = await mkdtempDisposable(join(tmpdir(), 'bench-'))
  const env = { DATA_DIR: join(data.path, 'data'), SAMPLE_DATA: 'off', BACKUPS: 'off', ...ADMIN }
  await using site = await startSite(env, folder)
  const { address } = site
  const { id: eventId } = await createEvent(site, 1, PRICE)
  const browser = await openBrowser(site)
  const reads = async () =>
    ((await (await fetch(`${address}/dev/stripe/ledger.json`)).json()) as { reads?: number }).reads ?? NaN
  const before = await reads()
  await signUpWithCard(site, browser, eventId)
  await sleep(70_000)
  console.log(`provider reads of a sign-up with a card, ${name}: ${(await reads()) - before}`)
}

/** Signs a guest up for an event and pays the deposit at the sandbox of Stripe. */
async function signUpWithCard(
  { address }: Loaded,
  { cookie, token }: { cookie: string; token: string },
  eventId: number,
): Promise<void> {
  const send = async (path: string, body: BodyInit, type?: string) => {
    const contentType: Record<string, string> = type ? { 'content-type': type } : {}
    const init = { method: 'POST', headers: { cookie, 'x-xsrf-token': token, ...contentType }, body }
    const reply = await fetch(address + path, init)
    if (!reply.ok) throw new Error(`${path} returned ${reply.status}: ${await reply.text()}`)
    return (await reply.json()) as Record<string, string>
  }
  const json = (path: string, body: object) => send(path, JSON.stringify(body), 'application/json')
  const { paymentIntent, clientSecret } = await json('/api/createPaymentIntent', { amount: DEPOSIT, eventId })
  const email = `guest-${randomUUID()}@example.test`
  const order = { ...DETAILS, amount: DEPOSIT, paymentIntent, email, eventId, attempt: randomUUID() }
  await json('/api/createReservation', { createReservationData: order })
  const paying = new URLSearchParams({ client_secret: clientSecret ?? '', payment_method: 'pm_card_visa' })
  await send(`/dev/stripe/v1/payment_intents/${paymentIntent}/confirm`, paying)
}

// Linux shows the time and memory of a process in /proc. On other systems the bench prints NaN.

const readProc = ({ child }: Pick<RunningSite, 'child'>, file: string) => {
  try {
    return readFileSync(`/proc/${child.pid}/${file}`, 'utf8')
  } catch {
    return ''
  }
}
const residentMegabytes = (site: RunningSite) =>
  Number(/VmRSS:\s+(\d+)/.exec(readProc(site, 'status'))?.[1]) / 1024
/**
 * Returns the processor time of the process in milliseconds. Linux counts it in units of 10 ms, in user and in
 * system mode.
 */
function processorMs(site: Pick<RunningSite, 'child'>): number {
  const fields = readProc(site, 'stat').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) * 10
}

/**
 * Waits until the sites have finished the jobs of the last measurement. Otherwise the e-mails of one site
 * would slow down the next measurement.
 */
async function untilQuiet(sites: Pick<RunningSite, 'child'>[]): Promise<void> {
  const busy = () => sites.reduce((sum, site) => sum + processorMs(site), 0)
  for (let before = busy(), tries = 0; tries < 60; tries += 1) {
    await sleep(500)
    const now = busy()
    if (!(now - before > 30)) return
    before = now
  }
}

/** Returns the value that this part of the values, from 0 to 1, does not exceed. */
function quantile(values: number[], part: number): number {
  return values.toSorted((one, other) => one - other)[Math.floor((values.length - 1) * part)] ?? NaN
}

const median = (values: number[]) => quantile(values, 0.5)

const digits = (ratio: number) => ratio.toFixed(ratio < 0.1 ? 3 : 2)
const spread = (ratios: number[]) =>
  `${digits(median(ratios))} (${digits(quantile(ratios, 0.25))}–${digits(quantile(ratios, 0.75))})`

console.log(
  `${availableParallelism()} cores, ${Math.round(totalmem() / 2 ** 30)} GB, Node ${process.version}, load ${loadavg()[0]?.toFixed(1)}, ${ROUNDS} rounds`,
)
if (asked.only.includes('reads'))
  for (const checkout of CHECKOUTS) {
    await readsOfSignUp(checkout)
    await providerReads(checkout)
  }
if (asked.only.some((name) => name !== 'reads')) await measureSites()
await issuer.stop()
for (const problem of problems) console.error(problem)
process.exit(problems.length > 0 ? 1 : 0)
