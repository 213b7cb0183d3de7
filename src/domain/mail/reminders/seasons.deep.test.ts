/** Sends each reminder once (R9.5) for every start and due day of five years, with an hourly run. */
import { expect, test } from 'vitest'
import { expectedIn, playedIn } from '#test/support/reminders/seasons-expected.ts'

test.each(['UTC', 'America/Denver', 'Asia/Tokyo'])(
  'with the process in %s, sends every reminder of 2026 to 2030 once, at 8:00 on its ranch day',
  async (zone) => {
    expect(await playedIn(zone, '2026-01-01', '2031-01-01')).toEqual(
      expectedIn(zone, '2026-01-01', '2031-01-01'),
    )
  },
)
