/** Kept pages go out too often for a line each in the log: how many of which went out is told once a second. */
import type { Logger } from '#platform/log.ts'

const EVERY_MS = 1000

/** Counts a reply by its page's pattern: sent whole, or confirmed (304). */
export function createHitLog(log: Logger): (route: string, status: 200 | 304) => void {
  const counts = new Map<string, { sent: number; confirmed: number }>()
  function tell() {
    for (const [route, count] of counts) log.info({ route, ...count }, 'cached page')
    counts.clear()
  }
  return (route, status) => {
    if (counts.size === 0) setTimeout(tell, EVERY_MS)
    let count = counts.get(route)
    if (!count) counts.set(route, (count = { sent: 0, confirmed: 0 }))
    if (status === 304) count.confirmed += 1
    else count.sent += 1
  }
}
