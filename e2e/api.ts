/** Calls of the API besides the page, as its browser's user. */
import { expect, type Page } from '@playwright/test'

/** For what may be asked twice: a kept connection may end in the moment in which it is used again. */
export const TRY_AGAIN = { maxRetries: 2 }

/** Calls the API as the page's browser would. */
export async function api<Reply>(page: Page, call: { method: string; path: string; body?: object }) {
  // Pages that are kept for everybody bring no token.
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
