/** The API as this browser calls it: same origin, with the XSRF token of its cookie. */
import { createClient } from '../shared/client.ts'

function xsrfToken(): string | undefined {
  const cookie = document.cookie.split('; ').find((each) => each.startsWith('XSRF-TOKEN='))
  return cookie && decodeURIComponent(cookie.slice('XSRF-TOKEN='.length))
}

export const browserCall = createClient({ fetch: (path, init) => fetch(path, init), xsrfToken })
