/**
 * Checks that each reminder is sent once (R9.5), for every start day and due day of five years. The job runs every
 * hour.
 */
import { expect, test } from 'vitest'
import { expectedIn, playedIn } from '#test/support/mail/reminder-seasons-expected.ts'

test.each(['UTC', 'America/Denver', 'Asia/Tokyo'])(
  'sends every reminder of 2026 to 2030 once, at 8:00 at the ranch, with the process in the time zone %s',
  async (zone) => {
    expect(await playedIn(zone, '2026-01-01', '2031-01-01')).toEqual(
      expectedIn(zone, '2026-01-01', '2031-01-01'),
    )
  },
)
