import type { Page } from '@playwright/test'
import { api } from './api.ts'
import { signInAsAdmin } from './sign-in.ts'

const SAMPLES = new Set([
  'leather-and-light',
  'new-moon-star-week',
  'founders-quiet-week',
  'cattle-drive-weekend',
  'desert-cooking',
  'open-ranch-day',
  'reunion',
  'field-guide',
  'spring-branding',
  'winter-silence',
])

/**
 * Deletes the events that a test created, because other tests expect only the sample events:
 * `test.afterEach(({ page }) => tidy(page))`
 */
export async function tidy(page: Page): Promise<void> {
  await signInAsAdmin(page)
  const { events } = await api<{ events: { id: number; urlName: string }[] }>(page, {
    method: 'GET',
    path: 'auth/event/list',
  })
  for (const { id, urlName } of events) {
    if (SAMPLES.has(urlName)) continue
    await api(page, { method: 'DELETE', path: `auth/event/delete?id=${id}&force=true` })
  }
}
