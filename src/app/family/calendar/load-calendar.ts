import { getCalendarEvents, getCalendarRetreats, getFeedAddress } from '#domain/calendar/contract.ts'
import { addMonths, firstOf, lastOf, monthOf } from '#shared/months.ts'
import { getTonight, type Tonight } from '#domain/desk/today/contract.ts'
import type { Call, Failed } from '#shared/client.ts'
import { ranchDay } from '#shared/days.ts'
import { dataOf, type SiteInfo } from '#app/server-context.ts'
import {
  type PreloadedRetreats,
  periodInput,
  joinRetreats,
  listPeriods,
  shownEvents,
  type Span,
} from '#app/family/calendar/table/retreats.ts'

/**
 * The page loads the retreats of today's month, of this number of months before it, and of `MONTHS_AHEAD`
 * months after it.
 */
const MONTHS_BACK = 1
const MONTHS_AHEAD = 2

export type Calendar = Awaited<ReturnType<typeof loadCalendar>>

/**
 * Loads the calendar page's first content: family events except older ones, and the retreats around today and
 * around each event. The result contains only data that the caller may see.
 */
export async function loadCalendar(
  call: Call,
  { admin, staff, publicUrl }: Pick<SiteInfo, 'admin' | 'staff' | 'publicUrl'>,
) {
  // The server's date at the ranch, because the browser's clock and time zone may be wrong.
  const today = ranchDay(new Date())
  const [listed, feed, tonight] = await Promise.all([
    call(getCalendarEvents),
    call(getFeedAddress),
    staff?.permissions.includes('guests.names') ? call(getTonight) : null,
  ])
  const all = orRefuse(listed)
  const events = shownEvents(all, { today, older: false })
  const month = monthOf(today)
  const near = { start: firstOf(addMonths(month, -MONTHS_BACK)), end: lastOf(addMonths(month, MONTHS_AHEAD)) }
  return {
    today,
    admin,
    publicUrl,
    events: { list: events, olderLeftOut: events.length < all.length },
    retreats: await loadRetreats(call, [near, ...events]),
    feed: orRefuse(feed),
    tonight: tonight === null ? null : (orRefuse(tonight) satisfies Tonight),
  }
}

/**
 * The largest number of requests for retreats that the server sends for a page. One request covers two years.
 * The browser loads further retreats.
 */
const MOST_CALLS = 6

/**
 * Loads the retreats of the days in `wanted`, up to the limit of requests. Drops retreats on other days,
 * because the page does not show them and they may be many.
 */
async function loadRetreats(call: Call, wanted: readonly Span[]): Promise<PreloadedRetreats> {
  const periods = listPeriods(wanted).slice(0, MOST_CALLS)
  const read = new Map(
    await Promise.all(
      periods.map(
        async (period) => [period, orRefuse(await call(getCalendarRetreats, periodInput(period)))] as const,
      ),
    ),
  )
  const covered = wanted.filter((days) => listPeriods([days]).every((period) => read.has(period)))
  const touches = ({ start, end }: Span) => covered.some((days) => days.start <= end && start <= days.end)
  return { list: joinRetreats([], read).filter(touches), covered }
}

/** Headers of the calendar page. They forbid caches and search engines. */
export const HEADERS = { 'cache-control': 'no-store', 'x-robots-tag': 'noindex, nofollow' }

/**
 * Returns the data of a reply. If the reply is a failure, throws an error page, which gets the headers of the
 * calendar page.
 */
export const orRefuse = <Data>(reply: { ok: true; data: Data } | Failed): Data =>
  dataOf(reply, { headers: HEADERS })
