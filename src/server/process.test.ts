/** The real process: what it says when it cannot start, and how it ends. */
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, request as httpRequest, type ClientRequest, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freePort, HELD_UP_MS, startProcess, type SiteProcess } from '#testing/process.ts'

let folder: string
const started: SiteProcess[] = []
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'site-'))
})
afterAll(async () => {
  for (const { child } of started) child.kill('SIGKILL')
  await Promise.all(started.map(({ ended }) => ended))
  await rm(folder, { recursive: true, force: true })
})

async function start(env: Record<string, string> = {}): Promise<SiteProcess> {
  const site = startProcess({ DATA_DIR: join(folder, 'data'), PORT: await freePort(), ...env })
  started.push(site)
  return site
}

async function problemsOf(env: Record<string, string>): Promise<string[]> {
  const site = await start(env)
  expect(await site.ended).toBe(1)
  expect(site.output().stdout).toBe('')
  return site.output().stderr.trim().split('\n')
}

describe('a start that cannot be', () => {
  test('names each wrong setting in a line of its own', async () => {
    const problems = await problemsOf({ PORT: 'many', HOLD_MINUTES: '-1' })
    expect(problems).toHaveLength(2)
    expect(problems[0]).toContain('PORT')
    expect(problems[1]).toContain('HOLD_MINUTES')
  })

  test('says that the port is in use', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await new Promise((resolve) => other.once('listening', resolve))
    const port = String((other.address() as AddressInfo).port)
    const problems = await problemsOf({ PORT: port })
    other.close()
    expect(problems).toEqual([expect.stringMatching(new RegExp(`^PORT: .*${port} is already in use`))])
  })

  test('says that the host is not of this machine', async () => {
    expect(await problemsOf({ HOST: '192.0.2.77' })).toEqual([expect.stringMatching(/^HOST: 192\.0\.2\.77/)])
  })

  test.each([
    ['the data folder is a file', () => ({ DATA_DIR: join(folder, 'file') })],
    [
      'the database does not answer',
      () => ({ DATABASE_URL: 'postgres://nobody:secret@127.0.0.1:1/nothing' }),
    ],
  ])('%s: one line, no stack, no password', async (_what, env) => {
    await writeFile(join(folder, 'file'), '')
    const problems = await problemsOf(env())
    expect(problems).toHaveLength(1)
    expect(problems[0]).not.toMatch(/secret|\bat .*\.ts/)
  })
})

/** Whether the family's gate opens to a name, whose dog is asked for, and what is on. */
async function lookAround(address: string, dogName: string) {
  const get = async (path: string) => (await fetch(`${address}/api/${path}`)).json()
  const { name } = (await get('familyGate')) as { name: string | null }
  const { events } = (await get('auth/event/list')) as { events: { urlName: string }[] }
  const opens = await get(`checkPassword?dogName=${dogName}`)
  return { opens, name, events: events.map(({ urlName }) => urlName) }
}

