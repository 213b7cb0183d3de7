import { getCalendarEvents, getFeedAddress } from '#features/calendar/contract.ts'
import { shownEvents } from '#features/calendar/ui/table/listed.ts'
import { addMonths, firstOf, lastOf, monthOf } from '#shared/months.ts'
import { getTonight, type Tonight } from '#features/today/contract.ts'
import type { Call } from '#shared/client.ts'
import { ranchDay } from '#shared/days.ts'
import type { SiteInfo } from '#web/server-context.ts'
import { loadRetreats } from './load-retreats.ts'
import { orRefuse } from './refuse.ts'

/** The board's retreats are here for so many months around the first one that it shows. */
const MONTHS_BACK = 1
const MONTHS_AHEAD = 2

export type Calendar = Awaited<ReturnType<typeof loadCalendar>>

/**
 * What the page shows at first: the events but for the older ones, and the retreats, as the caller may see them, of the
 * months around today and of every event that is listed.
 */
export async function loadCalendar(call: Call, { admin, publicUrl }: Pick<SiteInfo, 'admin' | 'publicUrl'>) {
  // The ranch's today: the browser's clock and its zone decide nothing.
  const today = ranchDay(new Date())
  const [listed, feed, tonight] = await Promise.all([
    call(getCalendarEvents),
    call(getFeedAddress),
    admin ? call(getTonight) : null,
  ])
  const all = orRefuse(listed)
  const events = shownEvents(all, { today, older: false })
  const month = monthOf(today)
  const near = {
    start: firstOf(addMonths(month, -MONTHS_BACK)),
    end: lastOf(addMonths(month, MONTHS_AHEAD)),
  }
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
