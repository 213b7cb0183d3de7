/**
 * Sends requests as an attacker would: with any bytes and from any address. Adds a valid XSRF token unless
 * the test replaces the token.
 */
import type { HttpBindings } from '@hono/node-server'
import { expect } from 'vitest'
import type { TestApp } from '#test/support/app.ts'
import type { TestBrowser } from '#test/support/browser.ts'

export interface AttackRequest {
  method?: string
  path: string
  body?: unknown
  headers?: Record<string, string>
  /** The IP address from which the request comes. */
  address?: string
}

export interface Answer {
  status: number
  headers: Headers
  text: string
  json: Record<string, unknown> | null
}

export type SendAttack = (shot: AttackRequest) => Promise<Answer>

/** Creates an attacker who has no cookies except a valid XSRF token. */
export async function createAttacker(app: TestApp): Promise<SendAttack> {
  return createSignedIn(app, app.browser())
}

/** Creates a caller with the cookies of a given browser and a valid XSRF token. */
export async function createSignedIn(app: TestApp, browser: TestBrowser): Promise<SendAttack> {
  await browser.fetch('/healthz')
  const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  return shooter(app, { cookie, 'x-xsrf-token': browser.cookies.get('XSRF-TOKEN') ?? '' })
}

/** Creates a caller with a bearer token and no cookies, as a script has. */
export async function createBearer(app: TestApp, who: { admin: boolean }): Promise<SendAttack> {
  return shooter(app, { authorization: `Bearer ${await app.bearer(who)}` })
}

function shooter(app: TestApp, always: Record<string, string>): SendAttack {
  return async ({ method = 'GET', path, body, headers = {}, address = '203.0.113.7' }) => {
    const request = new Request(new URL(path, app.services.settings.publicUrl), {
      method,
      headers: {
        ...always,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    const incoming = { socket: { remoteAddress: address } } as unknown as HttpBindings['incoming']
    return answerOf(await app.http.fetch(request, { incoming }))
  }
}

async function answerOf(response: Response): Promise<Answer> {
  const { status, headers } = response
  const text = await response.text()
  const isJson = headers.get('content-type')?.startsWith('application/json') ?? false
  return { status, headers, text, json: isJson && text !== '' ? JSON.parse(text) : null }
}

const INNARDS =
  /node_modules|\bat \S+ \(|\.tsx?\b|\bselect\b.+\bfrom\b|insert into|\/(home|root|tmp|work|src)\/|drizzle|zod|pglite/i

/** Expects that a reply contains no stack trace, SQL, file path, or name of a software component. */
export function expectNoInternals({ text }: Answer): void {
  expect(text).not.toMatch(INNARDS)
}

/** Expects a failure with this status and code, in the form of all API failures (R15.3). */
export function expectRefusal(answer: Answer, status: number, code: string): void {
  expect({ status: answer.status, ...answer.json }).toMatchObject({ status, success: false, code })
  expect(answer.json?.['message']).toMatch(/\w/)
  expect(Object.keys(answer.json ?? {}).filter((key) => key !== 'fields')).toEqual([
    'success',
    'code',
    'message',
  ])
  expectNoInternals(answer)
}
