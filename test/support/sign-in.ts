/** Signs a person in as a browser does: follows each redirect and submits each form. */
import type { TestApp } from '#test/support/app.ts'
import type { TestBrowser } from '#test/support/browser.ts'
import { createSession } from '#domain/staff/sign-in/contract.ts'

export const PASSWORD = 'test-password'

const ADMIN = 'admin@example.test'

/**
 * Follows redirects until a page is returned. Does not request the site's `/callback`, but returns its
 * address.
 */
export async function follow(browser: TestBrowser, path: string): Promise<{ url: URL; response: Response }> {
  let url = new URL(path, 'http://localhost:3000')
  for (let hop = 0; hop < 10; hop += 1) {
    const response = await browser.fetch(url.pathname + url.search)
    const location = response.headers.get('location')
    if (response.status < 300 || response.status >= 400 || location === null) return { url, response }
    url = new URL(location, url)
    if (url.pathname === '/callback') return { url, response }
  }
  throw new Error('The redirects do not end')
}

/** Opens the site's sign-in, and follows the redirects to the identity provider's sign-in page. */
export async function openSignIn(browser: TestBrowser, returnUrl?: string) {
  const query = returnUrl === undefined ? '' : `?returnUrl=${encodeURIComponent(returnUrl)}`
  const { url, response } = await follow(browser, `/api/auth/login${query}`)
  return { path: url.pathname, page: await response.text() }
}

export async function sendForm(browser: TestBrowser, path: string, fields: Record<string, string>) {
  return browser.fetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: String(new URLSearchParams(fields)),
  })
}

export interface Person {
  email?: string
  password?: string
  returnUrl?: string
}

/**
 * Signs a person in at the identity provider, and stops before `/callback`. Returns the parameters that the
 * provider sends to that address.
 */
export async function answerFor(
  browser: TestBrowser,
  { email = ADMIN, password = PASSWORD, returnUrl }: Person = {},
) {
  const { path } = await openSignIn(browser, returnUrl)
  const sent = await sendForm(browser, path, { email, password })
  const { url } = await follow(browser, sent.headers.get('location') ?? '')
  if (url.pathname !== '/callback') throw new Error(`The sign-in ended at ${url.pathname}`)
  return Object.fromEntries(url.searchParams) as { code: string; state: string; iss: string }
}

/** Returns a new browser in which this person has signed in at the embedded identity provider. */
export async function signInFor(app: Pick<TestApp, 'browser'>, person: Person = {}): Promise<TestBrowser> {
  const browser = app.browser()
  const result = await browser.call(createSession, { body: await answerFor(browser, person) })
  if (!result.ok) throw new Error(`The sign-in failed: ${result.code}`)
  return browser
}
