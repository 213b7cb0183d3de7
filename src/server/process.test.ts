/** Tests how the site's real process ends. */
import { randomUUID } from 'node:crypto'
import { request as httpRequest, type ClientRequest, type IncomingMessage } from 'node:http'
import { describe, expect, test } from 'vitest'
import { HELD_UP_MS } from '#test/support/process.ts'
import { openProcesses } from '#test/support/server/own-processes.ts'

const { start } = await openProcesses()

async function xsrfCookie(address: string): Promise<string> {
  const [line = ''] = (await fetch(`${address}/healthz`)).headers.getSetCookie()
  return /XSRF-TOKEN=([^;]+)/.exec(line)?.[1] ?? ''
}

interface Half {
  request: ClientRequest
  reply: Promise<IncomingMessage>
}

/** Begins a call with an incomplete body. The call keeps running until the test completes the body. */
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
  // Waits until the site answers a later request. By then, it has read the first part of this call.
  await fetch(`${address}/healthz`)
  return { request, reply }
}

describe('the signal SIGTERM', () => {
  test('lets running requests finish, refuses new ones, and ends the process with status 0', async () => {
    const site = await start()
    const address = await site.address
    expect((await fetch(`${address}/readyz`)).status).toBe(200)
    // React Router prints addresses that it cannot decode. This address contains a private link.
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

  test('loses no request when many clients send requests during the shutdown', async () => {
    const site = await start({ RATE_LIMITS: 'off' })
    const address = await site.address
    const failures: unknown[] = []
    let answered = 0
    /** The time at which the newest of the answered requests began. */
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

  test('ends the process after a while even if a client never completes its request', async () => {
    const site = await start()
    const { request } = await beginCall(await site.address)
    request.on('error', () => {})
    site.child.kill('SIGTERM')
    expect(await site.ended).toBe(0)
  })
})

test('does not load the program that removes TypeScript types, from the second start on', async () => {
  const tell = `import { writeSync } from 'node:fs'
    process.on('exit', () => writeSync(1, process.moduleLoadList.filter((name) => name.includes('amaro')).length + ' at the end'))`
  const env = { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(tell)}` }
  const printed = async () => {
    const site = await start(env)
    await site.address
    await site.stop('SIGTERM')
    return site.output().stdout
  }
  expect(await printed()).toContain(' at the end')
  expect(await printed()).toContain('\n0 at the end')
})
