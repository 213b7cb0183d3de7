/** Calls the API directly, with the session of the page's browser. */
import { expect, type Page } from '@playwright/test'

/**
 * Options for requests that are safe to repeat. The server may close an idle connection at the moment when a
 * test sends a request on it.
 */
export const TRY_AGAIN = { maxRetries: 2 }

export async function api<Reply>(page: Page, call: { method: string; path: string; body?: object }) {
  // Gets an XSRF token, because cached pages set none.
  await page.request.get('/api/auth/is-admin', TRY_AGAIN)
  const cookies = await page.context().cookies()
  const token = cookies.find(({ name }) => name === 'XSRF-TOKEN')?.value ?? ''
  const reply = await page.request.fetch(`/api/${call.path}`, {
    method: call.method,
    headers: { 'x-xsrf-token': decodeURIComponent(token), 'sec-fetch-site': 'same-origin' },
    ...(call.body ? { data: call.body } : {}),
    ...(call.method === 'GET' ? TRY_AGAIN : {}),
  })
  expect(reply.ok(), await reply.text()).toBe(true)
  return (await reply.json()) as Reply
}