describe('production with everything embedded', () => {
  const PRODUCTION = { NODE_ENV: 'production', ALLOW_EMBEDDED: '1', ALLOW_SANDBOX: '1' }

  test('has no sample events, opens to no sample answer, and says so in one line', async () => {
    const site = await start({ ...PRODUCTION, DATA_DIR: join(folder, 'production') })
    expect(await lookAround(await site.address, 'Blue')).toEqual({ opens: false, name: null, events: [] })
    const said = () =>
      site
        .output()
        .stdout.split('\n')
        .filter((line) => /^[^{]*sample/.test(line))
    await expect.poll(said).toHaveLength(1)
    expect(said()[0]).toMatch(/^Production: no sample data.*FAMILY_ANSWER/)
  })

  test('refuses to be filled with samples', async () => {
    const problems = await problemsOf({ ...PRODUCTION, SAMPLE_DATA: 'on' })
    expect(problems).toEqual([expect.stringMatching(/^SAMPLE_DATA: "on" is refused in production/)])
  })

  test('on a folder that a trial has filled says so in one line, and its answer opens nothing', async () => {
    const DATA_DIR = join(folder, 'tried')
    const trial = await start({ DATA_DIR })
    const tried = await lookAround(await trial.address, 'Blue')
    expect(tried).toMatchObject({ opens: true, name: 'Sam' })
    expect(tried.events).toContain('leather-and-light')
    trial.child.kill('SIGTERM')
    await trial.ended
    const site = await start({ ...PRODUCTION, DATA_DIR })
    expect(await lookAround(await site.address, 'Blue')).toMatchObject({ opens: false, name: null })
    await expect.poll(() => site.output().stdout).toMatch(/^This database holds sample data.*DATA_DIR/m)
  })
})

async function xsrfCookie(address: string): Promise<string> {
  const [line = ''] = (await fetch(`${address}/healthz`)).headers.getSetCookie()
  return /XSRF-TOKEN=([^;]+)/.exec(line)?.[1] ?? ''
}

interface Half {
  request: ClientRequest
  reply: Promise<IncomingMessage>
}

/** A call whose body has not arrived yet: in flight for as long as the test wants. */
async function beginCall(address: string): Promise<Half> {
  const token = await xsrfCookie(address)
  const request = httpRequest(`${address}/api/viewedDirections`, {
    method: 'PUT',
    headers: {
      'content-type': 'application/json',
      'content-length': '17',
      cookie: `XSRF-TOKEN=${token}`,
      'x-xsrf-token': token,
    },
  })
  const reply = new Promise<IncomingMessage>((resolve, reject) => {
    request.on('response', resolve)
    request.on('error', reject)
  })
  reply.catch(() => {})
  await new Promise((resolve) => request.write('{"name":', resolve))
  // An answered request after it shows that the site has read this far.
  await fetch(`${address}/healthz`)
  return { request, reply }
}

describe('SIGTERM', () => {
  test('lets requests under way finish, accepts no more, and ends with 0', async () => {
    const site = await start()
    const address = await site.address
    expect((await fetch(`${address}/readyz`)).status).toBe(200)
    // The router would print it, with the link in it.
    const link = `complete-reservation/${randomUUID()}`
    expect((await fetch(`${address}/${link}%ff`)).status).toBe(404)
    const { request, reply } = await beginCall(address)
    site.child.kill('SIGTERM')
    await expect
      .poll(() =>
        fetch(`${address}/healthz`).then(
          () => 'open',
          () => 'closed',
        ),
      )
      .toBe('closed')
    request.end('"nobody"}')
    expect((await reply).statusCode).toBe(200)
    expect((await reply).headers.connection).toBe('close')
    expect(await site.ended).toBe(0)
    expect(site.output().stderr).toBe('')
    expect(site.output().stdout).not.toContain(link)
  })

  test('loses no request of a crowd', async () => {
    const site = await start({ RATE_LIMITS: 'off' })
    const address = await site.address
    const failures: unknown[] = []
    let answered = 0
    /** When the newest of the answered requests was begun. */
    let newest = 0
    const over = new AbortController()
    const visitor = async () => {
      while (!over.signal.aborted) {
        const begun = performance.now()
        const outcome = await fetch(`${address}/api/auth/event/list`).then(
          async (reply) => [reply.status, (await reply.json()) !== null],
          (error: Error) => (error.cause as { code?: string })?.code,
        )
        if (outcome === 'ECONNREFUSED') return
        if (Array.isArray(outcome) && outcome[0] === 200) {
          answered += 1
          newest = Math.max(newest, begun)
        } else if (performance.now() - newest < HELD_UP_MS) failures.push(outcome)
      }
    }
    const crowd = Array.from({ length: 20 }, visitor)
    await expect.poll(() => answered, { timeout: 30_000 }).toBeGreaterThan(50)
    site.child.kill('SIGTERM')
    expect(await site.ended).toBe(0)
    over.abort()
    await Promise.all(crowd)
    expect(failures).toEqual([])
  })

  test('does not wait for ever for somebody who never finishes', async () => {
    const site = await start()
    const { request } = await beginCall(await site.address)
    request.on('error', () => {})
    site.child.kill('SIGTERM')
    expect(await site.ended).toBe(0)
  })
})
