/**
 * Calls the site's API from the browser, with the XSRF token from its cookie: `await
 * browserCall(createReservation, { body })`. Loaders use `callContext` instead.
 */
import { createClient, type Call } from '#shared/client.ts'

/** Returns the XSRF token from the browser's cookie, for requests that cannot use `browserCall`. */
export function xsrfToken(): string | undefined {
  const cookie = document.cookie.split('; ').find((each) => each.startsWith('XSRF-TOKEN='))
  return cookie && decodeURIComponent(cookie.slice('XSRF-TOKEN='.length))
}

/**
 * The path of an API endpoint. Its reply sets the XSRF token, as every reply does. The path is repeated here,
 * because an import of the endpoint would add its schemas to every page.
 */
export const TOKEN_PATH = '/api/auth/is-admin'

const send = createClient({ fetch: (path, init) => fetch(path, init), xsrfToken })

/**
 * Replaces an error message if the browser stores no cookies. The server's advice to reload the page would
 * not help then (R48.4).
 */
export function adviseOnCookies<Reply extends { ok: boolean; code?: string }>(
  reply: Reply,
  { token, host }: { token: string | undefined; host: string },
): Reply {
  if (reply.ok || reply.code !== 'csrf' || token !== undefined) return reply
  const message = `Your browser blocks cookies for this site, so nothing was sent. Allow cookies for ${host}, then press the button again. What you typed is still on this page.`
  return { ...reply, message }
}

/**
 * Gets an XSRF token before the first write, because cached pages set none. If the server refuses the token
 * and sends a new one, retries once.
 */
const call: Call = async (endpoint, ...input) => {
  if (endpoint.method !== 'GET' && xsrfToken() === undefined) await fetch(TOKEN_PATH).catch(() => null)
  const token = xsrfToken()
  const result = await send(endpoint, ...input)
  const renewed = !result.ok && result.code === 'csrf' && xsrfToken() !== token
  return renewed ? send(endpoint, ...input) : result
}

/**
 * Logs a failed call to the console (R15.8). The log has the endpoint's name and the error code, but not the
 * data that was sent.
 */
export function logFailure(
  { name }: { name: string },
  { code, status }: { code: string; status: number },
): void {
  console.error(`${name} failed: ${code} (${status})`)
}

export const browserCall: Call = async (endpoint, ...input) => {
  const result = adviseOnCookies(await call(endpoint, ...input), { token: xsrfToken(), host: location.host })
  if (!result.ok) logFailure(endpoint, result)
  return result
}
