/**
 * The API as this browser calls it: same origin, with the XSRF token of its cookie. `await
 * browserCall(createReservation, { body })`; loaders use `callContext`.
 */
import { createClient, type Call } from '../shared/client.ts'

/** The token of this browser’s cookie, for what cannot go through `browserCall`. */
export function xsrfToken(): string | undefined {
  const cookie = document.cookie.split('; ').find((each) => each.startsWith('XSRF-TOKEN='))
  return cookie && decodeURIComponent(cookie.slice('XSRF-TOKEN='.length))
}

const call = createClient({ fetch: (path, init) => fetch(path, init), xsrfToken })

/** A failed call is logged to the console (SPEC section 8) by name and code, without what was sent. */
export function logFailure(
  { name }: { name: string },
  { code, status }: { code: string; status: number },
): void {
  console.error(`${name} failed: ${code} (${status})`)
}

export const browserCall: Call = async (endpoint, ...input) => {
  const result = await call(endpoint, ...input)
  if (!result.ok) logFailure(endpoint, result)
  return result
}
