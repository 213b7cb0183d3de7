import type { Page } from '@playwright/test'
import { SAMPLE_EVENTS } from '#server/sample-data/events.ts'
import { api } from './api.ts'
import { signInAsAdmin } from './sign-in.ts'

const SAMPLES = new Set(SAMPLE_EVENTS.map(({ event }) => event.urlName))

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
