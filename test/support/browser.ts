/**
 * Simulates a browser for tests of the server. It stores cookies, sends the XSRF cookie as a header too, and
 * follows no redirects.
 */
import { parse } from 'hono/utils/cookie'
import { createClient, type Call } from '#shared/client.ts'

export interface TestBrowser {
  /** Sends a request with the stored cookies. `init.headers` override the headers that the browser adds. */
  fetch(path: string, init?: RequestInit): Promise<Response>
  /**
   * The typed API client that pages use, with the cookies of this browser. Before its first call, it requests
   * an XSRF cookie.
   */
  call: Call
  cookies: Map<string, string>
}

type Send = (request: Request) => Promise<Response>

export function createTestBrowser(origin: string, send: Send): TestBrowser {
  const cookies = new Map<string, string>()

  async function fetchPage(path: string, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers(init.headers)
    if (cookies.size > 0 && !headers.has('cookie')) {
      headers.set('cookie', [...cookies].map(([name, value]) => `${name}=${value}`).join('; '))
    }
    if (!headers.has('sec-fetch-site')) headers.set('sec-fetch-site', 'same-origin')
    const response = await send(new Request(new URL(path, origin), { ...init, headers }))
    for (const line of response.headers.getSetCookie()) keep(line)
    return response
  }

  function keep(line: string) {
    const [pair = '', ...attributes] = line.split(';')
    const [[name, value] = ['', '']] = Object.entries(parse(pair))
    const ended = attributes.some((attribute) =>
      /^\s*(max-age=0|expires=Thu, 01 Jan 1970.*)$/i.test(attribute),
    )
    if (ended) cookies.delete(name)
    else cookies.set(name, value)
  }

  const client = createClient({
    fetch: fetchPage,
    xsrfToken: () => cookies.get('XSRF-TOKEN'),
  })
  const call: Call = async (endpoint, ...input) => {
    if (!cookies.has('XSRF-TOKEN')) await fetchPage('/api/auth/is-admin')
    return client(endpoint, ...input)
  }
  return { fetch: fetchPage, call, cookies }
}
