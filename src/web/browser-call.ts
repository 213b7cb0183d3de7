/**
 * The API as this browser calls it: same origin, with the XSRF token of its cookie. `await
 * browserCall(createReservation, { body })`; loaders use `callContext`.
 */
import { createClient, type Call } from '#shared/client.ts'

/** The token of this browser’s cookie, for what cannot go through `browserCall`. */
export function xsrfToken(): string | undefined {
  const cookie = document.cookie.split('; ').find((each) => each.startsWith('XSRF-TOKEN='))
  return cookie && decodeURIComponent(cookie.slice('XSRF-TOKEN='.length))
}

/** Any answer of the API brings a token. By its path: its contract would bring the schemas into what every page loads. */
export const TOKEN_PATH = '/api/auth/is-admin'

const send = createClient({ fetch: (path, init) => fetch(path, init), xsrfToken })

/**
 * The failure as the visitor can mend it: where the browser keeps no cookie of ours after any number of calls, loading the page again
 * cannot help (R48.4).
 */
export function adviseOnCookies<Reply extends { ok: boolean; code?: string }>(
  reply: Reply,
  { token, host }: { token: string | undefined; host: string },
): Reply {
  if (reply.ok || reply.code !== 'csrf' || token !== undefined) return reply
  const message = `Your browser blocks cookies for this site, so nothing was sent. Allow cookies for ${host}, then press the button again. What you typed is still on this page.`
  return { ...reply, message }
}

/** Pages that are kept for everybody bring no token; any reply of the API does. A refusal brings one that is good for now. */
const call: Call = async (endpoint, ...input) => {
  if (endpoint.method !== 'GET' && xsrfToken() === undefined) await fetch(TOKEN_PATH).catch(() => null)
  const token = xsrfToken()
  const result = await send(endpoint, ...input)
  const renewed = !result.ok && result.code === 'csrf' && xsrfToken() !== token
  return renewed ? send(endpoint, ...input) : result
}

/** A failed call is logged to the console (R15.8) by name and code, without what was sent. */
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
