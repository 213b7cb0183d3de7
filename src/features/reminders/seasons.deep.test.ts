/** Reminders once (R9.5), for every day of five years: first days of stays and due days, a round every hour. */
import { expect, test } from 'vitest'
import { expectedIn, playedIn } from './testing/seasons-expected.ts'

test.each(['UTC', 'America/Denver', 'Asia/Tokyo'])(
  'with the process at %s, every mail of 2026 to 2030 goes out once, at 8:00 of its day at the ranch',
  async (zone) => {
    expect(await playedIn(zone, '2026-01-01', '2031-01-01')).toEqual(
      expectedIn(zone, '2026-01-01', '2031-01-01'),
    )
  },
)
